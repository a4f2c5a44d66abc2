/** The list of channels, or the editor of one. The URL selects which, so that a reload keeps it. */
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { lazyPart } from '@/components/page/lazy-part';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { channelsOptions } from './api/list-channels';
import { presetsOptions } from './api/list-presets';
import type { Start } from './channel-editor';
import { ChannelList } from './channel-list';
import { ChannelNotFound } from './channel-not-found';

const loading = () => <PageSkeleton />;
const ChannelEditor = lazyPart(
  'channel editor',
  async () => ({ default: (await import('./channel-editor')).ChannelEditor }),
  { loading },
);
const EvidencePage = lazyPart(
  'routing evidence',
  async () => ({ default: (await import('./evidence-page')).EvidencePage }),
  { loading },
);
const PresetForm = lazyPart(
  'preset form',
  async () => ({ default: (await import('./preset-form')).PresetForm }),
  { loading },
);
const PresetGallery = lazyPart(
  'preset gallery',
  async () => ({ default: (await import('./preset-gallery')).PresetGallery }),
  { loading },
);

const EDIT = 'edit';
/** Not a valid channel name. */
const NEW = '+';
/** Selects the gallery, or the preset with this id. */
const PRESET = 'preset';
/** Selects the evidence for routing, of the project with this slug. */
const EVIDENCE = 'evidence';

export default function ChannelPage() {
  const [params, setParams] = useSearchParams();
  // Initial values of a new channel. Lost on reload, like any unsaved input.
  const [start, setStart] = useState<Start>({});
  const edited = params.get(EDIT);
  const query = useQuery(channelsOptions());
  const preset = params.get(PRESET);
  useTop([edited, preset, params.has(EVIDENCE)].join('|'));
  if (preset !== null) {
    return (
      <PresetPage id={preset} onPick={(id) => setParams({ [PRESET]: id })} onClose={() => setParams({})} />
    );
  }
  const evidence = params.get(EVIDENCE);
  if (evidence !== null) {
    return (
      <EvidencePage
        project={evidence}
        onProject={(project) => setParams({ [EVIDENCE]: project })}
        onClose={() => setParams({})}
      />
    );
  }
  if (edited === null) {
    return (
      <ChannelList
        onEvidence={() => setParams({ [EVIDENCE]: '' })}
        onPresets={() => setParams({ [PRESET]: '' })}
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
  if (query.isLoadingError) {
    return <ErrorState wholePage error={query.error} onRetry={() => void query.refetch()} />;
  }
  const channel = query.data.find(({ name }) => name === edited);
  if (!channel) return <ChannelNotFound name={edited} onClose={close} />;
  return <ChannelEditor key={edited} channel={channel} start={{}} onClose={close} />;
}

/** Each view begins at its top. A hidden tab keeps its position. */
function useTop(view: string): void {
  const shown = useRef(view);
  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    window.scrollTo(0, 0);
  }, [view]);
}

interface PresetPageProps {
  /** Empty shows the gallery. */
  id: string;
  onPick: (id: string) => void;
  onClose: () => void;
}

function PresetPage({ id, onPick, onClose }: PresetPageProps) {
  const query = useQuery(presetsOptions());
  if (query.isPending) return <PageSkeleton />;
  if (query.isLoadingError) {
    return <ErrorState wholePage error={query.error} onRetry={() => void query.refetch()} />;
  }
  const preset = query.data.find((some) => some.id === id);
  if (preset) return <PresetForm key={id} preset={preset} onBack={() => onPick('')} onSaved={onClose} />;
  return <PresetGallery presets={query.data} onPick={(picked) => onPick(picked.id)} onClose={onClose} />;
}
