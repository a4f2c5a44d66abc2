import { NativeSelect, SegmentedControl, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDialog } from '@/components/dialog/side-dialog';
import { changeLanguage } from '@/components/preferences/change-language';
import { LANGUAGE_NAMES, LANGUAGES, SIZES } from '@/config/constants';
import { oneOf } from '@/lib/filter-values';
import { useLanguage } from '@/lib/i18n/use-language';
import { useAppStore } from '@/lib/stores/app-store';
import { type Settings, useSettingsStore } from '@/lib/stores/settings-store';
import { useSizeSwitch } from '@/shell/navbar/use-size-switch';
import { ThemePicker } from './theme-picker';
import classes from './settings.module.css';

type SwitchName = { [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never }[keyof Settings];

export default function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const size = useAppStore((app) => app.size);
  const switchSize = useSizeSwitch();
  return (
    <SideDialog onClose={onClose} size={320} title={t('shell.settings')}>
      <Section title={t('settings.appearance')}>
        <SegmentedControl
          fullWidth
          aria-label={t('settings.color_scheme')}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme)}
          data={[
            { value: 'light', label: t('settings.light') },
            { value: 'dark', label: t('settings.dark') },
            { value: 'auto', label: t('settings.system') },
          ]}
        />
        <ThemePicker />
      </Section>
      <Section title={t('settings.layout')}>
        <SettingSwitch name="tagsView" label={t('settings.tags_view')} />
        <SettingSwitch name="fixedHeader" label={t('settings.fixed_header')} />
        <SettingSwitch name="sidebarLogo" label={t('settings.sidebar_logo')} />
        {language === 'zh' ? (
          <SettingSwitch name="supportPinyinSearch" label={t('settings.pinyin_search')} />
        ) : null}
        <SettingSwitch name="showSettings" label={t('settings.handle')} />
      </Section>
      <Section title={t('settings.preferences')}>
        <NativeSelect
          label={t('common.language')}
          value={language}
          onChange={(event) => {
            const chosen = oneOf(LANGUAGES, event.currentTarget.value);
            if (chosen) void changeLanguage(chosen);
          }}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <NativeSelect
          label={t('shell.size')}
          value={size}
          onChange={(event) => {
            const chosen = oneOf(SIZES, event.currentTarget.value);
            if (chosen) void switchSize(chosen);
          }}
          data={SIZES.map((value) => ({ value, label: t(`shell.sizes.${value}`) }))}
        />
      </Section>
    </SideDialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Text component="h3" fw={600} mb="sm">
        {title}
      </Text>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}

function SettingSwitch({ name, label }: { name: SwitchName; label: string }) {
  const checked = useSettingsStore((settings) => settings[name]);
  const change = useSettingsStore((settings) => settings.change);
  return (
    <Switch
      checked={checked}
      label={label}
      labelPosition="left"
      classNames={{ body: classes.switchBody }}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  );
}
