import { FormatError } from '@leib/formats';
import { decodeArray, type NumpyArray, shapeText } from '../numpyArray.js';
import { attribute } from './pickleGlobals.js';
import { isKind, type PickleObject, type PickleValue } from './pickleValue.js';

/** Chumpy's arrays wrap each other; deeper than this they wrap themselves. */
const deepestWrapping = 16;

/** Most entries of a sparse matrix when written out; SMPL-X's joint regressor has 0.6 million. */
const mostEntries = 16_000_000;

/** The numbers of an array of numpy, scipy or chumpy; sparse ones are written out. Throws FormatError with name and reason. */
export function arrayOfPickle(value: PickleValue | undefined, name: string, depth = 0): NumpyArray {
  if (depth > deepestWrapping) throw new FormatError('SMPL', name, 'expected an array, got one that wraps itself');
  if (isKind(value, 'array') && value.stored !== null) {
    // numpy.savez stores a sparse matrix as an array of one object.
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
  throw new FormatError('SMPL', name, 'expected an array, got another value');
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
    const got = shapeText([...shape]);
    throw new FormatError('SMPL', name, `expected a sparse matrix of at most ${mostEntries} entries, got shape ${got}`);
  }
  const isByColumn = className.includes('csc');
  const lineCount = isByColumn ? columnCount : rowCount;
  const lineLength = isByColumn ? rowCount : columnCount;
  const isSound = starts.length === lineCount + 1 && data.length === indices.length && starts[lineCount] <= data.length;
  if (!isSound) {
    const got = `${starts.length}, ${data.length} and ${indices.length}`;
    throw new FormatError('SMPL', name, `expected lengths of indptr, data and indices that fit the shape, got ${got}`);
  }
  const values = new Float64Array(rowCount * columnCount);
  for (let line = 0; line < lineCount; line++) {
    for (let at = starts[line]; at < starts[line + 1]; at++) {
      const index = indices[at];
      if (!(index >= 0 && index < lineLength)) {
        throw new FormatError('SMPL', name, `expected indices below ${lineLength}, got ${index}`);
      }
      values[isByColumn ? index * columnCount + line : line * columnCount + index] += data[at];
    }
  }
  return { shape: [rowCount, columnCount], values };
}

/** A chumpy Ch holds its array as x; a Select picks entries of another array. */
function unwrapChumpy({ className, state }: PickleObject, name: string, depth: number): NumpyArray {
  if (className === 'chumpy.ch.Ch') return arrayOfPickle(attribute(state, 'x'), name, depth + 1);
  if (className !== 'chumpy.reordering.Select') {
    throw new FormatError('SMPL', name, `expected a stored array, got ${className}; save it as a plain array`);
  }
  const source = arrayOfPickle(attribute(state, 'a'), name, depth + 1);
  const picked = arrayOfPickle(attribute(state, 'idxs'), name, depth + 1);
  const shapeValue = attribute(state, 'preferred_shape');
  const shape = shapeValue === undefined ? picked.shape : [...arrayOfPickle(shapeValue, name, depth + 1).values];
  const values = Float64Array.from(picked.values, (index) => source.values[index]);
  const isSound = values.every(Number.isFinite) && shape.reduce((a, b) => a * b, 1) === values.length;
  if (!isSound) throw new FormatError('SMPL', name, `expected indices below ${source.values.length}, got others`);
  return { shape, values };
}
