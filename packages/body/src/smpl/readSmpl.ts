import { InputError } from '@leib/core';
import { checkCount, FormatError, fileSetOfZip, looksLikeZip, mostNumbers } from '@leib/formats';
import { buildSmplModel, type SmplModel } from './buildSmplModel.js';
import { decodeArray, itemBytesOf, type NumpyArray, readNpy } from './numpyArray.js';
import { arrayOfPickle, createPickleArrays } from './pickle/arrayOfPickle.js';
import { isKind } from './pickle/pickleGlobals.js';
import { readPickle } from './pickle/readPickle.js';

export interface SmplReadOptions {
  /** Number of betas to keep, default 10. All 300 of SMPL-X take 75 MB. */
  readonly betaCount?: number;
  /** Keep the pose correctives, the largest part of a file. Default false. */
  readonly withPoseDirections?: boolean;
}

/** Looks up an array of the file by name; null where the file has none of that name. */
type FindArray = (name: string) => Promise<NumpyArray | null>;

/**
 * Reads SMPL, SMPL-H or SMPL-X from the user's own .npz or .pkl file. Nothing in the file is executed: a pickle is read
 * as data, and one that names a class or function other than those of arrays is refused. Throws FormatError.
 */
export async function readSmpl(bytes: Uint8Array, options: SmplReadOptions = {}): Promise<SmplModel> {
  const { betaCount = 10, withPoseDirections = false } = options;
  if (!(Number.isInteger(betaCount) && betaCount > 0)) {
    throw new InputError('betaCount', `expected a whole number above 0, got ${betaCount}`);
  }
  const find = looksLikeZip(bytes) ? findInNpz(bytes) : findInPickle(bytes);
  return buildSmplModel(
    {
      v_template: await required(find, 'v_template'),
      shapedirs: await required(find, 'shapedirs'),
      J_regressor: await required(find, 'J_regressor'),
      weights: await required(find, 'weights'),
      kintree_table: await required(find, 'kintree_table'),
      f: (await find('f')) ?? (await find('faces')),
      posedirs: withPoseDirections ? await find('posedirs') : null,
    },
    betaCount,
  );
}

async function required(find: FindArray, name: string): Promise<NumpyArray> {
  const array = await find(name);
  if (array !== null) return array;
  throw new FormatError('SMPL', '', `expected an array ${name}, got none; open a model file of SMPL, SMPL-H or SMPL-X`);
}

/** Unpacks each array on request. */
function findInNpz(bytes: Uint8Array): FindArray {
  const arrays = createPickleArrays(mostNumbers(bytes.length));
  const { files } = fileSetOfZip(bytes, 'npz');
  return async (name) => {
    const file = files.find(({ path }) => path === `${name}.npy`);
    if (file === undefined) return null;
    const stored = readNpy(await file.read(), name);
    // numpy.savez stores what is not numbers, such as a sparse matrix, as a pickle.
    if (!/^[|]?O8?$/.test(stored.descr)) {
      checkCount(stored.data.length / itemBytesOf(stored.descr), mostNumbers(bytes.length), 'SMPL', name, 'numbers');
      return decodeArray(stored, name);
    }
    return arrayOfPickle(arrays, readPickle(stored.data, name), name);
  };
}

function findInPickle(bytes: Uint8Array): FindArray {
  if (!looksLikePickle(bytes)) {
    throw new FormatError('SMPL', '', `expected a .npz or .pkl file, got 0x${(bytes[0] ?? 0).toString(16)} at byte 0`);
  }
  const root = readPickle(bytes);
  const arrays = createPickleArrays(mostNumbers(bytes.length));
  if (!isKind(root, 'dict')) throw new FormatError('SMPL', '', 'expected a dictionary of arrays, got another value');
  return async (name) => (root.entries.has(name) ? arrayOfPickle(arrays, root.entries.get(name), name) : null);
}

/** A pickle begins with PROTO, or in protocols 0 and 1 with the MARK or EMPTY_DICT of a dictionary. */
function looksLikePickle(bytes: Uint8Array): boolean {
  return bytes[0] === 0x80 || bytes[0] === 0x28 || bytes[0] === 0x7d;
}
