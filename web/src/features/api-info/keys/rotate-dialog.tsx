import { NativeSelect, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { type ApiKey, type KeyWithSecret, rotateKey } from '../api/api-info';

/** In hours. The server accepts up to a week. */
const OVERLAPS = [0, 1, 24, 72, 168] as const;

interface Props {
  rotated: ApiKey;
  onRotated: (made: KeyWithSecret) => void;
  onClose: () => void;
}

/** Rotates the secret of a key. During the overlap the old secret works too. */
export function RotateDialog({ rotated, onRotated, onClose }: Props) {
  const { t } = useTranslation();
  const [overlap, setOverlap] = useState<number>(24);
  const rotate = useMutation({
    mutationFn: () => rotateKey(rotated.id, overlap),
    onSuccess: onRotated,
  });
  return (
    <FormDialog
      name="api-key-rotate"
      title={t('api_info.keys.rotate_title', { name: rotated.name })}
      size={440}
      dirty={false}
      busy={rotate.isPending}
      submitLabel={t('api_info.keys.rotate')}
      onSubmit={(event) => {
        event.preventDefault();
        rotate.mutate();
      }}
      onClose={onClose}
    >
      <Text c="dimmed">{t('api_info.keys.rotate_text')}</Text>
      <NativeSelect
        data-autofocus
        label={t('api_info.keys.overlap')}
        value={String(overlap)}
        data={OVERLAPS.map((hours) => ({
          value: String(hours),
          label: t(`api_info.keys.overlaps.h${hours}`),
        }))}
        onChange={(event) => setOverlap(Number(event.currentTarget.value))}
      />
    </FormDialog>
  );
}
