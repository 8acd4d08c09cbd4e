import { smplParents } from '@leib/core';
import { joined, zipOf } from './smallFiles.js';

/** A box with all arrays of SMPL, in the two ways in which its files keep them. */

interface SmallArray {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float64Array;
}

const JOINTS = 24;
const VERTICES = 30;

function smallArrays(): SmallArray[] {
  const make = (name: string, shape: readonly number[], value: (i: number) => number): SmallArray => {
    const count = shape.reduce((product, length) => product * length, 1);
    return { name, shape, values: Float64Array.from({ length: count }, (_, i) => value(i)) };
  };
  return [
    make('v_template', [VERTICES, 3], (i) => (i % 3 === 1 ? 0.05 * Math.floor(i / 3) : 0.01 * (i % 7))),
    make('shapedirs', [VERTICES, 3, 2], (i) => 0.001 * (i % 5)),
    make('J_regressor', [JOINTS, VERTICES], (i) => (i % VERTICES === Math.floor(i / VERTICES) ? 1 : 0)),
    make('weights', [VERTICES, JOINTS], (i) => (i % JOINTS === Math.floor(i / JOINTS) % JOINTS ? 1 : 0)),
    make('kintree_table', [2, JOINTS], (i) => (i < JOINTS ? (smplParents[i] ?? 20) : i - JOINTS)),
    make('f', [VERTICES - 2, 3], (i) => Math.floor(i / 3) + (i % 3)),
  ];
}

/** NumPy's own format, one file an array: numpy.lib.format, version 1.0. */
export function npyBytes({ shape, values }: Omit<SmallArray, 'name'>): Uint8Array<ArrayBuffer> {
  const header =
    `{'descr': '<f8', 'fortran_order': False, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`.padEnd(
      117,
    );
  const size = header.length + 1;
  return joined(
    Uint8Array.of(0x93, ...ascii('NUMPY'), 1, 0, size & 255, size >> 8),
    Uint8Array.of(...ascii(`${header}\n`)),
    new Uint8Array(values.buffer),
  );
}

export function smallNpz(): Promise<Uint8Array<ArrayBuffer>> {
  return zipOf(
    smallArrays().map((array, i) => ({ name: `${array.name}.npy`, bytes: npyBytes(array), isDeflated: i % 2 === 0 })),
  );
}

/** A dictionary of arrays as Python 2's cPickle writes it with protocol 2, one of them sparse. */
export function smallPickle(): Uint8Array<ArrayBuffer> {
  const entries = smallArrays().flatMap((array) => [
    pickled.text(array.name),
    array.name === 'J_regressor' ? pickledSparse(array) : pickledArray(array),
  ]);
  return joined(Uint8Array.of(0x80, 2), code('}('), ...entries, code('u.'));
}

const ascii = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0));
const code = (text: string): Uint8Array => Uint8Array.from(ascii(text));
const int32 = (value: number): Uint8Array => new Uint8Array(Int32Array.of(value).buffer);

/** Pieces of a pickle, named after what they build. */
export const pickled = {
  text: (text: string) => Uint8Array.of(0x55, text.length, ...ascii(text)),
  int: (value: number) => joined(code('J'), int32(value)),
  tuple: (...items: readonly Uint8Array[]) => joined(code('('), ...items, code('t')),
  global: (module: string, name: string) => code(`c${module}\n${name}\n`),
  instance: (module: string, name: string, ...state: readonly Uint8Array[]) =>
    joined(code(`c${module}\n${name}\n)`), Uint8Array.of(0x81), code('}('), ...state, code('ub')),
};

export function pickledArray({ shape, values }: Omit<SmallArray, 'name'>): Uint8Array {
  const { text, int, tuple, global } = pickled;
  const none = code('N');
  const order = tuple(int(3), text('<'), none, none, none, int(-1), int(-1), int(0));
  const dtype = joined(global('numpy', 'dtype'), tuple(text('f8'), int(0), int(1)), code('R'), order, code('b'));
  const data = new Uint8Array(values.buffer);
  const made = tuple(global('numpy', 'ndarray'), tuple(int(0)), text('b'));
  const content = joined(code('T'), int32(data.length), data);
  const state = tuple(int(1), tuple(...shape.map(int)), dtype, Uint8Array.of(0x89), content);
  return joined(global('numpy.core.multiarray', '_reconstruct'), made, code('R'), state, code('b'));
}

function pickledSparse({ shape: [rows, columns], values }: SmallArray): Uint8Array {
  const data: number[] = [];
  const indices: number[] = [];
  const starts = [0];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (values[row * columns + column] === 0) continue;
      data.push(values[row * columns + column]);
      indices.push(column);
    }
    starts.push(data.length);
  }
  const list = (numbers: readonly number[]) =>
    pickledArray({ shape: [numbers.length], values: Float64Array.from(numbers) });
  const { text, int, tuple, instance } = pickled;
  return instance(
    'scipy.sparse.csr',
    'csr_matrix',
    text('_shape'),
    tuple(int(rows), int(columns)),
    text('data'),
    list(data),
    text('indices'),
    list(indices),
    text('indptr'),
    list(starts),
  );
}
