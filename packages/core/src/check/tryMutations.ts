import type { RandomState } from '../math/index.js';
import { InputError } from './inputError.js';
import { type MutationKind, mutateFile } from './mutateFile.js';

/** A reader of files, and small files that it reads. */
export interface ReaderUnderTest {
  /** Name of the kind of file: "BVH", "robot". */
  readonly name: string;
  readonly files: readonly FileToMutate[];
  /** Reads a file whole; Decoded results count as refused where they are not ok. */
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => unknown;
}

export interface FileToMutate {
  readonly bytes: Uint8Array;
  /** Ways to damage it that lead deep into its reader. */
  readonly kinds: readonly MutationKind[];
  /** Puts the damaged part back into its file, where only a part is damaged: the JSON of a GLB. */
  readonly wrap?: (damaged: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

export interface MutationFigures {
  readonly name: string;
  readonly readCount: number;
  readonly refusedCount: number;
  /** Errors that are no InputError, or whose message is no sentence: `seed 12: TypeError: ...`. */
  readonly failures: readonly string[];
  /** Longest time that a file took, by the given clock, and its seed. */
  readonly slowestMs: number;
  readonly slowestSeed: number;
}

/**
 * Has damaged copies of files read. The law: a value, or an InputError with one sentence. Every copy has a seed of its own,
 * `firstSeed` and those after it, so that damagedFile() makes the same copy again.
 */
export async function tryMutations(
  reader: ReaderUnderTest,
  firstSeed: number,
  count: number,
  nowMs: () => number = () => 0,
): Promise<MutationFigures> {
  let readCount = 0;
  let refusedCount = 0;
  let slowestMs = 0;
  let slowestSeed = firstSeed;
  const failures: string[] = [];
  const inherited = inheritedKeys();
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const bytes = damagedFile(reader, seed);
    const startMs = nowMs();
    try {
      const value = await reader.read(bytes);
      const reason = refusalIn(value);
      if (reason === null) readCount++;
      else refusedCount++;
      if (reason !== null && !isSentence(reason)) failures.push(`seed ${seed}: ${reason}`);
    } catch (error) {
      refusedCount++;
      if (!(error instanceof InputError)) failures.push(`seed ${seed}: ${stackOf(error)}`);
      else if (!isSentence(error.message)) failures.push(`seed ${seed}: ${error.message}`);
    }
    if (inheritedKeys() !== inherited) {
      failures.push(`seed ${seed}: what all objects inherit has changed`);
      break;
    }
    const tookMs = nowMs() - startMs;
    if (tookMs > slowestMs) [slowestMs, slowestSeed] = [tookMs, seed];
  }
  return { name: reader.name, readCount, refusedCount, failures, slowestMs, slowestSeed };
}

/** Keys of what all objects share: a name of a file must not end up there. */
function inheritedKeys(): string {
  return [Object.prototype, Object, Function.prototype, Array.prototype]
    .map((shared) => Reflect.ownKeys(shared).length)
    .join();
}

/** The copy with this seed. */
export function damagedFile({ files }: ReaderUnderTest, seed: number): Uint8Array<ArrayBuffer> {
  const state: RandomState = { seed };
  const { bytes, kinds, wrap } = files[seed % files.length];
  const kind = kinds[Math.floor(seed / files.length) % kinds.length];
  const damaged = mutateFile(bytes, kind, state);
  return wrap === undefined || kind === 'bytes' ? damaged : wrap(damaged);
}

/** Reason of a Decoded value that is not ok. */
function refusalIn(value: unknown): string | null {
  const { ok, reason } = (value ?? {}) as { readonly ok?: unknown; readonly reason?: unknown };
  return ok === false ? String(reason) : null;
}

/** One line of bounded length, without what only a program would say. */
function isSentence(message: string): boolean {
  return (
    message.length > 8 &&
    message.length < 600 &&
    !message.includes('\n') &&
    !/undefined|\[object|is not a function|is not iterable|Cannot read prop|\bNaN:/.test(message)
  );
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first = '', second = ''] = (error.stack ?? '').split('\n').filter((line) => line.includes(' at '));
  return `${error.name}: ${error.message.slice(0, 120)} ${first.trim()} ${second.trim()}`;
}
