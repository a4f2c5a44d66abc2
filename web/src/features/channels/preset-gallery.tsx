/** The gallery of presets: channels to real providers that only need an account there. */
import { Badge, Button, Group, Select, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/page-header';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { PresetView } from '@/lib/screening/preset-types';
import { useCountryOptions } from '@/lib/screening/use-country-options';
import { findPresets } from './preset-search';
import { useProjectNames } from './use-project-names';
import classes from './channels.module.css';

interface Props {
  presets: readonly PresetView[];
  onPick: (preset: PresetView) => void;
  onClose: () => void;
}

export function PresetGallery({ presets, onPick, onClose }: Props) {
  const { t } = useTranslation();
  const labels = useLabels();
  const projectName = useProjectNames();
  const [text, setText] = useState('');
  const [project, setProject] = useState<string | null>(null);
  const [country, setCountry] = useState<string | null>(null);
  const [price, setPrice] = useState<string | null>(null);
  const nameOf = (code: string): string =>
    /^[A-Z]{2}$/.test(code) ? labels.country(code) : projectName(code);
  const found = findPresets(presets, { text, project, country, price }, nameOf);
  const projects = [...new Set(presets.flatMap((preset) => preset.projects))];
  const prices = [...new Set(presets.map((preset) => preset.price.model))];
  return (
    <>
      <PageHeader
        title={t('channels.presets.title')}
        description={t('channels.presets.description')}
        actions={
          <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.6} />} onClick={onClose}>
            {t('channels.back')}
          </Button>
        }
      />
      <div className={classes.filters}>
        <TextInput
          aria-label={t('channels.presets.search')}
          placeholder={t('channels.presets.search')}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Select
          aria-label={t('channels.presets.project')}
          placeholder={t('channels.presets.project')}
          clearable
          data={projects.map((value) => ({ value, label: projectName(value) }))}
          value={project}
          onChange={setProject}
        />
        <Select
          aria-label={t('channels.presets.country')}
          placeholder={t('channels.presets.country')}
          searchable
          clearable
          data={useCountryOptions()}
          value={country}
          onChange={setCountry}
        />
        <Select
          aria-label={t('channels.presets.price_model')}
          placeholder={t('channels.presets.price_model')}
          clearable
          data={prices.map((value) => ({ value, label: t(`channels.presets.prices.${value}`) }))}
          value={price}
          onChange={setPrice}
        />
        <Text c="dimmed" size="sm" aria-live="polite">
          {t('channels.presets.found', { n: found.length, count: found.length })}
        </Text>
      </div>
      <ul className={classes.cards}>
        {found.map((preset) => (
          <li key={preset.id}>
            <PresetCard preset={preset} nameOf={nameOf} onPick={() => onPick(preset)} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface CardProps {
  preset: PresetView;
  nameOf: (code: string) => string;
  onPick: () => void;
}

function PresetCard({ preset, nameOf, onPick }: CardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { provider, product, answers, projects, countries, price, confidence, sunset } = preset;
  return (
    <UnstyledButton className={classes.card ?? ''} onClick={onPick}>
      <Title order={2} fz={15}>
        {provider}
      </Title>
      <Text size="sm" c="dimmed">
        {product}
      </Text>
      <Text size="sm">{answers}</Text>
      <Group gap={6}>
        {projects.map((project) => (
          <Badge key={project} variant="light" tt="none">
            {nameOf(project)}
          </Badge>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        {countries.length > 0
          ? joinNames(language, countries.map(nameOf))
          : t('channels.presets.all_countries')}
        {' · '}
        {t(`channels.presets.prices.${price.model}`)}
      </Text>
      <Group gap={6}>
        {confidence === 'unverified' ? (
          <Badge color="yellow" variant="dot" fw={500} tt="none">
            {t('channels.presets.unverified')}
          </Badge>
        ) : null}
        {sunset ? (
          <Badge color="red" variant="dot" fw={500} tt="none">
            {t('channels.presets.sunset', { day: sunset })}
          </Badge>
        ) : null}
      </Group>
    </UnstyledButton>
  );
}
