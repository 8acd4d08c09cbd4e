import { smplParents } from '@leib/core';
import { seededRandom } from '@leib/core/testing';

/** Tests only: a small model with all parts of SMPL and a made-up shape. */

export interface FixtureArray {
  readonly shape: readonly number[];
  readonly descr: string;
  readonly values: readonly number[];
  /** Kept as scipy's sparse matrix, or as one of chumpy's arrays, where the way of writing has such. */
  readonly wrap?: 'csc' | 'csr' | 'ch' | 'select';
}

export type FixtureArrays = Readonly<Record<string, FixtureArray>>;

/** Arrays of a model with 24, 52 or 55 joints: a tall box, all values from the seed. */
export function smplArrays(jointCount: number, seed = 1, betaCount = 10): FixtureArrays {
  const random = seededRandom(seed);
  const vertexCount = 40;
  const list = (count: number, make: (i: number) => number) => Array.from({ length: count }, (_, i) => make(i));
  const parents = list(jointCount, (joint) => (joint < 22 ? smplParents[joint] : joint % 2 === 0 ? 20 : 21));
  const regressor = list(jointCount * vertexCount, () => 0);
  const weights = list(vertexCount * jointCount, () => 0);
  for (let joint = 0; joint < jointCount; joint++) {
    const share = 0.2 + 0.6 * random();
    regressor[joint * vertexCount + ((joint * 7) % vertexCount)] = share;
    regressor[joint * vertexCount + ((joint * 7 + 11) % vertexCount)] = 1 - share;
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const share = random();
    weights[vertex * jointCount + (vertex % jointCount)] += share;
    weights[vertex * jointCount + ((vertex + 5) % jointCount)] += 1 - share;
  }
  const featureCount = (jointCount - 1) * 9;
  return {
    v_template: {
      shape: [vertexCount, 3],
      descr: '<f8',
      values: list(vertexCount * 3, (i) => (i % 3 === 1 ? (1.7 * (i - 1)) / (vertexCount * 3) - 0.9 : random() - 0.5)),
    },
    shapedirs: {
      shape: [vertexCount, 3, betaCount],
      descr: '<f4',
      values: list(vertexCount * 3 * betaCount, () => Math.fround(0.02 * (random() - 0.5))),
    },
    posedirs: {
      shape: [vertexCount, 3, featureCount],
      descr: '<f4',
      values: list(vertexCount * 3 * featureCount, () => Math.fround(0.001 * (random() - 0.5))),
    },
    J_regressor: { shape: [jointCount, vertexCount], descr: '<f8', values: regressor },
    weights: { shape: [vertexCount, jointCount], descr: '<f8', values: weights },
    kintree_table: {
      shape: [2, jointCount],
      descr: '<u4',
      values: [...parents.map((parent) => (parent < 0 ? 0xffffffff : parent)), ...list(jointCount, (i) => i)],
    },
    f: {
      shape: [vertexCount - 2, 3],
      descr: '<u4',
      values: list((vertexCount - 2) * 3, (i) => Math.floor(i / 3) + (i % 3)),
    },
  };
}

/** Numbers as numpy stores them. */
function arrayBytes({ descr, values }: FixtureArray): Uint8Array {
  const size = Number(descr.at(-1));
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  const isLittle = !descr.startsWith('>');
  values.forEach((value, i) => {
    const at = i * size;
    const kind = descr.slice(-2);
    if (kind === 'f8') view.setFloat64(at, value, isLittle);
    else if (kind === 'f4') view.setFloat32(at, value, isLittle);
    else if (kind === 'i8') view.setBigInt64(at, BigInt(value), isLittle);
    else if (kind === 'i4') view.setInt32(at, value, isLittle);
    else if (kind === 'u4') view.setUint32(at, value, isLittle);
  });
  return bytes;
}

/** The same array, stored with the first index running fastest. */
export function inFortranOrder(array: FixtureArray): FixtureArray {
  const { shape, values } = array;
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1));
  const out: number[] = [];
  const walk = (axis: number, at: number): void => {
    if (axis < 0) out.push(values[at]);
    else for (let i = 0; i < shape[axis]; i++) walk(axis - 1, at + i * strides[axis]);
  };
  walk(shape.length - 1, 0);
  return { ...array, values: out };
}

export function npyBytes(array: FixtureArray, isFortranOrder = false): Uint8Array {
  const { shape, descr } = array;
  const shapeText = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const text = `{'descr': '${descr}', 'fortran_order': ${isFortranOrder ? 'True' : 'False'}, 'shape': ${shapeText}, }`;
  const header = new TextEncoder().encode(`${text.padEnd(117)}\n`);
  return joined([0x93, ...ascii('NUMPY'), 1, 0, header.length & 0xff, header.length >> 8], header, arrayBytes(array));
}

export interface ZipContent {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The same, deflated. Absent: stored. */
  readonly packed?: Uint8Array;
  /** What the directory says the size is, where it lies. */
  readonly claimedSize?: number;
}

/** Bytes packed as zip files have them. */
export async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A zip file; checksums are 0, because the reader does not check them. */
export function zipBytes(contents: readonly ZipContent[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes, packed, claimedSize = bytes.length } of contents) {
    const data = packed ?? bytes;
    const sizes = [...u32(0), ...u32(data.length), ...u32(claimedSize)];
    const method = u16(packed ? 8 : 0);
    const local = joined(
      u32(0x04034b50),
      u16(20),
      u16(0),
      method,
      u32(0),
      sizes,
      u16(name.length),
      u16(0),
      ascii(name),
    );
    directory.push(
      joined(u32(0x02014b50), u16(20), u16(20), u16(0), method, u32(0), sizes),
      joined(u16(name.length), u16(0), u16(0), u16(0), u16(0), u32(0), u32(at), ascii(name)),
    );
    parts.push(local, data);
    at += local.length + data.length;
  }
  const listing = joined(...directory);
  const count = u16(contents.length);
  return joined(...parts, listing, u32(0x06054b50), u16(0), u16(0), count, count, u32(listing.length), u32(at), u16(0));
}

const ascii = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0));
const u16 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];

export function joined(...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A pickle as Python 2's cPickle writes a dictionary of arrays with protocol 2. */
export function pickleBytes(arrays: FixtureArrays): Uint8Array {
  return joined(
    [0x80, 2],
    ascii('}('),
    ...Object.entries(arrays).flatMap(([name, array]) => [pickledText(name), pickledArray(array)]),
    pickledText('bs_style'),
    pickledText('lbs'),
    ascii('u.'),
  );
}

const pickledText = (text: string): number[] => [0x55, text.length, ...ascii(text)];
const pickledInt = (value: number): number[] => [0x4a, ...u32(value)];
const pickledGlobal = (module: string, name: string): number[] => ascii(`c${module}\n${name}\n`);
const pickledTuple = (...items: readonly (readonly number[] | Uint8Array)[]) =>
  joined(ascii('('), ...items, ascii('t'));

function pickledPlain({ shape, descr }: FixtureArray, bytes: Uint8Array): Uint8Array {
  const dtype = joined(
    pickledGlobal('numpy', 'dtype'),
    pickledTuple(pickledText(descr.slice(-2)), pickledInt(0), pickledInt(1)),
    ascii('R'),
    pickledTuple(
      pickledInt(3),
      pickledText(descr[0]),
      ascii('N'),
      ascii('N'),
      ascii('N'),
      pickledInt(-1),
      pickledInt(-1),
      pickledInt(0),
    ),
    ascii('b'),
  );
  return joined(
    pickledGlobal('numpy.core.multiarray', '_reconstruct'),
    pickledTuple(pickledGlobal('numpy', 'ndarray'), pickledTuple(pickledInt(0)), pickledText('b')),
    ascii('R'),
    pickledTuple(
      pickledInt(1),
      pickledTuple(...shape.map(pickledInt)),
      dtype,
      [0x89],
      joined([0x54], u32(bytes.length), bytes),
    ),
    ascii('b'),
  );
}

/** An array, wrapped as it says. */
export function pickledArray(array: FixtureArray): Uint8Array {
  const plain = pickledPlain(array, arrayBytes(array));
  const ints = (values: readonly number[]) => {
    const whole: FixtureArray = { shape: [values.length], descr: '<i4', values };
    return pickledPlain(whole, arrayBytes(whole));
  };
  const instance = (module: string, name: string, ...state: readonly (readonly number[] | Uint8Array)[]) =>
    joined(pickledGlobal(module, name), ascii(')'), [0x81], ascii('}('), ...state, ascii('ub'));
  switch (array.wrap) {
    case 'csc':
    case 'csr': {
      const { data, indices, starts } = compressed(array, array.wrap === 'csc');
      const floats: FixtureArray = { shape: [data.length], descr: '<f8', values: data };
      return instance(
        `scipy.sparse.${array.wrap}`,
        `${array.wrap}_matrix`,
        pickledText('_shape'),
        pickledTuple(...array.shape.map(pickledInt)),
        pickledText('maxprint'),
        pickledInt(50),
        pickledText('data'),
        pickledPlain(floats, arrayBytes(floats)),
        pickledText('indices'),
        ints(indices),
        pickledText('indptr'),
        ints(starts),
      );
    }
    case 'ch':
      return instance('chumpy.ch', 'Ch', pickledText('_status'), pickledText('new'), pickledText('x'), plain);
    case 'select': {
      // The wanted array lies reversed inside a wrapped one.
      const reversed: FixtureArray = {
        ...array,
        shape: [array.values.length],
        values: array.values.toReversed(),
        wrap: 'ch',
      };
      return instance(
        'chumpy.reordering',
        'Select',
        pickledText('a'),
        pickledArray(reversed),
        pickledText('idxs'),
        ints(array.values.map((_, i) => array.values.length - 1 - i)),
        pickledText('preferred_shape'),
        pickledTuple(...array.shape.map(pickledInt)),
      );
    }
    default:
      return plain;
  }
}

function compressed({ shape: [rowCount, columnCount], values }: FixtureArray, isByColumn: boolean) {
  const data: number[] = [];
  const indices: number[] = [];
  const starts = [0];
  for (let line = 0; line < (isByColumn ? columnCount : rowCount); line++) {
    for (let k = 0; k < (isByColumn ? rowCount : columnCount); k++) {
      const value = isByColumn ? values[k * columnCount + line] : values[line * columnCount + k];
      if (value === 0) continue;
      data.push(value);
      indices.push(k);
    }
    starts.push(data.length);
  }
  return { data, indices, starts };
}

/** A pickle of protocol 0, which is text: the default of Python 2. */
export function textPickleBytes(arrays: FixtureArrays): Uint8Array {
  const repr = (bytes: Uint8Array) =>
    Array.from(bytes, (byte) => {
      if (byte === 0x0a) return '\\n';
      if (byte === 0x5c || byte === 0x27) return `\\${String.fromCharCode(byte)}`;
      return byte < 0x20 || byte > 0x7e ? `\\x${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte);
    }).join('');
  const items = Object.entries(arrays).map(([name, array], i) => {
    const { shape, descr } = array;
    return (
      `S'${name}'\np${i + 1}\ncnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR` +
      `(I1\n(${shape.map((length) => `L${length}L\n`).join('')}tcnumpy\ndtype\n(S'${descr.slice(-2)}'\nI0\nI1\ntR` +
      `(I3\nS'${descr[0]}'\nNNNI-1\nI-1\nI0\ntbI00\nS'${repr(arrayBytes(array))}'\ntbs`
    );
  });
  return Uint8Array.from(ascii(`(dp0\n${items.join('')}.`));
}
