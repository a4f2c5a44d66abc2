import { useTranslation } from 'react-i18next';
import type { FilterField } from '@/components/data-table/field-filters';
import { useLabels } from '@/lib/screening/labels';
import { TASK_MODES, TASK_STATES } from '@/lib/screening/types';
import { useCatalogue } from '@/lib/screening/use-catalogue';

export function useTaskFields(staff: boolean): readonly FilterField[] {
  const { t } = useTranslation();
  const labels = useLabels();
  const projects = useCatalogue();
  return [
    { name: 'search', label: t('tasks.search'), width: 180 },
    {
      name: 'state',
      label: t('tasks.state'),
      options: [
        { value: '', label: t('tasks.all_states') },
        ...TASK_STATES.map((value) => ({ value, label: labels.taskState(value) })),
      ],
    },
    {
      name: 'mode',
      label: t('tasks.mode'),
      options: [
        { value: '', label: t('tasks.all_modes') },
        ...TASK_MODES.map((value) => ({ value, label: labels.mode(value) })),
      ],
    },
    {
      name: 'project',
      label: t('tasks.project'),
      width: 170,
      options: [
        { value: '', label: t('tasks.all_projects') },
        ...(projects.data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
      ],
    },
    ...(staff ? [{ name: 'uid', label: t('tasks.uid'), type: 'digits' as const, width: 120 }] : []),
    { name: 'from', label: t('tasks.from'), type: 'date' },
    { name: 'until', label: t('tasks.until'), type: 'date' },
  ];
}
