import { NumberInput, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { LogoField } from './logo-field';
import { type FieldName, isNumberName, NUMBER_FIELDS, type SettingValues } from './setting-fields';
import classes from './system.module.css';

interface Props {
  name: FieldName;
  form: UseFormReturnType<SettingValues>;
}

export function SettingField({ name, form }: Props) {
  const { t } = useTranslation();
  const label = t(`system.fields.${name}`);
  const description = t(`system.hints.${name}`);
  const value = form.getValues()[name];
  const error = form.errors[name];
  if (isNumberName(name)) {
    const { unit, digits } = NUMBER_FIELDS[name];
    return (
      <NumberInput
        className={classes.number}
        label={label}
        description={description}
        error={error}
        value={String(value)}
        onChange={(typed) => form.setFieldValue(name, String(typed))}
        decimalScale={Math.max(digits, 6)}
        thousandSeparator
        rightSection={<span className={classes.unit}>{t(`system.units.${unit}`)}</span>}
        rightSectionWidth={74}
        rightSectionPointerEvents="none"
      />
    );
  }
  if (name === 'product_title') {
    return (
      <TextInput
        label={label}
        description={description}
        placeholder={t('common.product_title')}
        {...form.getInputProps(name)}
      />
    );
  }
  if (name === 'operator_contact') {
    return <TextInput label={label} description={description} {...form.getInputProps(name)} />;
  }
  if (name === 'tron_node_url') {
    return (
      <TextInput
        type="url"
        label={label}
        description={description}
        spellCheck={false}
        {...form.getInputProps(name)}
      />
    );
  }
  if (name === 'product_logo') {
    return (
      <LogoField
        value={typeof value === 'string' ? value : null}
        onChange={(logo) => form.setFieldValue(name, logo)}
        error={typeof error === 'string' ? error : undefined}
      />
    );
  }
  return (
    <Switch label={label} description={description} {...form.getInputProps(name, { type: 'checkbox' })} />
  );
}
