/** What the command palette offers, and what of it answers a query. */
import { bestMatches, fuzzyScore } from '@/lib/fuzzy';

export type CommandGroup = 'recent' | 'pages' | 'actions';

export interface Command {
  id: string;
  group: CommandGroup;
  label: string;
  /** Where it stands in the menu; searched as well. */
  context: string;
  icon: string | undefined;
  run: () => void;
}

/** A second opinion on whether a text answers the query, such as by its pinyin. */
export type ExtraMatch = (text: string, query: string) => boolean;

const MAX_RESULTS = 12;
/** Below any letter-by-letter match. */
const EXTRA_SCORE = -500;

export function findCommands(commands: readonly Command[], query: string, extra?: ExtraMatch): Command[] {
  if (query.trim() === '') return [...commands];
  // A recent page is also a page: the same target is offered once.
  const unique = commands.filter(({ group }) => group !== 'recent');
  return bestMatches(unique, (command) => score(command, query, extra), MAX_RESULTS);
}

function score({ label, context }: Command, query: string, extra?: ExtraMatch): number | null {
  const own = fuzzyScore(query, label);
  if (own !== null) return own;
  const inContext = fuzzyScore(query, `${context} ${label}`);
  if (inContext !== null) return inContext - 100;
  return extra?.(label, query.trim()) ? EXTRA_SCORE : null;
}
