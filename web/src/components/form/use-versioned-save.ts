/**
 * Saves records with optimistic locking: sends the version that was read and keeps the input on a conflict.
 */
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CONFLICT_CODE } from '@/config/constants';
import { ApiError } from '@/lib/api/envelope';
import { threeWayMerge } from '@/lib/three-way-merge';
import { toast } from '@/lib/toast';
import { fieldErrors } from './form-errors';

export type Conflict<Field extends string = string> =
  | { kind: 'none' }
  | { kind: 'clash' }
  | { kind: 'reloaded'; both: readonly Field[] };

export interface Versioned<Values> {
  version: number;
  values: Values;
}

interface Options<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  start: Versioned<Values>;
  /** Gets the values that were read, too. */
  save: (values: Values, version: number, before: Values) => Promise<number>;
  reload: () => Promise<Versioned<Values>>;
  onSaved: (saved: Versioned<Values>) => void;
  /** Called with the merged values after the latest version was loaded. */
  onReloaded?: (values: Values) => void;
  /** Prefix of the field names in the server's errors. */
  fieldPrefix?: string;
  /** Maps a field of the server's errors to the form's field. */
  pathOf?: (field: string) => string;
  /** Lists whose order matters. */
  ordered?: readonly (keyof Values)[];
}

export function useVersionedSave<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { form, save, reload, onSaved, fieldPrefix = '', pathOf, ordered = [] } = options;
  const [base, setBase] = useState(options.start);
  const [conflict, setConflict] = useState<Conflict<keyof Values & string>>({ kind: 'none' });
  const saving = useMutation({
    mutationFn: (values: Values) => save(values, base.version, base.values),
    // A conflict is shown in the form.
    meta: { quiet: true },
    onSuccess: (version, values) => {
      setConflict({ kind: 'none' });
      setBase({ version, values });
      form.resetDirty(values);
      onSaved({ version, values });
    },
    onError: (reason) => {
      // A new record cannot conflict with another edit: its name is already taken.
      if (reason instanceof ApiError && reason.code === CONFLICT_CODE && base.version > 0) {
        setConflict({ kind: 'clash' });
        return;
      }
      toast.failure(reason);
      const wrong = Object.entries(fieldErrors(reason, fieldPrefix));
      form.setErrors(Object.fromEntries(wrong.map(([name, text]) => [pathOf?.(name) ?? name, text])));
    },
  });
  const reloading = useMutation({
    mutationFn: reload,
    onSuccess: (latest) => {
      const { values, both } = threeWayMerge(base.values, form.getValues(), latest.values, ordered);
      setBase(latest);
      form.resetDirty(latest.values);
      form.setValues(values);
      setConflict({ kind: 'reloaded', both });
      options.onReloaded?.(values);
    },
  });
  return {
    base,
    conflict,
    busy: saving.isPending,
    reloading: reloading.isPending,
    submit: (values: Values) => saving.mutate(values),
    reload: () => reloading.mutate(),
  };
}
