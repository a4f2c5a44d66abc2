/** The list of channels, or the editor of one. The URL selects which, so that a reload keeps it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { CHANNELS_KEY, listChannels } from './api/list-channels';
import { ChannelEditor, type Start } from './channel-editor';
import { ChannelList } from './channel-list';
import { ChannelNotFound } from './channel-not-found';

const EDIT = 'edit';
/** Not a valid channel name. */
const NEW = '+';

export default function ChannelPage() {
  const [params, setParams] = useSearchParams();
  // Initial values of a new channel. Lost on reload, like any unsaved input.
  const [start, setStart] = useState<Start>({});
  const edited = params.get(EDIT);
  const query = useQuery({
    queryKey: [CHANNELS_KEY],
    queryFn: ({ signal }) => listChannels(signal),
  });
  if (edited === null) {
    return (
      <ChannelList
        onEdit={({ name }) => setParams({ [EDIT]: name })}
        onNew={(from) => {
          setStart(from);
          setParams({ [EDIT]: NEW });
        }}
      />
    );
  }
  const close = (): void => setParams({});
  if (edited === NEW) return <ChannelEditor key={NEW} channel={null} start={start} onClose={close} />;
  if (query.isPending) return <PageSkeleton />;
  if (query.isError) {
    return <ErrorState wholePage error={query.error} onRetry={() => void query.refetch()} />;
  }
  const channel = query.data.find(({ name }) => name === edited);
  if (!channel) return <ChannelNotFound name={edited} onClose={close} />;
  return <ChannelEditor key={edited} channel={channel} start={{}} onClose={close} />;
}
