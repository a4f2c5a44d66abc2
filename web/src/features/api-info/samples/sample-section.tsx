import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '@/components/code/code-block';
import { SectionCard } from '@/components/page/section-card';
import { LANGUAGES, type SampleLanguage, samplesIn } from './samples';
import classes from '../api-info.module.css';

const RUN: Readonly<Record<string, string>> = {
  sh: 'bash',
  py: 'python3',
  mjs: 'node',
  go: 'go run',
};

export function SampleSection({ baseUrl }: { baseUrl: string }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  return (
    <div className={classes.stack}>
      <div className={classes.toolRow}>
        <Text c="dimmed">{t('api_info.samples.hint')}</Text>
        <SegmentedControl
          aria-label={t('api_info.samples.language')}
          value={language}
          data={[...LANGUAGES]}
          onChange={(next) => setLanguage(LANGUAGES.find((known) => known === next) ?? 'curl')}
        />
      </div>
      {samplesIn(language, baseUrl).map(({ purpose, file, source }) => (
        <SectionCard key={file} title={t(`api_info.samples.${purpose}`)}>
          <div className={classes.stack}>
            <CodeBlock title={t('api_info.samples.run')} code={commandFor(file, purpose)} />
            <CodeBlock title={file} code={source} />
          </div>
        </SectionCard>
      ))}
    </div>
  );
}

function commandFor(file: string, purpose: 'lookup' | 'screen'): string {
  const ending = file.slice(file.lastIndexOf('.') + 1);
  const words = purpose === 'lookup' ? '+12015550100' : screenWords(ending);
  return `export NUMSIFT_API_KEY=ns_…\n${RUN[ending] ?? ''} ${file} ${words}`;
}

function screenWords(ending: string): string {
  return ending === 'sh' ? 'numbers.txt results.csv whatsapp' : 'numbers.txt whatsapp > results.csv';
}
