/** Creates a channel from a preset: inputs, projects and contract, with a test of one number beside it. */
import {
  Alert,
  Anchor,
  Button,
  List,
  MultiSelect,
  NativeSelect,
  PasswordInput,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateField } from '@/components/date-field/date-field';
import { fieldErrors } from '@/components/form/form-errors';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import type { PresetInput, PresetView } from '@/lib/screening/preset-types';
import { toast } from '@/lib/toast';
import { CHANNELS_KEY } from './api/list-channels';
import { type PresetChoice, saveChannel } from './api/save-channel';
import { ORDER } from './rule-list';
import { TestPanel } from './test-panel';
import { useProjectNames } from './use-project-names';
import classes from './channels.module.css';

interface Props {
  preset: PresetView;
  onBack: () => void;
  onSaved: () => void;
}

interface Values {
  name: string;
  projects: string[];
  inputs: Record<string, string>;
  contract: { ref: string; expires: string };
  enabled: boolean;
}

const NEW_PRIORITY = 100;

export function PresetForm({ preset, onBack, onSaved }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const projectName = useProjectNames();
  const form = useForm<Values>({
    initialValues: {
      name: preset.id,
      projects: [...preset.projects],
      inputs: Object.fromEntries(
        preset.inputs.map((input) => [input.key, input.default ?? input.example ?? '']),
      ),
      contract: { ref: '', expires: '' },
      enabled: false,
    },
  });
  const choice = (): PresetChoice => {
    const { name, projects, inputs, contract } = form.getValues();
    const ref = contract.ref.trim();
    return {
      id: preset.id,
      name: name.trim(),
      projects,
      inputs,
      ...(ref || contract.expires ? { contract: { ref, expires: contract.expires } } : {}),
    };
  };
  const save = useMutation({
    mutationFn: () =>
      saveChannel({
        version: 0,
        priority: NEW_PRIORITY,
        enabled: form.getValues().enabled,
        preset: choice(),
      }),
    onSuccess: () => {
      toast.success(t('channels.presets.created'));
      void queryClient.invalidateQueries({ queryKey: [CHANNELS_KEY] });
      onSaved();
    },
    onError: (reason) => {
      // Inputs are refused as `preset.inputs.key`, fields of the finished channel as `config.name`.
      const errors = Object.entries(fieldErrors(reason, 'preset.'));
      form.setErrors(
        Object.fromEntries(errors.map(([field, text]) => [field.replace(/^config\./, ''), text])),
      );
    },
  });
  return (
    <>
      <PageHeader
        title={`${preset.provider} · ${preset.product}`}
        description={t('channels.presets.form_description')}
        actions={
          <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.6} />} onClick={onBack}>
            {t('channels.presets.back')}
          </Button>
        }
      />
      <div className={classes.editor}>
        <form noValidate className={classes.sections} onSubmit={form.onSubmit(() => save.mutate())}>
          {preset.simulated ? <Alert color="blue">{t('channels.presets.simulated')}</Alert> : null}
          {preset.confidence === 'unverified' ? (
            <Alert color="yellow">{t('channels.presets.unverified_hint')}</Alert>
          ) : null}
          {preset.notes?.length ? (
            <Alert color="gray" title={t('channels.presets.notes')}>
              <List size="sm">
                {preset.notes.map((note) => (
                  <List.Item key={note}>{note}</List.Item>
                ))}
              </List>
            </Alert>
          ) : null}
          <SectionCard title={t('channels.presets.account')}>
            <div className={classes.grid}>
              {preset.inputs.map((input) => (
                <InputField key={input.key} input={input} props={form.getInputProps(`inputs.${input.key}`)} />
              ))}
            </div>
          </SectionCard>
          <SectionCard title={t('channels.presets.channel')}>
            <div className={classes.grid}>
              <TextInput
                label={t('channels.fields.name')}
                autoComplete="off"
                {...form.getInputProps('name')}
              />
              <TextInput
                label={t('channels.fields.contract_ref')}
                autoComplete="off"
                {...form.getInputProps('contract.ref')}
              />
              <DateField
                label={t('channels.fields.contract_expires')}
                {...form.getInputProps('contract.expires')}
              />
              <MultiSelect
                className={classes.wide ?? ''}
                label={t('channels.fields.checks')}
                data={preset.projects.map((value) => ({ value, label: projectName(value) }))}
                {...form.getInputProps('projects')}
              />
            </div>
            <Switch
              mt="md"
              label={t('channels.enabled')}
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
            <Button type="submit" mt="md" loading={save.isPending}>
              {t('channels.presets.create')}
            </Button>
          </SectionCard>
          <SectionCard title={t('channels.presets.facts')}>
            <Text size="sm" mb="xs">
              {preset.answers}
            </Text>
            {preset.price.note ? (
              <Text size="sm" mb="xs">
                {preset.price.note}
              </Text>
            ) : null}
            <List size="sm">
              {preset.facts.map(({ about, source, confidence }) => (
                <List.Item key={`${about} ${source}`}>
                  {withLabel(language, about, '')}
                  <Anchor
                    underline="always"
                    href={source}
                    target="_blank"
                    rel="noreferrer noopener"
                    size="sm"
                  >
                    {new URL(source).host}
                  </Anchor>{' '}
                  ({t(`channels.presets.confidence.${confidence}`)})
                </List.Item>
              ))}
            </List>
          </SectionCard>
        </form>
        <div className={classes.side}>
          <TestPanel projects={preset.projects} given={() => ({ preset: choice() })} />
        </div>
      </div>
    </>
  );
}

type InputProps = ReturnType<ReturnType<typeof useForm<Values>>['getInputProps']>;

function InputField({ input, props }: { input: PresetInput; props: InputProps }) {
  const shared = {
    label: input.label,
    description: input.hint || undefined,
    inputWrapperOrder: ORDER,
    ...props,
  };
  if (input.kind === 'secret') return <PasswordInput {...shared} autoComplete="off" />;
  if (input.kind === 'choice') return <NativeSelect {...shared} data={[...(input.options ?? [])]} />;
  return <TextInput {...shared} autoComplete="off" spellCheck={false} />;
}
