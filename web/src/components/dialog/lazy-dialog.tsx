/** A dialog that is loaded when first opened. If that fails, a message says so and the dialog counts as closed. */
import { type ComponentType, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '@/components/page/lazy-part';
import { ChunkLoadError } from '@/lib/load-with-retry';
import { toast } from '@/lib/toast';
import { useReturnFocus } from './use-return-focus';

export function lazyDialog<Props extends object>(
  info: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
  close: (props: Props) => void,
): ComponentType<Props> {
  const Part = lazyPart(info, load, {
    failed: (props, error) => <NotShown error={error} onClose={() => close(props)} />,
  });
  return function LazyDialog(props: Props) {
    // Here, because the menu that opened it may be gone when the dialog is loaded.
    useReturnFocus();
    return <Part {...props} />;
  };
}

function NotShown({ error, onClose }: { error: Error; onClose: () => void }) {
  const { t } = useTranslation();
  const closeOnce = useRef(onClose);
  useEffect(() => {
    toast.error(t(error instanceof ChunkLoadError ? 'errors.part_not_loaded' : 'errors.part_failed'));
    closeOnce.current();
  }, [error, t]);
  return null;
}
