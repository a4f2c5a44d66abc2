/** Commands of the palette and how they match a query. */
import { bestMatches, fuzzyScore } from '@/lib/fuzzy';

export type CommandGroup = 'recent' | 'pages' | 'actions';

export interface Command {
  id: string;
  group: CommandGroup;
  label: string;
  /** The parent groups in the menu, which are searched too. */
  context: string;
  icon: string | undefined;
  run: () => void;
}

/** An additional matcher, such as pinyin. */
export type ExtraMatch = (text: string, query: string) => boolean;

const MAX_RESULTS = 12;
/** Ranks below any fuzzy match. */
const EXTRA_SCORE = -500;

export function findCommands(commands: readonly Command[], query: string, extra?: ExtraMatch): Command[] {
  if (query.trim() === '') return [...commands];
  // A recent page is also listed as a page: offer each target only once.
  const unique = commands.filter(({ group }) => group !== 'recent');
  return bestMatches(unique, (command) => score(command, query, extra), MAX_RESULTS);
}

/** Whether a query can only be a phone number: at least five digits and nothing but separators. */
export function looksLikeNumber(query: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(query.trim()) && query.replaceAll(/\D/g, '').length >= 5;
}

function score({ label, context }: Command, query: string, extra?: ExtraMatch): number | null {
  const own = fuzzyScore(query, label);
  if (own !== null) return own;
  const inContext = fuzzyScore(query, `${context} ${label}`);
  if (inContext !== null) return inContext - 100;
  return extra?.(label, query.trim()) ? EXTRA_SCORE : null;
}
