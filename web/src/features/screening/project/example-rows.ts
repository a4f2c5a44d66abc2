/** Example results of a project with fictitious numbers. */
import type { ProjectCard } from '@/lib/screening/types';

export interface ExampleRow {
  number: string;
  country: string;
  kind: string;
  carrier: string;
  status: string;
}

/** Numbers reserved for fictional use. */
const NUMBERS = [
  { number: '+12025550143', country: 'US', kind: 'fixed_line_or_mobile' },
  { number: '+447700900461', country: 'GB', kind: 'mobile' },
  { number: '+61491570156', country: 'AU', kind: 'mobile' },
  { number: '+353209170044', country: 'IE', kind: 'mobile' },
] as const;

/** One row per status as far as the numbers suffice, and one unknown. */
export function exampleRows(project: Pick<ProjectCard, 'statuses' | 'answerer'>): readonly ExampleRow[] {
  const answers = [...project.statuses.slice(0, NUMBERS.length - 1), 'unknown'];
  return answers.flatMap((status, index) => {
    const number = NUMBERS[index];
    if (!number) return [];
    const carrier = project.answerer === 'carrier' && status !== 'unknown' ? 'Example Mobile' : '';
    return [{ ...number, carrier, status }];
  });
}
