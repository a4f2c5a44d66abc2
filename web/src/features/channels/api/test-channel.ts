import { callScreening } from '@/lib/screening/calls';
import type { ChannelConfig } from '../config';
import { type Trial, trialOf } from '../trial';

interface TestChannel {
  config: ChannelConfig;
  project: string;
  number: string;
}

export async function testChannel(request: TestChannel): Promise<Trial> {
  return trialOf(await callScreening('channel/test', request));
}
