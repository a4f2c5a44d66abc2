/** The message types of all languages, derived from Chinese. */
import type zhAdmin from './zh/admin';
import type zhApi from './zh/api';
import type zhConsole from './zh/console';
import type zhMoney from './zh/money';
import type zhNumbers from './zh/numbers';
import type zhOperations from './zh/operations';
import type zhPublic from './zh/public';
import type zhWork from './zh/work';

type Filled<T> = { [K in keyof T]: T[K] extends string ? string : Filled<T[K]> } & PluralForms<T>;

/** Chinese has one form of a plural, `…_other`. Other languages add the forms of their CLDR rules; a test knows which. */
type PluralForms<T> = {
  [K in keyof T as K extends `${infer Stem}_other` ? `${Stem}_one` | `${Stem}_many` : never]?: string;
};

export type PublicMessages = Filled<typeof zhPublic>;
export type ConsoleMessages = Filled<typeof zhConsole>;
export type AdminMessages = Filled<typeof zhAdmin>;
export type ApiMessages = Filled<typeof zhApi>;
export type MoneyMessages = Filled<typeof zhMoney>;
export type NumberMessages = Filled<typeof zhNumbers>;
export type WorkMessages = Filled<typeof zhWork>;
export type OperationsMessages = Filled<typeof zhOperations>;
export type Messages = PublicMessages &
  ConsoleMessages &
  AdminMessages &
  ApiMessages &
  MoneyMessages &
  NumberMessages &
  OperationsMessages &
  WorkMessages;
export type MessagesOf<Domain extends keyof Messages> = Messages[Domain];
