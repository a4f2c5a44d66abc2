import { callScreening } from '@/lib/screening/calls';
import type { Trial } from '@/lib/screening/types';
import type { ChannelConfig } from '../config';

interface TestChannel {
  config: ChannelConfig;
  project: string;
  number: string;
}

export function testChannel(request: TestChannel): Promise<Trial> {
  return callScreening('channel/test', request);
}
