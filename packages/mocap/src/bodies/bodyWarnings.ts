/** What was refused so far, one sentence each, with how often. Nothing stops because of it. */
export interface BodyWarnings {
  readonly counts: Map<string, number>;
  total: number;
}

/** Different sentences that are kept; further ones are only counted in `total`. */
const MOST_SENTENCES = 64;

export function createBodyWarnings(): BodyWarnings {
  return { counts: new Map(), total: 0 };
}

export function warn(warnings: BodyWarnings, sentence: string): void {
  warnings.total++;
  const count = warnings.counts.get(sentence);
  if (count !== undefined || warnings.counts.size < MOST_SENTENCES) warnings.counts.set(sentence, (count ?? 0) + 1);
}

/** One line per sentence: `body "back": ... (12 times)`. */
export function describeWarnings({ counts }: { readonly counts: ReadonlyMap<string, number> }): string[] {
  return [...counts].map(([sentence, count]) => (count === 1 ? sentence : `${sentence} (${count} times)`));
}
