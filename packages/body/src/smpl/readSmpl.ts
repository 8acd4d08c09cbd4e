import { FormatError } from '@leib/formats';
import { arrayOfPickle } from './arrayOfPickle.js';
import { buildSmplModel } from './buildSmplModel.js';
import { decodeArray, type NumpyArray } from './numpyArray.js';
import { isKind } from './pickleValue.js';
import { readNpy } from './readNpy.js';
import { readPickle } from './readPickle.js';
import type { SmplModel } from './smplModel.js';
import { looksLikeZip, readZipDirectory, readZipEntry } from './zipFile.js';

export interface SmplReadOptions {
  /** How many betas to keep, 10 when absent: SMPL-X has 300, which take 75 MB. */
  readonly betaCount?: number;
  /** Whether to keep the pose's corrections, which are the largest part of a file. Not when absent. */
  readonly withPoseDirections?: boolean;
}

/** Finds an array of the file by name; null where the file has none of that name. */
type FindArray = (name: string) => Promise<NumpyArray | null>;

/**
 * Reads SMPL, SMPL-H or SMPL-X from the user's own .npz or .pkl file. Nothing in the file is executed: a pickle is read
 * as data, and one that asks for anything but arrays is refused. Throws FormatError with place and reason.
 */
export async function readSmpl(bytes: Uint8Array, options: SmplReadOptions = {}): Promise<SmplModel> {
  const { betaCount = 10, withPoseDirections = false } = options;
  if (!(Number.isInteger(betaCount) && betaCount > 0)) throw new RangeError(`betaCount is ${betaCount}`);
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
  if (array === null)
    throw new FormatError('SMPL', '', `the file has no ${name}; it is no SMPL, SMPL-H or SMPL-X model`);
  return array;
}

/** Only what is asked for is unpacked. */
function findInNpz(bytes: Uint8Array): FindArray {
  const entries = readZipDirectory(bytes);
  return async (name) => {
    const entry = entries.find((each) => each.name === `${name}.npy`);
    if (entry === undefined) return null;
    const stored = readNpy(await readZipEntry(bytes, entry), name);
    // An array of objects holds a pickle: where a dictionary was saved with numpy.savez as it was.
    if (!/^[|]?O8?$/.test(stored.descr)) return decodeArray(stored, name);
    return arrayOfPickle(readPickle(stored.data, name), name);
  };
}

function findInPickle(bytes: Uint8Array): FindArray {
  if (!looksLikePickle(bytes)) throw new FormatError('SMPL', '', 'is neither .npz nor .pkl');
  const root = readPickle(bytes);
  if (!isKind(root, 'dict')) throw new FormatError('SMPL', '', 'the pickle holds no dictionary of arrays');
  return async (name) => (root.entries.has(name) ? arrayOfPickle(root.entries.get(name), name) : null);
}

/** PROTO, or a dictionary as protocols 0 and 1 begin it. */
function looksLikePickle(bytes: Uint8Array): boolean {
  return bytes[0] === 0x80 || bytes[0] === 0x28 || bytes[0] === 0x7d;
}
