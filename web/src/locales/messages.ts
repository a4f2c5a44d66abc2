/** The shape that every language fills; Chinese is the one that defines it. */
import type zhConsole from './zh/console';
import type zhPublic from './zh/public';

type Filled<T> = { [K in keyof T]: T[K] extends string ? string : Filled<T[K]> };

export type PublicMessages = Filled<typeof zhPublic>;
export type ConsoleMessages = Filled<typeof zhConsole>;
export type Messages = PublicMessages & ConsoleMessages;
export type MessagesOf<Domain extends keyof Messages> = Messages[Domain];
