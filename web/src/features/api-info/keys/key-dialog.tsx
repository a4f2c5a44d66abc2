import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { toast } from '@/lib/toast';
import { type ApiKey, type ApiScope, createKey, type KeyWithSecret, updateKey } from '../api/api-info';
import {
  checkKey,
  draftOf,
  EXPIRY_DAYS,
  expiryInDays,
  type KeyProblems,
  type KeyValues,
  MAX_NAME,
  MAX_RANGES,
  NEW_KEY,
  valuesOf,
} from './key-form';
import { useScopeText } from './scopes';
import classes from '../api-info.module.css';

interface Props {
  /** The key to edit. Without it, a new key is created. */
  edited?: ApiKey;
  scopes: readonly ApiScope[];
  /** Receives the secret of a new key. */
  onSaved: (made: KeyWithSecret | null) => void;
  onClose: () => void;
}

export function KeyDialog({ edited, scopes, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const scopeText = useScopeText();
  const before = edited?.expires_at ?? null;
  const problemTexts = useProblemTexts();
  const form = useForm<KeyValues>({
    initialValues: edited ? valuesOf(edited) : NEW_KEY,
    validate: (values) => problemTexts(checkKey(values, Date.now() / 1000, before)),
  });
  const save = useMutation({
    mutationFn: async (values: KeyValues): Promise<KeyWithSecret | null> => {
      const draft = draftOf(values, before);
      if (!edited) return createKey(draft);
      await updateKey(edited.id, draft);
      return null;
    },
    onSuccess: (made) => {
      if (!made) toast.success(t('form.saved'));
      onSaved(made);
    },
    onError: (reason) => {
      form.setErrors(formErrors(fieldErrors(reason)));
    },
  });
  return (
    <FormDialog
      name="api-key"
      title={edited ? t('api_info.keys.edit_title', { name: edited.name }) : t('api_info.keys.new')}
      size={520}
      dirty={form.isDirty()}
      busy={save.isPending}
      submitLabel={edited ? t('form.save') : t('form.create')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        label={t('api_info.keys.name')}
        description={t('api_info.keys.name_hint')}
        maxLength={MAX_NAME}
        {...form.getInputProps('name')}
      />
      <Checkbox.Group
        required
        label={t('api_info.keys.scopes')}
        description={t('api_info.keys.scopes_hint')}
        {...form.getInputProps('scopes')}
      >
        <Stack gap={8} mt={8} mb={4}>
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} description={scopeText(scope)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label={t('api_info.keys.ips')}
        description={t('api_info.keys.ips_hint')}
        placeholder={'203.0.113.7\n2001:db8::/32'}
        autosize
        minRows={2}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('ips')}
      />
      <TextInput
        type="datetime-local"
        label={t('api_info.keys.expires')}
        description={t('api_info.keys.expires_hint')}
        {...form.getInputProps('expires')}
      />
      <div className={classes.expiryChoices}>
        {EXPIRY_DAYS.map((days) => (
          <Button
            key={days}
            size="compact-xs"
            variant="default"
            onClick={() => form.setFieldValue('expires', expiryInDays(days, Date.now() / 1000))}
          >
            {t('api_info.keys.in_days', { n: days })}
          </Button>
        ))}
        <Button size="compact-xs" variant="default" onClick={() => form.setFieldValue('expires', '')}>
          {t('api_info.keys.never')}
        </Button>
      </div>
    </FormDialog>
  );
}

function useProblemTexts(): (problems: KeyProblems) => Record<string, string> {
  const { t } = useTranslation();
  return ({ name, scopes, ips, expires }) => ({
    ...(name ? { name: t('api_info.keys.name_missing') } : {}),
    ...(scopes ? { scopes: t('api_info.keys.scopes_missing') } : {}),
    ...(ips?.kind === 'ips_wrong'
      ? { ips: t('api_info.keys.ips_wrong', { list: ips.ranges.join(', ') }) }
      : {}),
    ...(ips?.kind === 'ips_many' ? { ips: t('api_info.keys.ips_many', { n: MAX_RANGES }) } : {}),
    ...(expires ? { expires: t('api_info.keys.expires_past') } : {}),
  });
}

/** Maps the server's field names, including list items (`ips.3`), to the form's fields. */
function formErrors(fields: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, message] of Object.entries(fields)) {
    const [field = ''] = name.split(/[.[]/);
    found[field === 'expires_at' ? 'expires' : field] = message;
  }
  return found;
}
