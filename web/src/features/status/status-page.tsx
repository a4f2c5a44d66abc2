import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/config/paths';
import { usePageTitle } from '@/lib/use-page-title';
import classes from './status-page.module.css';

interface Props {
  code: string;
  title: string;
  hint: string;
}

export function StatusPage({ code, title, hint }: Props) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <main className={classes.page}>
      <Stack gap="xs" align="center">
        <span className={classes.code} aria-hidden>
          {code}
        </span>
        <Title order={1} fz={22} ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center" maw={380}>
          {hint}
        </Text>
        <Button component={Link} to={paths.root} mt="md">
          {t('status.back_home')}
        </Button>
      </Stack>
    </main>
  );
}
