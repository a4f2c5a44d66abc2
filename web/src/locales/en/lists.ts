import type { MessagesOf } from '../messages';

export const lists: MessagesOf<'lists'> = {};
