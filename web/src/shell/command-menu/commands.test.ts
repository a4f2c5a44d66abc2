import { describe, expect, it } from 'vitest';
import PinyinMatch from 'pinyin-match';
import { type Command, findCommands, looksLikeNumber } from './commands';
import { remember } from './remember';

const command = (label: string, over: Partial<Command> = {}): Command => ({
  id: label,
  group: 'pages',
  label,
  context: '',
  icon: undefined,
  run: () => undefined,
  ...over,
});

const commands = [
  command('用户管理', { group: 'recent', id: 'recent' }),
  command('用户管理'),
  command('财务记录', { context: '记录' }),
  command('Log out', { group: 'actions' }),
];
const labels = (found: Command[]) => found.map(({ label }) => label);

describe('command palette', () => {
  it('shows everything, including recent pages, before typing', () => {
    expect(findCommands(commands, ' ')).toHaveLength(4);
  });
  it('lists a recent page only once in results', () => {
    expect(labels(findCommands(commands, '用户'))).toEqual(['用户管理']);
  });
  it('searches the parent group of a page', () => {
    expect(labels(findCommands([command('Orders', { context: 'Records' })], 'rec ord'))).toEqual(['Orders']);
  });
  it('finds Chinese titles by pinyin if enabled', () => {
    const pinyin = (text: string, query: string) => PinyinMatch.match(text, query) !== false;
    expect(labels(findCommands(commands, 'yhgl', pinyin))).toEqual(['用户管理']);
    expect(labels(findCommands(commands, 'caiwu', pinyin))).toEqual(['财务记录']);
    expect(findCommands(commands, 'caiwu')).toEqual([]);
  });
  it('recognises phone numbers', () => {
    for (const number of ['+1 201-555-0100', '(020) 8366 1177', '13812345678']) {
      expect(looksLikeNumber(number)).toBe(true);
    }
    for (const other of ['', '1234', 'task 12345', '+', '财务12345']) {
      expect(looksLikeNumber(other)).toBe(false);
    }
  });
  it('remembers the newest pages without duplicates', () => {
    expect(remember(['/a', '/b', '/c'], '/b', 3)).toEqual(['/b', '/a', '/c']);
    expect(remember(['/a', '/b', '/c'], '/d', 3)).toEqual(['/d', '/a', '/b']);
  });
});
