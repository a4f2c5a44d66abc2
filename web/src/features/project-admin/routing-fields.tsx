/** How the channels of a project are chosen. */
import { ActionIcon, Input, NativeSelect, NumberInput, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ROUTES } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { channelNamesOptions } from './api/list-channel-names';
import { type ChannelShare, MOST_SHADOW, MOST_SHARE, type ProjectValues } from './project-form';
import classes from './project-admin.module.css';

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface Props {
  form: UseFormReturnType<ProjectValues>;
  locked: boolean;
}

export function RoutingFields({ form, locked }: Props) {
  const { t } = useTranslation();
  const { route_by: by } = form.getValues();
  return (
    <>
      <NativeSelect
        label={t('project_admin.fields.route_by')}
        inputWrapperOrder={ORDER}
        description={t(`project_admin.route_hints.${by}`)}
        disabled={locked}
        data={ROUTES.map((value) => ({ value, label: t(`project_admin.route_by.${value}`) }))}
        {...form.getInputProps('route_by')}
      />
      <NumberInput
        label={t('project_admin.fields.shadow')}
        inputWrapperOrder={ORDER}
        description={t('project_admin.hints.shadow')}
        disabled={locked}
        min={0}
        max={MOST_SHADOW}
        decimalScale={2}
        allowNegative={false}
        hideControls
        {...form.getInputProps('shadow')}
      />
      {by === 'split' ? <Split form={form} locked={locked} /> : null}
    </>
  );
}

function Split({ form, locked }: Props) {
  const { t } = useTranslation();
  const maySee = useHasPermission()('channel/list');
  const names = useQuery({ ...channelNamesOptions(), enabled: maySee });
  const { split } = form.getValues();
  const left = (names.data ?? []).filter((name) => !split.some(({ channel }) => channel === name));
  return (
    <Input.Wrapper
      className={classes.wide ?? ''}
      label={t('project_admin.fields.split')}
      labelElement="div"
      inputWrapperOrder={ORDER}
      description={t('project_admin.hints.split')}
      error={form.errors.split}
    >
      <ul className={classes.rows}>
        {split.map(({ channel }, row) => (
          <li key={channel}>
            <span>{channel}</span>
            <NumberInput
              aria-label={t('project_admin.share_of', { name: channel })}
              disabled={locked}
              min={1}
              max={MOST_SHARE}
              allowDecimal={false}
              hideControls
              {...form.getInputProps(`split.${row}.share`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={locked}
              aria-label={t('project_admin.channel_remove', { name: channel })}
              onClick={() => form.removeListItem('split', row)}
            >
              <IconX size={15} stroke={1.7} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {locked || left.length === 0 ? null : (
        <Select
          aria-label={t('project_admin.add_share')}
          placeholder={t('project_admin.add_share')}
          maw={320}
          data={left}
          value={null}
          onChange={(channel) => {
            if (!channel) return;
            const row: ChannelShare = { channel, share: 1 };
            form.insertListItem('split', row);
          }}
        />
      )}
    </Input.Wrapper>
  );
}
