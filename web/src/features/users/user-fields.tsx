/** Fields shared by the create and edit forms. */
import { Group, MultiSelect, NativeSelect, Switch, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { MAX_POINT_DECIMALS } from '@/config/constants';
import { useRoleOptions } from '@/lib/roles/use-roles';
import { ACCOUNT_TYPES, useAccountTypeName } from '@/lib/session/account-type-name';
import { useSessionStore } from '@/lib/session/session-store';
import { type UserValues, defaultRoles } from './user-form';

const DECIMALS = Array.from({ length: MAX_POINT_DECIMALS + 1 }, (_, count) => String(count));
/** The account type of administrators. */
const ADMINISTRATOR = 1;
const MAX_INTRODUCTION = 500;

export function UserFields({ form }: { form: UseFormReturnType<UserValues> }) {
  const { t } = useTranslation();
  const typeName = useAccountTypeName();
  const options = useRoleOptions();
  const ownType = useSessionStore((session) => session.user?.account_type ?? 0);
  const { account_type, roles } = form.getValues();
  const known = new Set(options.map(({ value }) => value));
  const unknown = roles
    .filter((id) => !known.has(id))
    .map((id) => ({ value: id, label: t('role_admin.role_n', { id }) }));

  function chooseType(type: string): void {
    // Default roles follow the account type. Roles chosen manually stay.
    if (roles.join() === defaultRoles(account_type).join()) form.setFieldValue('roles', defaultRoles(type));
    form.setFieldValue('account_type', type);
  }

  return (
    <>
      <Group grow align="flex-start">
        <NativeSelect
          label={t('users.account_type')}
          {...form.getInputProps('account_type')}
          onChange={(event) => chooseType(event.currentTarget.value)}
          data={ACCOUNT_TYPES.map((type) => ({
            value: String(type),
            label: typeName(type),
            // Users cannot assign a type above their own. The current type stays selectable.
            disabled: type < ownType && String(type) !== account_type,
          }))}
        />
        <NativeSelect
          label={t('user_admin.ud')}
          {...form.getInputProps('ud')}
          data={DECIMALS}
          description={t('user_admin.ud_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </Group>
      <MultiSelect
        label={t('user_admin.roles')}
        data={[...options, ...unknown]}
        {...form.getInputProps('roles')}
        comboboxProps={{ zIndex: 320 }}
      />
      <Switch
        label={t('user_admin.self_quota_topup')}
        disabled={ownType !== ADMINISTRATOR}
        {...(ownType === ADMINISTRATOR ? {} : { description: t('user_admin.administrators_only') })}
        {...form.getInputProps('self_quota_topup', { type: 'checkbox' })}
      />
      <Textarea
        label={t('user_admin.introduction')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_INTRODUCTION}
        {...form.getInputProps('introduction')}
      />
    </>
  );
}
