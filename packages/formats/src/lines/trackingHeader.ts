import type { PoseTuple, RecordedSkeleton, TrackingHeader } from '@leib/tracking';
import {
  checkList,
  checkNumber,
  checkNumbers,
  checkObject,
  checkPoses,
  checkPositive,
  failAt,
  type Place,
} from './check.js';

/** Checks what a leib-tracking/1 header says. Keys it does not know are left out. */
export function readTrackingHeader(object: Readonly<Record<string, unknown>>, place: Place): TrackingHeader {
  const { hz, floorY, stature, skeleton, offsets } = object;
  return {
    hz: checkPositive(hz, place, 'hz'),
    floorY: floorY === undefined ? 0 : checkNumber(floorY, place, 'floorY'),
    ...(isGiven(stature) && { stature: checkPositive(stature, place, 'stature') }),
    ...(isGiven(skeleton) && { skeleton: readSkeleton(skeleton, place) }),
    ...(isGiven(offsets) && { offsets: readOffsets(offsets, place) }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A header as the object that is written: formats are told apart by their first key. */
export function trackingHeaderObject(header: TrackingHeader): object {
  return { format: 'leib-tracking/1', ...header };
}

function readSkeleton(value: unknown, place: Place): RecordedSkeleton {
  const object = checkObject(value, place, 'skeleton');
  const names = checkList(object.names, place, 'skeleton.names').map((name, i) => {
    if (typeof name !== 'string' || name === '') {
      throw failAt(place, `skeleton.names[${i}]`, 'expected a name');
    }
    return name;
  });
  if (names.length === 0) throw failAt(place, 'skeleton.names', 'is empty');
  if (new Set(names).size !== names.length) throw failAt(place, 'skeleton.names', 'the same name twice');
  const parents = checkList(object.parents, place, 'skeleton.parents');
  if (parents.length !== names.length) {
    throw failAt(place, 'skeleton.parents', `${parents.length} entries, expected ${names.length}`);
  }
  parents.forEach((parent, i) => {
    const isRight = i === 0 ? parent === -1 : Number.isInteger(parent) && Number(parent) >= 0 && Number(parent) < i;
    if (!isRight) {
      const expected = i === 0 ? '-1 for the root' : `a joint before it (0 to ${i - 1})`;
      throw failAt(place, `skeleton.parents[${i}]`, `is ${JSON.stringify(parent)}, expected ${expected}`);
    }
  });
  // Both spellings are in use: one flat list, or one triple per joint.
  const given = checkList(object.restOffsets, place, 'skeleton.restOffsets');
  const flat = given.length === names.length && given.every(Array.isArray) ? given.flat() : given;
  const restOffsets = new Float64Array(names.length * 3);
  checkNumbers(flat, names.length * 3, place, 'skeleton.restOffsets', restOffsets);
  return { names, parents: parents as readonly number[], restOffsets: Array.from(restOffsets) };
}

function readOffsets(value: unknown, place: Place): Readonly<Record<string, PoseTuple>> {
  const entries = Object.entries(checkObject(value, place, 'offsets')).map(([name, given]): [string, PoseTuple] => {
    const pose = new Float64Array(7);
    checkPoses(given, 1, place, `offsets.${name}`, pose);
    const [px, py, pz, qx, qy, qz, qw] = pose;
    return [name, [px, py, pz, qx, qy, qz, qw]];
  });
  return Object.fromEntries(entries);
}
