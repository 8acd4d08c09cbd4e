import { describeValue } from '@leib/core';
import { checkCount, FormatError } from '@leib/formats';
import { decodeArray, type NumpyArray, shapeText } from '../numpyArray.js';
import { attribute, isKind, type PickleObject, type PickleValue } from './pickleGlobals.js';

/** Chumpy's arrays wrap each other; deeper than this they wrap themselves. */
const deepestWrapping = 16;

/** Arrays that were read from a pickle so far. Values refer to each other: each is read once, and all together are bounded. */
export interface PickleArrays {
  readonly known: Map<PickleValue, NumpyArray>;
  /** Numbers that may still be made. */
  numbersLeft: number;
}

export function createPickleArrays(mostNumbers: number): PickleArrays {
  return { known: new Map(), numbersLeft: mostNumbers };
}

/** The numbers of an array of numpy, scipy or chumpy; sparse ones are written out. Throws FormatError with name and reason. */
export function arrayOfPickle(
  arrays: PickleArrays,
  value: PickleValue | undefined,
  name: string,
  depth = 0,
): NumpyArray {
  const known = value === undefined ? undefined : arrays.known.get(value);
  if (known !== undefined) return known;
  const array = readValue(arrays, value, name, depth);
  if (typeof value === 'object' && value !== null) arrays.known.set(value, array);
  return array;
}

/** Counts numbers before they are made. */
function takeNumbers(arrays: PickleArrays, count: number, name: string): void {
  checkCount(count, arrays.numbersLeft, 'SMPL', name, 'numbers that its arrays may still have');
  arrays.numbersLeft -= count;
}

function readValue(arrays: PickleArrays, value: PickleValue | undefined, name: string, depth: number): NumpyArray {
  if (depth > deepestWrapping) throw new FormatError('SMPL', name, 'expected an array, got one that wraps itself');
  if (isKind(value, 'array') && value.stored !== null) {
    // numpy.savez stores a sparse matrix as an array of one object.
    if (value.objects.length === 1) return arrayOfPickle(arrays, value.objects[0], name, depth + 1);
    takeNumbers(arrays, value.stored.data.length, name);
    return decodeArray(value.stored, name);
  }
  if (isKind(value, 'object')) {
    if (value.className.startsWith('scipy.')) return denseMatrix(arrays, value, name, depth);
    if (value.className.startsWith('chumpy.')) return unwrapChumpy(arrays, value, name, depth);
  }
  if (isKind(value, 'list') && value.items.every((item) => typeof item === 'number')) {
    takeNumbers(arrays, value.items.length, name);
    return { shape: [value.items.length], values: Float64Array.from(value.items) };
  }
  throw new FormatError('SMPL', name, 'expected an array, got another value');
}

/**
 * Compressed sparse columns or rows: `indptr` says where in `data` each begins, `indices` which row or column an entry
 * is in; entries of one place add up.
 */
function denseMatrix(
  arrays: PickleArrays,
  { className, state }: PickleObject,
  name: string,
  depth: number,
): NumpyArray {
  const part = (...names: readonly string[]) =>
    arrayOfPickle(arrays, attribute(state, ...names), name, depth + 1).values;
  const { values: shape } = arrayOfPickle(arrays, attribute(state, '_shape', 'shape'), name, depth + 1);
  const [data, indices, starts] = [part('data'), part('indices'), part('indptr')];
  const [rowCount, columnCount] = shape;
  if (shape.length !== 2 || !shape.every((length) => Number.isInteger(length) && length > 0)) {
    throw new FormatError('SMPL', name, `expected the shape of a sparse matrix, got ${shapeText([...shape])}`);
  }
  takeNumbers(arrays, rowCount * columnCount, name);
  const isByColumn = className.includes('csc');
  const lineCount = isByColumn ? columnCount : rowCount;
  const lineLength = isByColumn ? rowCount : columnCount;
  // Each entry is in one line: lines that overlap would take the product of their numbers.
  const isInOrder = starts.every((start, line) => line === 0 || start >= starts[line - 1]);
  const isSound =
    isInOrder && starts.length === lineCount + 1 && data.length === indices.length && starts[lineCount] <= data.length;
  if (!isSound) {
    const got = `${starts.length}, ${data.length} and ${indices.length}`;
    throw new FormatError('SMPL', name, `expected lengths of indptr, data and indices that fit the shape, got ${got}`);
  }
  const values = new Float64Array(rowCount * columnCount);
  for (let line = 0; line < lineCount; line++) {
    for (let at = starts[line]; at < starts[line + 1]; at++) {
      const index = indices[at];
      if (!(index >= 0 && index < lineLength)) {
        throw new FormatError('SMPL', name, `expected indices below ${lineLength}, got ${describeValue(index)}`);
      }
      values[isByColumn ? index * columnCount + line : line * columnCount + index] += data[at];
    }
  }
  return { shape: [rowCount, columnCount], values };
}

/** A chumpy Ch holds its array as x; a Select picks entries of another array. */
function unwrapChumpy(
  arrays: PickleArrays,
  { className, state }: PickleObject,
  name: string,
  depth: number,
): NumpyArray {
  if (className === 'chumpy.ch.Ch') return arrayOfPickle(arrays, attribute(state, 'x'), name, depth + 1);
  if (className !== 'chumpy.reordering.Select') {
    throw new FormatError('SMPL', name, `expected a stored array, got ${className}; save it as a plain array`);
  }
  const source = arrayOfPickle(arrays, attribute(state, 'a'), name, depth + 1);
  const picked = arrayOfPickle(arrays, attribute(state, 'idxs'), name, depth + 1);
  takeNumbers(arrays, picked.values.length, name);
  const shapeValue = attribute(state, 'preferred_shape');
  const shape =
    shapeValue === undefined ? picked.shape : [...arrayOfPickle(arrays, shapeValue, name, depth + 1).values];
  const values = Float64Array.from(picked.values, (index) => source.values[index]);
  const isSound = values.every(Number.isFinite) && shape.reduce((a, b) => a * b, 1) === values.length;
  if (!isSound) throw new FormatError('SMPL', name, `expected indices below ${source.values.length}, got others`);
  return { shape, values };
}
