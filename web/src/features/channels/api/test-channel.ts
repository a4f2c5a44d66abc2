import { callScreening } from '@/lib/screening/calls';
import type { Trial } from '@/lib/screening/types';
import type { Given } from './save-channel';

export type TestChannel = Given & { project: string; number: string };

export function testChannel(request: TestChannel): Promise<Trial> {
  return callScreening('channel/test', request);
}
