import type { MocapOffsets } from './offsets.js';

/** What the user should know about bodies and offsets that do not go together: one sentence for each body. */
export function describeSetup(bodyNames: readonly string[], { bodies }: MocapOffsets): string[] {
  const known = new Set(bodies.map(({ name }) => name));
  const seen = new Set(bodyNames);
  return [
    ...bodyNames
      .filter((name) => !known.has(name))
      .map((name) => `offsets: expected body "${name}", got none; it is not used`),
    ...bodies
      .filter(({ name }) => !seen.has(name))
      .map(({ name }) => `body "${name}": expected it in the recording, got none; its joints are guessed`),
  ];
}
