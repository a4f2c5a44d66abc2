/** The fixed answers for a test number, grouped by status. */
export interface AnswerGroup {
  answer: string;
  projects: readonly string[];
}

/** The most common status first. */
export function answerGroups(checks: Readonly<Record<string, string>>): readonly AnswerGroup[] {
  const groups = new Map<string, string[]>();
  for (const [project, answer] of Object.entries(checks)) {
    groups.set(answer, [...(groups.get(answer) ?? []), project]);
  }
  return [...groups]
    .map(([answer, projects]) => ({ answer, projects }))
    .toSorted((a, b) => b.projects.length - a.projects.length);
}
