/** Customers do not see projects that nobody can answer. */
export function offeredTo<Project extends { usable: boolean }>(
  staff: boolean,
  projects: readonly Project[],
): readonly Project[] {
  return staff ? projects : projects.filter(({ usable }) => usable);
}
