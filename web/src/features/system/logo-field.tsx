import { Button, FileButton, Group, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '@/components/icon/logo-mark';
import { checkLogo } from './setting-fields';
import classes from './system.module.css';

interface Props {
  value: string | null;
  onChange: (dataUri: string | null) => void;
  error?: string | undefined;
}

export function LogoField({ value, onChange, error }: Props) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<'logo_type' | 'logo_large' | null>(null);

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    const found = checkLogo(file);
    setProblem(found);
    if (found === null) onChange(await dataUriOf(file));
  }

  return (
    <Input.Wrapper
      labelElement="div"
      label={t('system.fields.product_logo')}
      description={t('system.hints.product_logo')}
      error={problem ? t(`system.problems.${problem}`) : error}
    >
      <Group mt={6} gap="sm">
        <span className={classes.logo}>
          {value ? <img src={value} alt={t('system.logo_alt')} /> : <LogoMark />}
        </span>
        <FileButton accept="image/png,image/svg+xml,image/webp" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPhoto size={16} stroke={1.6} />}>
              {t('system.choose_logo')}
            </Button>
          )}
        </FileButton>
        {value ? (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
            {t('system.remove_logo')}
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  );
}

function dataUriOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
