import { Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '@/components/form/conflict-notice';
import { FormDialog } from '@/components/form/form-dialog';
import { useVersionedSave } from '@/components/form/use-versioned-save';
import { toast } from '@/lib/toast';
import { editUser } from './api/user-actions';
import { fetchUserDetail, type UserDetail } from './api/user-detail';
import { UserFields } from './user-fields';
import { editOf, type UserValues, valuesOf } from './user-form';

interface Props {
  detail: UserDetail;
  onSaved: () => void;
  onClose: () => void;
}

const versioned = (detail: UserDetail) => ({ version: detail.user.version, values: valuesOf(detail) });

export function UserEditDialog({ detail, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const { uid, username } = detail.user;
  const form = useForm<UserValues>({ initialValues: valuesOf(detail) });
  const { conflict, busy, reloading, submit, reload } = useVersionedSave({
    form,
    start: versioned(detail),
    save: (values, version) => editUser(editOf(uid, version, values)),
    reload: async () => versioned(await fetchUserDetail(uid)),
    onSaved: () => {
      toast.success(t('form.saved'));
      onSaved();
    },
  });

  const names: Readonly<Record<string, string>> = {
    account_type: t('users.account_type'),
    roles: t('user_admin.roles'),
    ud: t('user_admin.ud'),
    self_quota_topup: t('user_admin.self_quota_topup'),
    enabled: t('user_admin.enabled_label'),
    introduction: t('user_admin.introduction'),
  };

  return (
    <FormDialog
      name="user-edit"
      title={t('user_admin.edit_title', { name: username })}
      dirty={form.isDirty()}
      busy={busy}
      submitLabel={t('form.save')}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <ConflictNotice
        conflict={conflict}
        busy={reloading}
        onReload={reload}
        fieldName={(field) => names[field] ?? field}
      />
      <UserFields form={form} />
      <Switch
        label={t('user_admin.enabled_label')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
