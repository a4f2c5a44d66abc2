/** The fixed answers about a test number, put together: most projects say the same. */
export interface AnswerGroup {
  answer: string;
  projects: readonly string[];
}

/** What most projects say first. */
export function answerGroups(checks: Readonly<Record<string, string>>): readonly AnswerGroup[] {
  const groups = new Map<string, string[]>();
  for (const [project, answer] of Object.entries(checks)) {
    groups.set(answer, [...(groups.get(answer) ?? []), project]);
  }
  return [...groups]
    .map(([answer, projects]) => ({ answer, projects }))
    .toSorted((a, b) => b.projects.length - a.projects.length);
}
