import type { MessagesOf } from '../messages';

export const screening: MessagesOf<'screening'> = {};
