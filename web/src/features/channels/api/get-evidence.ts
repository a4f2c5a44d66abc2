import { callScreening } from '@/lib/screening/calls';
import type { EvidenceView } from '@/lib/screening/types';

export const EVIDENCE_KEY = 'channel/evidence';

export function getEvidence(project: string, days: number, signal?: AbortSignal): Promise<EvidenceView> {
  return callScreening('channel/evidence', { project, days }, signal ? { signal } : {});
}
