import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ConflictNotice } from '@/components/form/conflict-notice';
import { fieldErrors } from '@/components/form/form-errors';
import { useVersionedSave } from '@/components/form/use-versioned-save';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { SectionCard } from '@/components/page/section-card';
import { NO_PROOF, proofBody, SecondPersonFields } from '@/components/second-person/second-person-fields';
import { useTitle } from '@/lib/i18n/use-title';
import { keysOf } from '@/lib/records';
import { toast } from '@/lib/toast';
import { useUnsavedInput } from '@/lib/unsaved-input';
import {
  fetchSettings,
  settingsOptions,
  saveSettings,
  SETTINGS_KEY,
  type StoredSettings,
} from './api/settings';
import { SaveBar } from './save-bar';
import { SettingField } from './setting-field';
import {
  checkSettings,
  type FieldName,
  GROUPS,
  isNumberName,
  NUMBER_FIELDS,
  type Problem,
  settingsOf,
  type SettingValues,
  valuesOf,
} from './setting-fields';
import classes from './system.module.css';

export default function SystemSettingsPage() {
  const { t } = useTranslation();
  const title = useTitle()('system_settings');
  const { pathname } = useLocation();
  const query = useQuery(settingsOptions());
  if (query.isPending) return <PageSkeleton />;
  return (
    <>
      <PageHeader title={title} description={t('system.description')} />
      {query.isLoadingError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SettingsForm stored={query.data} path={pathname} />
      )}
    </>
  );
}

const FIELD_NAMES = GROUPS.flatMap(({ fields }) => fields);

const versioned = ({ version, settings }: StoredSettings) => ({ version, values: valuesOf(settings) });

function SettingsForm({ stored, path }: { stored: StoredSettings; path: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const problemText = useProblemText();
  const [proof, setProof] = useState(NO_PROOF);
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const form = useForm<SettingValues>({ initialValues: valuesOf(stored.settings) });
  const { base, conflict, busy, reloading, submit, reload } = useVersionedSave<SettingValues>({
    form,
    start: versioned(stored),
    save: async (values, version) => {
      setRefused({});
      const settings = settingsOf(values, stored.settings);
      try {
        const saved = await saveSettings({ version, settings }, proofBody(proof));
        setProof(NO_PROOF);
        if (saved.approval != null) {
          toast.success(t('form.sent_for_approval'));
          // The address of the node stays as it is until then.
          void queryClient.invalidateQueries({ queryKey: [SETTINGS_KEY] });
        }
        return saved.version;
      } catch (reason) {
        setRefused(fieldErrors(reason));
        throw reason;
      }
    },
    reload: async () => versioned(await fetchSettings()),
    onSaved: ({ version, values }) => {
      toast.success(t('form.saved'));
      queryClient.setQueryData([SETTINGS_KEY], { version, settings: settingsOf(values, stored.settings) });
    },
    fieldPrefix: 'settings.',
  });
  const dirty = form.isDirty();
  useUnsavedInput(path, dirty);

  function save(values: SettingValues): void {
    const problems = checkSettings(values, base.values);
    const wrong = keysOf(problems).flatMap((name) => {
      const problem = problems[name];
      return problem ? [[name, problemText(name, problem)]] : [];
    });
    form.setErrors(Object.fromEntries(wrong));
    if (Object.keys(problems).length === 0) submit(values);
  }

  return (
    <form noValidate onSubmit={form.onSubmit(save)}>
      <div className={classes.groups}>
        <ConflictNotice
          conflict={conflict}
          busy={reloading}
          onReload={reload}
          fieldName={(field) => {
            const known = FIELD_NAMES.find((name) => name === field);
            return known ? t(`system.fields.${known}`) : field;
          }}
        />
        {GROUPS.map((group) => {
          // Show only settings that the server supports.
          const fields = group.fields.filter((name) => Object.hasOwn(stored.settings, name));
          if (fields.length === 0) return null;
          return (
            <SectionCard key={group.name} title={t(`system.groups.${group.name}`)}>
              <div className={classes.fields}>
                {fields.map((name) => (
                  <SettingField key={name} name={name} form={form} />
                ))}
              </div>
            </SectionCard>
          );
        })}
      </div>
      {form.getValues().tron_node_url === base.values.tron_node_url ? null : (
        <SectionCard title={t('system.confirm_node')}>
          <SecondPersonFields always proof={proof} onChange={setProof} errors={refused} />
        </SectionCard>
      )}
      <SaveBar dirty={dirty} busy={busy} onDiscard={() => form.setValues(base.values)} />
    </form>
  );
}

function useProblemText(): (name: FieldName, problem: Problem) => string {
  const { t } = useTranslation();
  return (name, problem) => {
    if (!isNumberName(name)) return t(`system.problems.${problem}`, { min: 0, max: 0, digits: 0 });
    const { min, max, digits } = NUMBER_FIELDS[name];
    return t(`system.problems.${problem}`, { min, max, digits });
  };
}
