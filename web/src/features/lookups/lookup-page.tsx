/** Looks up numbers: what is known at once, then the answers of projects. */
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Select,
  Skeleton,
  Text,
  Textarea,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { fieldErrors } from '@/components/form/form-errors';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { useTitle } from '@/lib/i18n/use-title';
import { useCatalogue } from '@/lib/screening/use-catalogue';
import { useCountryOptions } from '@/lib/screening/use-country-options';
import { usePoints } from '@/lib/screening/use-points';
import { useSessionStore } from '@/lib/session/session-store';
import {
  type AskedNumber,
  type AskRequest,
  askLookups,
  LOOKUP_LIST_KEY,
  type Preview,
  previewOptions,
} from './api/lookups';
import { FactsTable } from './facts-table';
import { type GivenInputs, inputsOf, neededInputs } from './inputs';
import { ProjectChoice } from './project-choice';
import { Results } from './results';
import { RowInputs } from './row-inputs';
import { MAX_NUMBERS, NUMBERS_PARAM, typedNumbers } from './typed-numbers';
import classes from './lookups.module.css';

/** Ages of answers to choose from, in days. */
const AGES = [0, 1, 7, 30];
const TYPING_MS = 300;
/** Heights in the table of facts, whose rows are cards on phones. */
const HEAD_PX = 38;
const ROW_PX = 42;
const CARD_PX = 185;

interface Answered {
  items: readonly AskedNumber[];
  at: number;
  /** What was sent with each number, for asking again. */
  inputs: GivenInputs;
}

export default function LookupPage() {
  const { t } = useTranslation();
  const title = useTitle()('lookup_create');
  const queryClient = useQueryClient();
  const points = usePoints();
  const [params] = useSearchParams();
  const given = params.get(NUMBERS_PARAM) ?? '';
  const [givenBefore, setGivenBefore] = useState(given);
  const [text, setText] = useState(given);
  // The command palette can open the page again with another number.
  if (given !== givenBefore) {
    setGivenBefore(given);
    if (given !== '') setText(given);
  }
  const [country, setCountry] = useState<string | null>(null);
  const [projects, setProjects] = useState<string[]>([]);
  const [inputs, setInputs] = useState<GivenInputs>({});
  const [maxAge, setMaxAge] = useState(7);
  const [confirmed, setConfirmed] = useState(false);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const numbers = typedNumbers(text);
  const tooMany = numbers.length > MAX_NUMBERS;
  const preview = usePreview(tooMany ? [] : numbers, country, projects);

  const ask = useMutation({
    mutationFn: askLookups,
    onSuccess: ({ items }, request) => {
      const now = Math.floor(Date.now() / 1000);
      setAnswered((before) => ({
        items: merged(before, items, request),
        at: now,
        inputs: { ...before?.inputs, ...sentInputs(items, request) },
      }));
      void queryClient.invalidateQueries({ queryKey: [LOOKUP_LIST_KEY] });
      useSessionStore.setState({ updateBalance: true });
    },
  });
  const refused = fieldErrors(ask.error);
  const needed = neededInputs(useCatalogue().data ?? [], projects);
  const request = (about: string[], days: number, values: GivenInputs): AskRequest => ({
    numbers: about,
    country,
    projects,
    max_age_days: days,
    inputs: inputsOf(about, needed, values),
    confirmed,
  });
  const asking =
    ask.isPending && ask.variables.numbers.length === 1 ? (ask.variables.numbers[0] ?? null) : null;

  return (
    <>
      <PageHeader title={title} description={t('lookups.description')} />
      <div className={classes.page}>
        <SectionCard title={t('lookups.numbers')}>
          <Textarea
            label={t('lookups.field')}
            description={t('lookups.field_hint', { count: MAX_NUMBERS })}
            placeholder="+1 201-555-0100"
            autosize
            minRows={2}
            maxRows={10}
            inputMode="tel"
            value={text}
            error={tooMany ? t('lookups.too_many', { count: numbers.length }) : (refused.numbers ?? null)}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Select
            mt="sm"
            maw={320}
            searchable
            clearable
            label={t('lookups.default_country')}
            placeholder={t('lookups.no_default_country')}
            data={useCountryOptions()}
            value={country}
            clearButtonProps={{ 'aria-label': t('lookups.clear_country') }}
            onChange={setCountry}
          />
          {preview.isError ? (
            <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
          ) : null}
          {preview.isLoading ? (
            <Skeleton
              className={classes.facts}
              h={{ base: numbers.length * CARD_PX, sm: HEAD_PX + numbers.length * ROW_PX }}
              aria-busy
            />
          ) : null}
          {preview.data && preview.data.numbers.length > 0 && numbers.length > 0 ? (
            <div className={classes.facts}>
              <FactsTable numbers={preview.data.numbers} />
            </div>
          ) : null}
        </SectionCard>
        <SectionCard title={t('lookups.checks')}>
          <ProjectChoice chosen={projects} onChange={setProjects} />
          {needed.length > 0 && numbers.length > 0 && !tooMany ? (
            <RowInputs
              numbers={numbers}
              needed={needed}
              given={inputs}
              error={refused.inputs ?? null}
              onChange={setInputs}
            />
          ) : null}
          <NativeSelect
            mt="md"
            maw={320}
            label={t('lookups.reuse')}
            description={t('lookups.reuse_hint')}
            value={String(maxAge)}
            data={AGES.map((days) => ({
              value: String(days),
              label: days === 0 ? t('lookups.reuse_none') : t('lookups.reuse_days', { count: days }),
            }))}
            onChange={(event) => setMaxAge(Number(event.currentTarget.value))}
          />
          <Checkbox
            mt="md"
            label={t('lookups.confirm')}
            checked={confirmed}
            error={refused.confirmed ?? null}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
          {preview.data && preview.data.missing > 0 ? (
            <Alert mt="md" color="orange" variant="light" title={t('lookups.not_enough')}>
              {t('lookups.missing', { points: points.sum(preview.data.missing) })}
            </Alert>
          ) : null}
          <Group mt="md" gap="md">
            <Button
              leftSection={<IconSearch size={16} stroke={1.7} />}
              loading={ask.isPending && asking === null}
              disabled={!canAsk(numbers, projects, confirmed, preview.data) || tooMany || ask.isPending}
              onClick={() => {
                setAnswered(null);
                ask.mutate(request(numbers, maxAge, inputs));
              }}
            >
              {t('lookups.ask')}
            </Button>
            {projects.length > 0 && preview.data ? (
              <Text fw={600} className="ns-numeric">
                {preview.data.price > 0
                  ? t('lookups.at_most', { points: points.sum(preview.data.price) })
                  : t('lookups.free')}
              </Text>
            ) : null}
          </Group>
        </SectionCard>
        {answered ? (
          <Results
            items={answered.items}
            now={answered.at}
            asking={asking}
            onAskAgain={(number) => ask.mutate(request([number], 0, answered.inputs))}
          />
        ) : null}
      </div>
    </>
  );
}

function canAsk(
  numbers: readonly string[],
  projects: readonly string[],
  confirmed: boolean,
  preview: Preview | undefined,
): boolean {
  return (
    numbers.length > 0 && projects.length > 0 && confirmed && preview !== undefined && preview.missing === 0
  );
}

/** What a request sent with each number. */
function sentInputs(items: readonly AskedNumber[], { inputs = [] }: AskRequest): GivenInputs {
  return Object.fromEntries(items.map(({ facts }, place) => [facts.number, inputs[place] ?? {}]));
}

/** A number that was asked about again replaces its earlier answers. */
function merged(
  before: Answered | null,
  items: readonly AskedNumber[],
  request: AskRequest,
): readonly AskedNumber[] {
  if (before === null || request.numbers.length !== 1) return items;
  return before.items.map((old) => items.find(({ facts }) => facts.number === old.facts.number) ?? old);
}

/** Refetched when the typing pauses, and when the balance changes. */
function usePreview(numbers: string[], country: string | null, projects: string[]) {
  const [typed] = useDebouncedValue(numbers.join('\n'), TYPING_MS);
  const balance = useSessionStore(({ user }) => `${user?.balance ?? 0}/${user?.credit ?? 0}`);
  const asked = typed === '' ? [] : typed.split('\n');
  return useQuery({
    ...previewOptions({ numbers: asked, country, projects }, balance),
    enabled: asked.length > 0,
  });
}
