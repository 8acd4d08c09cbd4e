/** Every way to work out the body, ours first: it is meant where none is named. */
export const solverNames = ['embody', 'rules', 'thesis', 'baseline'] as const;
export type SolverName = (typeof solverNames)[number];

/** What `--prior` may be. */
export const priorChoices: readonly string[] = ['on', 'off'];
