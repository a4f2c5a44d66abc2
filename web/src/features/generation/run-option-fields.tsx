import { Input, Radio, SegmentedControl, Select, Stack } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '@/lib/session/use-may';
import { EARLIER, type Manner, ORDERS, STYLES } from './generation-form';
import { ListSelect } from './list-select';
import classes from './generation.module.css';

interface Props {
  manner: Manner;
  onChange: (change: Partial<Manner>) => void;
}

/** Order, format and handling of earlier runs, shared by both pages. */
export function MannerFields({ manner, onChange }: Props) {
  const { t } = useTranslation();
  const may = useMay();
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
            value={manner.order}
            onChange={(order) => onChange({ order })}
            data={ORDERS.map((value) => ({ value, label: t(`generation.orders.${value}`) }))}
          />
        </div>
        <Select
          label={t('generation.style')}
          allowDeselect={false}
          value={manner.style}
          onChange={(style) => onChange({ style: style ?? 'e164' })}
          data={STYLES.map((value) => ({ value, label: t(`generation.styles.${value}`) }))}
        />
      </div>
      <Radio.Group
        label={t('generation.earlier')}
        value={manner.earlier}
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
        <ListSelect value={manner.without_list} onChange={(without_list) => onChange({ without_list })} />
      ) : null}
    </Stack>
  );
}
