/** Calls for schedules. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallBody } from '@/lib/api/client';
import type { Schemas } from '@/lib/api/schemas';
import { callScreening } from '@/lib/screening/calls';

export const SCHEDULES_KEY = 'schedule/list';

export type Schedule = Schemas['ScheduleView'];
export type Every = Schemas['Every'];

export function addSchedule(request: CallBody<'schedule/add'>): Promise<Schedule> {
  return callScreening('schedule/add', request);
}

export function schedulesOptions(page: number, size: number) {
  return queryOptions({
    queryKey: [SCHEDULES_KEY, page, size],
    queryFn: ({ signal }) => callScreening('schedule/list', { page, size }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export async function endSchedule(id: number): Promise<void> {
  await callScreening('schedule/remove', { id });
}
