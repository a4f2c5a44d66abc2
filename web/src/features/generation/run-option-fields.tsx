import { Input, Radio, SegmentedControl, Select, Stack } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { EARLIER, type RunOptions, ORDERS, STYLES } from './generation-form';
import { ListSelect } from './list-select';
import classes from './generation.module.css';

interface Props {
  options: RunOptions;
  onChange: (change: Partial<RunOptions>) => void;
}

/** Order, format and handling of earlier runs, shared by both pages. */
export function RunOptionFields({ options, onChange }: Props) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const orderId = useId();
  return (
    <Stack gap="md">
      <div className={classes.pair}>
        <div>
          <Input.Label labelElement="div" id={orderId}>
            {t('generation.order')}
          </Input.Label>
          <SegmentedControl
            fullWidth
            aria-labelledby={orderId}
            value={options.order}
            onChange={(order) => onChange({ order })}
            data={ORDERS.map((value) => ({ value, label: t(`generation.orders.${value}`) }))}
          />
        </div>
        <Select
          label={t('generation.style')}
          allowDeselect={false}
          value={options.style}
          onChange={(style) => onChange({ style: style ?? 'e164' })}
          data={STYLES.map((value) => ({ value, label: t(`generation.styles.${value}`) }))}
        />
      </div>
      <Radio.Group
        label={t('generation.earlier')}
        value={options.earlier}
        onChange={(earlier) => onChange({ earlier })}
      >
        <Stack gap={10} mt={6}>
          {EARLIER.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`generation.earlier_names.${value}`)}
              description={t(`generation.earlier_hints.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {may('list/list') ? (
        <ListSelect value={options.without_list} onChange={(without_list) => onChange({ without_list })} />
      ) : null}
    </Stack>
  );
}
