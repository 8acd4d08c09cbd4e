import { nextRandom, type RandomState } from '../math/index.js';
import { InputError, isRecord } from './inputError.js';

/** Tests and attacks only (`@leib/core/testing`): damaged copies of files, the same for the same seed, and who reads them. */

/** How a file is taken apart before it is damaged: as bytes, as words and lines, as JSON, or as lines of JSON. */
export type MutationKind = 'bytes' | 'text' | 'json' | 'json lines';

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

interface MutationFigures {
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
function damagedFile({ files }: ReaderUnderTest, seed: number): Uint8Array<ArrayBuffer> {
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

/** Names that plain objects have without anyone setting them. */
const inheritedNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;

/** The part of the host that is used here: core is typed without any, so that no source can depend on it. */
const host = globalThis as unknown as {
  readonly TextDecoder: new () => { decode(bytes: Uint8Array): string };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
};

// biome-ignore format: a table of short words
const wildNumbers = [
  '0', '-1', '1', '-0', '2', '255', '65535', '65536', '2147483647', '-2147483648', '4294967295', '4294967296',
  '9007199254740993', '1e30', '-1e30', '3e38', '1e155', '1e308', '1e999', '-1e999', '1e-30', '1e-300', 'NaN',
  'Infinity', '0.5', '1e5', '3e7', '.', '-', '1e', '0x10', '99999999999999999999999999',
];

const wildJson: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => 0,
  () => -1,
  () => 1,
  () => 0.5,
  () => 4294967296,
  () => 1e30,
  () => -1e308,
  () => 1e-300,
  () => '',
  () => 'x',
  () => '1',
  () => '__proto__',
  () => 'constructor',
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => [{}],
  () => [-1, 1e30, 'x'],
  () => ({ length: 1e9 }),
  () => ({ toString: 1, valueOf: 2 }),
  () => JSON.parse('{"__proto__":{"length":3}}'),
  () => 'a'.repeat(2000),
  () => new Array(2000).fill(0),
  () => nested(200),
];

/** A damaged copy: one to four changes, all from the state's seed. The given bytes stay as they are. */
export function mutateFile(bytes: Uint8Array, kind: MutationKind, state: RandomState): Uint8Array<ArrayBuffer> {
  if (kind === 'bytes') return mutateBytes(bytes, state);
  const text = new host.TextDecoder().decode(bytes);
  const changeJson = (json: string) => JSON.stringify(mutateJson(JSON.parse(json), state)) ?? 'null';
  const changed =
    kind === 'json'
      ? changeJson(text)
      : kind === 'text'
        ? mutateText(text, state)
        : changeLines(text.trimEnd(), state, (lines, at) => {
            // The header counts as much as all other lines together.
            const line = nextRandom(state) < 0.5 ? 0 : at;
            lines[line] = changeJson(lines[line]);
          });
  return new host.TextEncoder().encode(changed);
}

/** Bytes with other values, fewer or more of them. */
export function mutateBytes(bytes: Uint8Array, state: RandomState): Uint8Array<ArrayBuffer> {
  let out = bytes.slice();
  for (let left = count(state); left > 0; left--) {
    if (out.length === 0) return out;
    const at = below(state, out.length);
    const size = Math.min(out.length - at, 1 + below(state, 1 << below(state, 12)));
    const change = pick(state, byteChanges);
    out = change(out, at, size, state);
  }
  return out;
}

type ByteChange = (
  bytes: Uint8Array<ArrayBuffer>,
  at: number,
  size: number,
  state: RandomState,
) => Uint8Array<ArrayBuffer>;

const flipBit: ByteChange = (bytes, at, _, state) => {
  bytes[at] ^= 1 << below(state, 8);
  return bytes;
};

const setNumber: ByteChange = (bytes, at, _, state) => {
  const value = Number(pick(state, wildNumbers));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = nextRandom(state) < 0.8;
  const start = nextRandom(state) < 0.7 ? at & ~3 : at;
  const width = pick(state, [1, 2, 4, 4, 8]);
  if (start + width > bytes.length) return bytes;
  const isFloat = width >= 4 && nextRandom(state) < 0.4;
  if (width === 8) view.setFloat64(start, value, isLittle);
  else if (isFloat) view.setFloat32(start, value, isLittle);
  else if (width === 4) view.setUint32(start, value, isLittle);
  else if (width === 2) view.setUint16(start, value, isLittle);
  else bytes[start] = value;
  return bytes;
};

const byteChanges: readonly ByteChange[] = [
  flipBit,
  flipBit,
  setNumber,
  setNumber,
  setNumber,
  (bytes, at) => bytes.slice(0, at),
  (bytes, at, size) => joined(bytes.subarray(0, at), bytes.subarray(at + size)),
  (bytes, at, size) => joined(bytes.subarray(0, at + size), bytes.subarray(at)),
  (bytes, at, size) => bytes.fill(0, at, at + size),
  (bytes, at, size) => bytes.fill(255, at, at + size),
  (bytes, at, size, state) => {
    for (let i = at; i < at + size; i++) bytes[i] = below(state, 256);
    return bytes;
  },
  (bytes, at, size, state) => bytes.copyWithin(below(state, bytes.length), at, at + size),
];

/** Text with other numbers and names, with lines and words that are missing or there twice. */
function mutateText(text: string, state: RandomState): string {
  let out = text;
  for (let left = count(state); left > 0; left--) out = pick(state, textChanges)(out, state);
  return out;
}

type TextChange = (text: string, state: RandomState) => string;

/** Replaces one of the places that a pattern matches, the first from a random place on. */
function replaceOne(text: string, pattern: RegExp, replacement: string, state: RandomState): string {
  const from = below(state, text.length + 1);
  const match = text.slice(from).search(pattern);
  if (match < 0) return text;
  return text.slice(0, from + match) + text.slice(from + match).replace(pattern, () => replacement);
}

const changeNumber: TextChange = (text, state) =>
  replaceOne(text, /[-+]?\d+(\.\d*)?(e[-+]?\d+)?/i, pick(state, wildNumbers), state);

const textChanges: readonly TextChange[] = [
  changeNumber,
  changeNumber,
  changeNumber,
  changeNumber,
  (text, state) => replaceOne(text, /[A-Za-z_]\w*/, pick(state, [...inheritedNames, 'x', '']), state),
  (text, state) => replaceOne(text, /[^\w\s]/, pick(state, ['', '{', '}', '<', '>', '"', ',', '/', '\0']), state),
  (text, state) => text.slice(0, below(state, text.length + 1)),
  (text, state) => changeLines(text, state, (lines, at) => lines.splice(at, 1)),
  (text, state) => changeLines(text, state, (lines, at) => lines.splice(at, 0, lines[at])),
  (text, state) =>
    changeLines(text, state, (lines, at) => lines.splice(at, 0, ...lines.splice(below(state, lines.length), 1))),
  (text, state) => replaceOne(text, /\S+/, '', state),
  (text, state) => replaceOne(text, /\s/, pick(state, ['\n', '\r', '\t', '\u2028', '  ', '\ufffd']), state),
];

function changeLines(text: string, state: RandomState, change: (lines: string[], at: number) => void): string {
  const lines = text.split('\n');
  change(lines, below(state, lines.length));
  return lines.join('\n');
}

/** A value of JSON with some of its values replaced, dropped, repeated, or under another name. */
function mutateJson(value: unknown, state: RandomState): unknown {
  const root = { value: JSON.parse(JSON.stringify(value)) };
  for (let left = count(state); left > 0; left--) changeInside(root, state);
  return root.value;
}

function changeInside(root: { value: unknown }, state: RandomState): void {
  let holder: Record<string, unknown> | unknown[] = root as Record<string, unknown>;
  let key = 'value';
  for (;;) {
    const inner = (holder as Record<string, unknown>)[key];
    const keys = isRecord(inner) || Array.isArray(inner) ? Object.keys(inner) : [];
    // Mostly to the bottom: lists of numbers are long, and their makers deep.
    if (keys.length === 0 || nextRandom(state) < 0.15) break;
    holder = inner as Record<string, unknown>;
    key = pick(state, keys);
  }
  const target = holder as Record<string, unknown>;
  const choice = nextRandom(state);
  if (choice < 0.65) target[key] = pick(state, wildJson)();
  else if (Array.isArray(holder)) {
    if (choice < 0.85) holder.splice(Number(key), 1);
    else holder.splice(Number(key), 0, holder[Number(key)]);
  } else if (choice < 0.85) delete target[key];
  else
    Object.defineProperty(target, pick(state, inheritedNames), {
      value: target[key],
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { x: value };
  return value;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** How many changes: mostly one, since a reader stops at the first that it refuses. */
function count(state: RandomState): number {
  const share = nextRandom(state);
  return share < 0.6 ? 1 : share < 0.85 ? 2 : 4;
}

function below(state: RandomState, limit: number): number {
  return Math.floor(nextRandom(state) * limit);
}

function pick<T>(state: RandomState, list: readonly T[]): T {
  return list[below(state, list.length)];
}
