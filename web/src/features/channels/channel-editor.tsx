import { Alert, Button, NumberInput, SegmentedControl, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { confirmLosingInput } from '@/components/confirm/confirm-losing-input';
import { ConflictNotice } from '@/components/form/conflict-notice';
import { fieldErrors } from '@/components/form/form-errors';
import { useVersionedSave } from '@/components/form/use-versioned-save';
import { PageHeader } from '@/components/page/page-header';
import type { ChannelValidation, ChannelView } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import { forgetUnsaved, useUnsavedInput } from '@/lib/unsaved-input';
import { CHANNELS_KEY, listChannels } from './api/list-channels';
import { type Given, saveChannel } from './api/save-channel';
import { validateChannel } from './api/validate-channel';
import { ChannelSections } from './channel-sections';
import type { ChannelConfig } from './config';
import { configOf, type Draft, draftOf, NEW_PLACE } from './draft';
import { hasTypedSecret, withoutSecrets } from './secrets';
import { FaultList } from './fault-list';
import { type Fault, formPath } from './faults';
import { useFieldTexts } from './fields';
import { HealthCard } from './health-card';
import { PresetUpdateNotice } from './preset-update';
import { TestPanel } from './test-panel';
import { useProblemText } from './use-problem-text';
import { YamlEditor } from './yaml-editor';
import classes from './channels.module.css';

/** Initial values of a new channel. */
export type Start = { config?: ChannelConfig; yaml?: string };

interface Props {
  /** Null creates a new channel. */
  channel: ChannelView | null;
  start: Start;
  onClose: () => void;
}

const versioned = (channel: ChannelView | null | undefined, start: Start = {}) => ({
  version: channel?.version ?? 0,
  values: draftOf(channel?.config ?? start.config ?? { name: '' }, channel ?? NEW_PLACE),
});

export function ChannelEditor({ channel, start, onClose }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const problemText = useProblemText();
  const fieldTexts = useFieldTexts();
  const locked = !useHasPermission()('channel/edit');
  // The YAML text in YAML mode, null in form mode.
  const [yaml, setYaml] = useState<string | null>(start.yaml ?? null);
  const [yamlStart, setYamlStart] = useState('');
  const [yamlError, setYamlError] = useState<string | null>(null);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const form = useForm<Draft>({ initialValues: versioned(channel, start).values });
  const dirty = form.isDirty() || (yaml !== null && yaml !== yamlStart);
  useUnsavedInput(pathname, dirty);

  const { conflict, busy, reloading, submit, reload } = useVersionedSave<Draft>({
    form,
    start: versioned(channel, start),
    save: async (draft, version) =>
      (
        await saveChannel({
          version,
          priority: Math.trunc(Number(draft.priority)) || 0,
          enabled: draft.enabled,
          ...(yaml === null ? { config: configOf(draft) } : { yaml }),
        })
      ).version,
    reload: async () => versioned((await listChannels()).find(({ name }) => name === channel?.name)),
    onSaved: () => {
      toast.success(t('form.saved'));
      forgetUnsaved(pathname);
      void queryClient.invalidateQueries({ queryKey: [CHANNELS_KEY] });
      onClose();
    },
    onReloaded: (merged) => {
      if (yaml !== null) void showAsYaml(merged);
    },
    fieldPrefix: 'config.',
    pathOf: formPath,
  });

  function showFaults(found: readonly Fault[]): void {
    setFaults(found);
    form.setErrors(Object.fromEntries(found.map((fault) => [formPath(fault.field), problemText(fault)])));
  }

  const given = (): Given => (yaml === null ? { config: configOf(form.getValues()) } : { yaml });

  /** Validates the channel. Faults are shown at their fields, syntax errors below the YAML. */
  async function check(): Promise<ChannelValidation | null> {
    try {
      const read = await validateChannel(given());
      setYamlError(null);
      showFaults(read.faults);
      return read;
    } catch (reason) {
      const message = (reason instanceof Error && reason.message) || t('errors.error');
      if (yaml === null) toast.error(message);
      else setYamlError(Object.values(fieldErrors(reason))[0] ?? message);
      return null;
    }
  }

  /** The form's values for what was read from the YAML. A secret typed there comes back masked, so it is asked again. */
  function draftFrom(read: ChannelValidation, text: string): Draft {
    const draft = draftOf(read.config, form.getValues());
    return channel === null || hasTypedSecret(text) ? withoutSecrets(draft) : draft;
  }

  async function showAsYaml(draft: Draft): Promise<void> {
    try {
      setYaml((await validateChannel({ config: configOf(draft) })).yaml);
    } catch {
      // The form has the same values.
      setYaml(null);
    }
  }

  /** Versions are merged field by field, so the typed YAML is read first. Unreadable text stays as it is. */
  async function reloadLatest(): Promise<void> {
    if (yaml !== null) {
      const read = await check();
      if (read === null) return;
      form.setValues(draftFrom(read, yaml));
    }
    reload();
  }

  const turning = useMutation({
    mutationFn: async (to: string) => {
      if ((to === 'yaml') === (yaml !== null)) return;
      // Nothing to convert.
      if (yaml?.trim() === '') {
        setYaml(null);
        return;
      }
      const read = await check();
      if (read === null) return;
      if (yaml === null) {
        setYaml(read.yaml);
        setYamlStart(read.yaml);
      } else {
        form.setValues(draftFrom(read, yaml));
        setYaml(null);
      }
    },
  });

  const checking = useMutation({
    mutationFn: check,
    onSuccess: (read) => {
      if (read?.faults.length === 0) toast.success(t('channels.check_good'));
    },
  });

  const saving = useMutation({
    mutationFn: async () => {
      // Validation reports more detail than a failed save.
      const read = await check();
      if (read?.faults.length === 0) {
        submit(yaml === null ? form.getValues() : draftOf(read.config, form.getValues()));
      }
    },
  });

  async function close(): Promise<void> {
    if (!(await confirmLosingInput(t, [pathname]))) return;
    forgetUnsaved(pathname);
    onClose();
  }

  return (
    <>
      <PageHeader
        title={channel ? t('channels.edit_title', { name: channel.name }) : t('channels.new_title')}
        description={t('channels.edit_description')}
        actions={
          <>
            <SegmentedControl
              aria-label={t('channels.view_as')}
              value={yaml === null ? 'form' : 'yaml'}
              disabled={turning.isPending}
              data={[
                { value: 'form', label: t('channels.as_form') },
                { value: 'yaml', label: t('channels.as_yaml') },
              ]}
              onChange={(to) => turning.mutate(to)}
            />
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} stroke={1.6} />}
              onClick={() => void close()}
            >
              {t('channels.back')}
            </Button>
          </>
        }
      />
      {channel?.disabled_reason ? (
        <Alert color="yellow" mb="md">
          {t('channels.save_disabled', { reason: channel.disabled_reason })}
        </Alert>
      ) : null}
      {channel?.update && form.getValues().preset?.version !== channel.update.version ? (
        <PresetUpdateNotice
          update={channel.update}
          locked={locked || yaml !== null}
          onTake={() => {
            if (channel.update) form.setValues(draftOf(channel.update.config, form.getValues()));
            toast.success(t('channels.update.taken'));
          }}
        />
      ) : null}
      <div className={classes.editor}>
        <div>
          <div className={classes.sections}>
            <ConflictNotice
              conflict={conflict}
              busy={reloading}
              onReload={() => void reloadLatest()}
              fieldName={(field) => fieldTexts(field).label}
            />
            {faults.length > 0 ? <FaultList faults={faults} /> : null}
            {yaml === null ? (
              <ChannelSections form={form} locked={locked} isNew={channel === null} />
            ) : (
              <YamlEditor value={yaml} onChange={setYaml} error={yamlError} readOnly={locked} />
            )}
          </div>
          {locked ? null : (
            <div className={classes.bar} data-bottom-bar>
              <NumberInput
                w={190}
                aria-label={t('channels.fields.priority')}
                title={t('channels.hints.priority')}
                leftSection={
                  <Text size="xs" c="dimmed">
                    {t('channels.priority')}
                  </Text>
                }
                leftSectionWidth={84}
                min={0}
                allowDecimal={false}
                {...form.getInputProps('priority')}
              />
              <Switch
                className={classes.barText ?? ''}
                label={t('channels.enabled')}
                {...form.getInputProps('enabled', { type: 'checkbox' })}
              />
              <div className={classes.barButtons}>
                <Button variant="default" loading={checking.isPending} onClick={() => checking.mutate()}>
                  {t('channels.check')}
                </Button>
                <Button
                  loading={busy || saving.isPending}
                  disabled={!dirty && channel !== null}
                  onClick={() => saving.mutate()}
                >
                  {t('form.save')}
                </Button>
              </div>
            </div>
          )}
        </div>
        <div className={classes.side}>
          {locked || form.getValues().kind === 'builtin' ? null : (
            <TestPanel projects={form.getValues().checks} given={given} />
          )}
          {channel ? <HealthCard channel={channel} /> : null}
        </div>
      </div>
    </>
  );
}
