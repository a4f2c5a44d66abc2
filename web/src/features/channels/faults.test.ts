import { expect, it } from 'vitest';
import { formPath, sectionOf } from './faults';

it.each([
  ['poll.state', 'poll.state', 'poll'],
  ['config.poll.state', 'poll.state', 'poll'],
  ['map[1].path', 'map.1.path', 'answer'],
  ['map[1].values.live', 'map.1.values', 'answer'],
  ['submit.headers.x-key', 'submit.headers', 'request'],
  ['classify[0]', 'classify.0', 'rules'],
  ['classify[2].http[1]', 'classify.2.http', 'rules'],
  ['checks[0]', 'checks', 'general'],
  ['contract.expires', 'contract.expires', 'general'],
  ['auth.token', 'auth.token', 'access'],
  ['match.key', 'match.key', 'answer'],
  ['limit.rps', 'limit.rps', 'limits'],
  ['answer.max_depth', 'answer.max_depth', 'limits'],
])('%s is at %s in %s', (field, path, section) => {
  expect(formPath(field)).toBe(path);
  expect(sectionOf(formPath(field))).toBe(section);
});
