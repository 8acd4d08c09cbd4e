import { FormatError } from '@leib/formats';
import { decodeArray, type NumpyArray, shapeText } from './numpyArray.js';
import { attribute } from './pickleGlobals.js';
import { isKind, type PickleObject, type PickleValue } from './pickleValue.js';

/** Chumpy's arrays may wrap each other; a file whose do so without end is no model. */
const deepestWrapping = 16;

/** The largest matrix that a sparse one may stand for: SMPL-X's joint regressor has 0.6 million entries. */
const mostEntries = 16_000_000;

/** The numbers of an array of numpy, scipy or chumpy, written out in full. Throws FormatError with name and reason. */
export function arrayOfPickle(value: PickleValue | undefined, name: string, depth = 0): NumpyArray {
  if (depth > deepestWrapping) throw new FormatError('SMPL', name, 'is wrapped in itself');
  if (isKind(value, 'array') && value.stored !== null) {
    // numpy.savez wraps what is no array, such as a sparse matrix, in an array of one object.
    if (value.objects.length === 1) return arrayOfPickle(value.objects[0], name, depth + 1);
    return decodeArray(value.stored, name);
  }
  if (isKind(value, 'object')) {
    if (value.className.startsWith('scipy.')) return denseMatrix(value, name, depth);
    if (value.className.startsWith('chumpy.')) return unwrapChumpy(value, name, depth);
  }
  if (isKind(value, 'list') && value.items.every((item) => typeof item === 'number')) {
    return { shape: [value.items.length], values: Float64Array.from(value.items) };
  }
  throw new FormatError('SMPL', name, 'is no array');
}

/**
 * Compressed sparse columns or rows: `indptr` says where in `data` each begins, `indices` which row or column an entry
 * is in; entries of one place add up.
 */
function denseMatrix({ className, state }: PickleObject, name: string, depth: number): NumpyArray {
  const part = (...names: readonly string[]) => arrayOfPickle(attribute(state, ...names), name, depth + 1).values;
  const { values: shape } = arrayOfPickle(attribute(state, '_shape', 'shape'), name, depth + 1);
  const [data, indices, starts] = [part('data'), part('indices'), part('indptr')];
  const [rowCount, columnCount] = shape;
  if (shape.length !== 2 || !(rowCount * columnCount <= mostEntries)) {
    throw new FormatError('SMPL', name, `is a sparse matrix of shape ${shapeText([...shape])}`);
  }
  const isByColumn = className.includes('csc');
  const lineCount = isByColumn ? columnCount : rowCount;
  const lineLength = isByColumn ? rowCount : columnCount;
  const isSound = starts.length === lineCount + 1 && data.length === indices.length && starts[lineCount] <= data.length;
  if (!isSound) throw new FormatError('SMPL', name, 'is a sparse matrix whose parts do not fit');
  const values = new Float64Array(rowCount * columnCount);
  for (let line = 0; line < lineCount; line++) {
    for (let at = starts[line]; at < starts[line + 1]; at++) {
      const index = indices[at];
      if (!(index >= 0 && index < lineLength)) throw new FormatError('SMPL', name, `has an entry outside of its shape`);
      values[isByColumn ? index * columnCount + line : line * columnCount + index] += data[at];
    }
  }
  return { shape: [rowCount, columnCount], values };
}

/** Chumpy's own arrays hold theirs as x; a Select picks entries of another. */
function unwrapChumpy({ className, state }: PickleObject, name: string, depth: number): NumpyArray {
  if (className === 'chumpy.ch.Ch') return arrayOfPickle(attribute(state, 'x'), name, depth + 1);
  if (className !== 'chumpy.reordering.Select') {
    throw new FormatError('SMPL', name, `is computed by ${className}; save it as a plain array`);
  }
  const source = arrayOfPickle(attribute(state, 'a'), name, depth + 1);
  const picked = arrayOfPickle(attribute(state, 'idxs'), name, depth + 1);
  const shapeValue = attribute(state, 'preferred_shape');
  const shape = shapeValue === undefined ? picked.shape : [...arrayOfPickle(shapeValue, name, depth + 1).values];
  const values = Float64Array.from(picked.values, (index) => source.values[index]);
  const isSound = values.every(Number.isFinite) && shape.reduce((a, b) => a * b, 1) === values.length;
  if (!isSound) throw new FormatError('SMPL', name, 'picks entries that its array does not have');
  return { shape, values };
}
