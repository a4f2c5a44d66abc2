import { Button } from '@mantine/core';
import { IconArrowBackUp, IconUserShare } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { confirmLosingInput } from '@/components/confirm/confirm-losing-input';
import { paths } from '@/config/paths';
import { useSessionStore } from '@/lib/session/session-store';
import { switchBack } from '@/lib/session/switching';
import classes from './session.module.css';

/** Shows whose account is used while switched to another account. */
export function SwitchingBar() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSessionStore((session) => session.user);
  const back = useMutation({
    mutationFn: async () => {
      if (!(await confirmLosingInput(t))) return;
      await switchBack();
      await navigate(paths.root, { replace: true });
    },
  });
  if (user?.switching !== 1) return null;
  return (
    <div className={classes.switching} role="region" aria-label={t('shell.switching_label')}>
      <IconUserShare size={17} stroke={1.7} aria-hidden />
      <span className={classes.switchingText}>
        {t('shell.switching_text', { name: user.name, uid: user.uid, actor: user.actor?.name ?? '' })}
      </span>
      <Button
        size="compact-sm"
        variant="white"
        color="dark"
        leftSection={<IconArrowBackUp size={15} stroke={1.8} />}
        loading={back.isPending}
        onClick={() => back.mutate()}
      >
        {t('shell.switch_back')}
      </Button>
    </div>
  );
}
