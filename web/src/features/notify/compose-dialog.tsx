import { Alert, NativeSelect, Radio, Switch, Tabs, Text, Textarea, TextInput, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountPicker } from '@/components/account-picker/account-picker';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { LANGUAGE_NAMES, LANGUAGES } from '@/config/constants';
import { useLanguage } from '@/lib/i18n/use-language';
import { ACCOUNT_TYPES, useAccountTypeName } from '@/lib/session/account-type-name';
import { toast } from '@/lib/toast';
import { sendNotification } from './api/sent-notifications';
import {
  checkCompose,
  type ComposeValues,
  firstFaultyLanguage,
  isWritten,
  NEW_NOTIFICATION,
  outgoingOf,
} from './compose';

const MAX_TITLE = 120;
const MAX_TEXT = 5000;

export function ComposeDialog({ onSent, onClose }: { onSent: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const typeName = useAccountTypeName();
  const [tab, setTab] = useState<string | null>(useLanguage());
  const form = useForm<ComposeValues>({
    initialValues: NEW_NOTIFICATION,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(checkCompose(values)).map(([field, problem]) => [field, t(`notify.${problem}`)]),
      ),
  });
  const values = form.getValues();
  const send = useMutation({
    mutationFn: (typed: ComposeValues) => sendNotification(outgoingOf(typed)),
    onSuccess: (count) => {
      toast.success(t('notify.sent', { count }));
      onSent();
    },
    onError: (reason) => {
      form.setErrors(fieldErrors(reason, 'audience.'));
    },
  });
  /** A notification to many accounts is asked about first, because it cannot be taken back. */
  async function ask(typed: ComposeValues): Promise<void> {
    const many = {
      all: t('notify.kinds.all'),
      type: typeName(Number(typed.account_type)),
      account: null,
    }[typed.kind];
    const question = {
      title: t('notify.many_title', { who: many }),
      text: t('notify.many_text'),
      confirmLabel: t('notify.send'),
    };
    if (many === null || (await askConfirmation(question))) send.mutate(typed);
  }

  return (
    <FormDialog
      name="notify-compose"
      title={t('notify.compose')}
      dirty={form.isDirty()}
      busy={send.isPending}
      submitLabel={t('notify.send')}
      onSubmit={form.onSubmit(
        (typed) => void ask(typed),
        (errors) => setTab(firstFaultyLanguage(errors) ?? tab),
      )}
      onClose={onClose}
    >
      <Radio.Group label={t('notify.audience')} {...form.getInputProps('kind')}>
        <Group mt={6} gap="lg">
          {(['all', 'type', 'account'] as const).map((kind) => (
            <Radio key={kind} value={kind} label={t(`notify.kinds.${kind}`)} />
          ))}
        </Group>
      </Radio.Group>
      {values.kind === 'type' ? (
        <NativeSelect
          aria-label={t('users.account_type')}
          {...form.getInputProps('account_type')}
          data={ACCOUNT_TYPES.map((type) => ({ value: String(type), label: typeName(type) }))}
        />
      ) : null}
      {values.kind === 'account' ? (
        <AccountPicker label={t('notify.account')} {...form.getInputProps('uid')} />
      ) : null}
      <Switch
        label={t('notify.needs_confirm')}
        description={t('notify.needs_confirm_hint')}
        {...form.getInputProps('needs_confirm', { type: 'checkbox' })}
      />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List>
          {LANGUAGES.map((language) => (
            <Tabs.Tab
              key={language}
              value={language}
              rightSection={
                isWritten(values.texts[language]) ? (
                  <IconPencil size={13} stroke={1.8} aria-label={t('notify.written')} />
                ) : null
              }
            >
              {LANGUAGE_NAMES[language]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map((language) => (
          <Tabs.Panel key={language} value={language} pt="sm" lang={language}>
            <TextInput
              label={t('notify.title')}
              maxLength={MAX_TITLE}
              {...form.getInputProps(`texts.${language}.title`)}
            />
            <Textarea
              mt="sm"
              label={t('notify.text')}
              autosize
              minRows={4}
              maxRows={12}
              maxLength={MAX_TEXT}
              {...form.getInputProps(`texts.${language}.text`)}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      {form.errors.texts ? <Alert color="red">{form.errors.texts}</Alert> : null}
      <Text size="xs" c="dimmed">
        {t('notify.languages_hint')}
      </Text>
    </FormDialog>
  );
}
