/** Short names for the generated types, which come from the server's OpenAPI document. */
import type { components } from './schema';

export type Schemas = components['schemas'];

/** Lists every word of a generated type once. Does not compile if a word is missing or unknown. */
export function allWords<Word extends string>() {
  return <const Words extends readonly Word[]>(
    ...words: [Word] extends [Words[number]] ? Words : [missing: Exclude<Word, Words[number]>]
    // Calls compile only if the condition holds, and then `words` are `Words`.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ): Words => words as Words;
}
