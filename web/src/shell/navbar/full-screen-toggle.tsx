import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/lib/toast';

/** The icon follows the browser's actual state, including F11 and Esc. */
export function FullScreenToggle() {
  const { t } = useTranslation();
  const [full, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);

  function toggle(): void {
    if (!document.fullscreenEnabled) {
      toast.warning(t('errors.no_full_screen'));
      return;
    }
    const done = full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => toast.warning(t('errors.no_full_screen')));
  }

  const label = full ? t('shell.leave_full_screen') : t('shell.full_screen');
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={label}
        aria-pressed={full}
        onClick={toggle}
      >
        {full ? <IconMinimize size={18} stroke={1.6} /> : <IconMaximize size={18} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
