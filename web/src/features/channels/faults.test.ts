import { expect, it } from 'vitest';
import { formPath } from './faults';

it.each([
  ['poll.state', 'poll.state'],
  ['config.poll.state', 'poll.state'],
  ['map[1].path', 'map.1.path'],
  ['map[1].values.live', 'map.1.values'],
  ['submit.headers.x-key', 'submit.headers'],
  ['classify[0]', 'classify.0'],
  ['classify[2].http[1]', 'classify.2.http'],
  ['checks[0]', 'checks'],
  ['contract.expires', 'contract.expires'],
  ['auth.token', 'auth.token'],
  ['match.key', 'match.key'],
  ['limit.rps', 'limit.rps'],
  ['answer.max_depth', 'answer.max_depth'],
])('%s is at %s', (field, path) => {
  expect(formPath(field)).toBe(path);
});
