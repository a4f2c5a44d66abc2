import { callScreening } from '@/lib/screening/calls';
import type { ChannelValidation } from '@/lib/screening/types';
import type { Given } from './save-channel';

/** The channel in both formats with masked secrets, and its faults. */
export function validateChannel(given: Given): Promise<ChannelValidation> {
  return callScreening('channel/validate', given);
}
