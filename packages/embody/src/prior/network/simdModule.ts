/**
 * A WebAssembly module of one function, written byte by byte so that no build step and no download is needed:
 *
 *   rows(weights, values, sums, rowCount, columnCount)
 *
 * adds up int8 weights times int16 values of each row into int32 sums, four rows at a time with SIMD. Row count is a
 * multiple of 4, column count of 16; pointers are byte addresses in the module's memory. Opcodes: WebAssembly 2.0
 * specification, chapter 5.4; the sums cannot overflow where columns * 127 * 32767 < 2^31, which is up to 512.
 */

/** What of WebAssembly is used: this package is typed without a browser. */
export interface WebAssemblyHost {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: Record<string, Record<string, object>>) => { readonly exports: object };
  Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
}

export type SumRows = (weights: number, values: number, sums: number, rowCount: number, columnCount: number) => void;

const I32 = 0x7f;
const V128 = 0x7b;
const VOID_BLOCK = 0x40;

// Parameters, then locals of `rows`.
const weights = 0;
const values = 1;
const sums = 2;
const rowCount = 3;
const columnCount = 4;
const column = 5;
const at = 6;
const value = 7;
const nextValue = 8;
const firstSum = 9;

/** Unsigned LEB128. */
function leb(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest ? low | 0x80 : low);
  } while (rest);
  return bytes;
}

const sized = (bytes: readonly number[]) => [...leb(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]) => [id, ...sized(bytes)];
const name = (text: string) => sized([...text].map((letter) => letter.charCodeAt(0)));

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
/** Signed LEB128 of 0..63 is the number itself. */
const constant = (number: number) => [0x41, number];
const add = [0x6a];
const simd = (opcode: number, ...immediates: number[]) => [0xfd, ...leb(opcode), ...immediates];
const load128 = (offset: number) => simd(0x00, 4, offset);
const load8x8Signed = (offset: number) => simd(0x01, 3, offset);
const dot16 = simd(186);
const add32x4 = simd(174);
const zero128 = simd(12, ...Array<number>(16).fill(0));
const lane = (number: number) => simd(27, number);
const store32 = [0x36, 2, 0];

/** sum[row] += values . weights[row], 16 of them, with `at` on the row; then `at` goes one row on. */
const sumRow = (row: number) => [
  ...get(firstSum + row),
  ...get(value),
  ...get(at),
  ...load8x8Signed(0),
  ...dot16,
  ...add32x4,
  ...get(nextValue),
  ...get(at),
  ...load8x8Signed(8),
  ...dot16,
  ...add32x4,
  ...set(firstSum + row),
  ...get(at),
  ...get(columnCount),
  ...add,
  ...set(at),
];

/** Stores the four lanes' sum of a row at sums, which goes four bytes on. */
const storeRow = (row: number) => [
  ...get(sums),
  ...[0, 1, 2, 3].flatMap((k) => [...get(firstSum + row), ...lane(k), ...(k > 0 ? add : [])]),
  ...store32,
  ...get(sums),
  ...constant(4),
  ...add,
  ...set(sums),
];

const four = [0, 1, 2, 3];

const body = [
  // do {
  0x03,
  VOID_BLOCK,
  ...four.flatMap((row) => [...zero128, ...set(firstSum + row)]),
  ...constant(0),
  ...set(column),
  //   do {
  0x03,
  VOID_BLOCK,
  // value, nextValue = values[column .. column + 15]
  ...get(values),
  ...get(column),
  ...constant(1),
  0x74, // shl: two bytes each
  ...add,
  ...tee(at),
  ...load128(0),
  ...set(value),
  ...get(at),
  ...load128(16),
  ...set(nextValue),
  ...get(weights),
  ...get(column),
  ...add,
  ...set(at),
  ...four.flatMap(sumRow),
  //   } while ((column += 16) < columnCount)
  ...get(column),
  ...constant(16),
  ...add,
  ...tee(column),
  ...get(columnCount),
  0x49, // lt_u
  0x0d,
  0,
  0x0b,
  ...four.flatMap(storeRow),
  // weights += 4 * columnCount
  ...get(weights),
  ...get(columnCount),
  ...constant(2),
  0x74,
  ...add,
  ...set(weights),
  // } while (rowCount -= 4)
  ...get(rowCount),
  ...constant(4),
  0x6b, // sub
  ...tee(rowCount),
  0x0d,
  0,
  0x0b,
  0x0b,
];

// Locals: two of i32, six of v128.
const code = [2, 2, I32, 6, V128, ...body];

/** The module's bytes. It imports its memory as env.memory. */
export const simdModuleBytes: Uint8Array = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
  ...section(2, [1, ...name('env'), ...name('memory'), 0x02, 0x00, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...name('rows'), 0x00, 0]),
  ...section(10, [1, ...sized(code)]),
]);
