/** The shape that every language fills; Chinese is the one that defines it. */
import type zh from './zh/messages';

type Filled<T> = { [K in keyof T]: T[K] extends string ? string : Filled<T[K]> };

export type Messages = Filled<typeof zh>;
export type MessagesOf<Domain extends keyof Messages> = Messages[Domain];
