import { queryOptions } from '@tanstack/react-query';
import { callScreening } from '@/lib/screening/calls';
import type { EvidenceView } from '@/lib/screening/types';

export const EVIDENCE_KEY = 'channel/evidence';

export function getEvidence(project: string, days: number, signal?: AbortSignal): Promise<EvidenceView> {
  return callScreening('channel/evidence', { project, days }, signal ? { signal } : {});
}

export function evidenceOptions(project: string, days: number) {
  return queryOptions({
    queryKey: [EVIDENCE_KEY, project, days],
    queryFn: ({ signal }) => getEvidence(project, days, signal),
  });
}
