import { NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Allowance } from '@/components/allowances/allowance-table';
import { formatAllowance, GIGABYTE, type Resource } from '@/components/allowances/format-allowance';
import { FormDialog } from '@/components/form/form-dialog';
import { useLanguage } from '@/lib/i18n/use-language';
import { toast } from '@/lib/toast';
import { setAllowances } from './api/user-actions';
import type { UserDetail } from './api/user-detail';

interface Props {
  detail: UserDetail;
  onSaved: () => void;
  onClose: () => void;
}

type Values = Partial<Record<Resource, number | ''>>;

const unitOf = (resource: Resource) => (resource === 'stored_bytes' ? GIGABYTE : 1);

/** Staff set the allowances of an account. An empty field means the default of its type. */
export function UserAllowancesDialog({ detail, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { uid, username } = detail.user;
  const start = ({ resource, most, default: usual }: Allowance) =>
    [resource, most === usual ? '' : most / unitOf(resource)] as const;
  const form = useForm<Values>({ initialValues: Object.fromEntries(detail.allowances.map(start)) });
  const save = useMutation({
    mutationFn: (values: Values) => {
      // Only what was changed here: a colleague may have changed another limit meanwhile.
      const changed = detail.allowances
        .filter(({ resource }) => form.isDirty(resource))
        .map(({ resource }) => {
          const value = values[resource];
          return [resource, typeof value === 'number' ? Math.round(value * unitOf(resource)) : null] as const;
        });
      return setAllowances(uid, Object.fromEntries(changed));
    },
    onSuccess: () => {
      toast.success(t('form.saved'));
      onSaved();
    },
  });
  return (
    <FormDialog
      name="user-allowances"
      title={t('allowances.edit_title', { name: username })}
      dirty={form.isDirty()}
      busy={save.isPending}
      submitLabel={t('form.save')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      {detail.allowances.map(({ resource, default: usual, highest }) => (
        <NumberInput
          key={resource}
          label={t(`allowances.resources.${resource}`)}
          description={t('allowances.default', { value: formatAllowance(resource, usual, language) })}
          {...(resource === 'stored_bytes' ? { suffix: ' GB' } : { allowDecimal: false })}
          min={0}
          max={highest / unitOf(resource)}
          {...form.getInputProps(resource)}
        />
      ))}
    </FormDialog>
  );
}
