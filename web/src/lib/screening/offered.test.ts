import { describe, expect, it } from 'vitest';
import { offeredTo } from './offered';

const projects = [
  { slug: 'whatsapp', usable: false },
  { slug: 'hygiene', usable: true },
];

describe('the projects to choose from', () => {
  it('customers see those that can be answered', () => {
    expect(offeredTo(false, projects)).toEqual([projects[1]]);
  });

  it('staff see all', () => {
    expect(offeredTo(true, projects)).toEqual(projects);
  });
});
