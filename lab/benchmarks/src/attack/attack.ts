/** What came of an attack. */
export interface AttackFigures {
  /** Hostile inputs that were sent or read. */
  readonly inputs: number;
  /** How many of them ended how: { refused: 812, answered: 188 }. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** What must not happen and did, a sentence each. Empty where the system held. */
  readonly faults: readonly string[];
  /** Further figures, the unit in the name: { memoryMB: 12, quietP95Ms: 1.4, attackedP95Ms: 1.9 }. */
  readonly facts: Readonly<Record<string, number>>;
}

/**
 * One way to attack the system, in a file of its own. The same seed and count give the same inputs. It stays on this machine:
 * sockets on loopback, files in a temporary folder that it removes.
 */
export interface Attack {
  readonly name: string;
  /** What is tried, in a few words for the table. */
  readonly title: string;
  /** How many inputs: of a thorough run, and of a quick one. */
  readonly counts: { readonly full: number; readonly quick: number };
  run(seed: number, count: number): Promise<AttackFigures>;
}

/** Counts how things ended. */
export class Outcomes {
  readonly #counts = new Map<string, number>();

  add(outcome: string, count = 1): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + count);
  }

  /** By number, the most frequent first. */
  toRecord(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([, a], [, b]) => b - a));
  }
}
