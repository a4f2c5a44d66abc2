import { Button, type ButtonProps } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeysSupported } from '@/lib/passkeys';
import { toast } from '@/lib/toast';

interface Props extends ButtonProps {
  run: () => Promise<void>;
}

/** Asks for a passkey. Not shown where the browser offers none. */
export function PasskeyButton({ run, ...props }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  if (!passkeysSupported()) return null;
  async function ask(): Promise<void> {
    setBusy(true);
    try {
      await run();
    } catch (reason) {
      toast.failure(reason);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconKey size={16} stroke={1.6} />}
      loading={busy}
      onClick={() => void ask()}
      {...props}
    >
      {t('auth.use_passkey')}
    </Button>
  );
}
