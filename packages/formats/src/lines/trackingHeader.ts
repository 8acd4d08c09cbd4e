import { tableOf } from '@leib/core';
import type { PoseTuple, RecordedSkeleton, TrackingHeader } from '@leib/tracking';
import * as v from 'valibot';
import { fileLimits } from '../limits/fileLimits.js';
import {
  checkNumbers,
  checkPoses,
  decodeAt,
  failAt,
  finiteNumber,
  type Place,
  positiveNumber,
  rateNumber,
} from './check.js';

const skeletonSchema = v.object({
  names: v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1))),
    v.minLength(1),
    v.maxLength(fileLimits.joints),
    v.check((names) => new Set(names).size === names.length, 'the same name twice; names must differ'),
  ),
  parents: v.array(v.number()),
  restOffsets: v.array(v.unknown()),
});

const headerSchema = v.object({
  hz: rateNumber,
  floorY: v.optional(finiteNumber, 0),
  stature: v.nullish(positiveNumber),
  skeleton: v.nullish(skeletonSchema),
  offsets: v.nullish(
    v.pipe(
      tableOf(v.string(), v.unknown()),
      v.check(
        (offsets) => Object.keys(offsets).length <= fileLimits.trackers,
        `expected at most ${fileLimits.trackers}`,
      ),
    ),
  ),
});

/** Checks the header of leib-tracking/1. Keys that the format does not have are left out. */
export function readTrackingHeader(object: Readonly<Record<string, unknown>>, place: Place): TrackingHeader {
  const { hz, floorY, stature, skeleton, offsets } = decodeAt(object, headerSchema, place);
  return {
    hz,
    floorY,
    ...(stature && { stature }),
    ...(skeleton && { skeleton: readSkeleton(skeleton, place) }),
    ...(offsets && { offsets: readOffsets(offsets, place) }),
  };
}

/** A header as the object that is written: the first key names the format. */
export function trackingHeaderObject(header: TrackingHeader): object {
  return { format: 'leib-tracking/1', ...header };
}

function readSkeleton(given: v.InferOutput<typeof skeletonSchema>, place: Place): RecordedSkeleton {
  const { names, parents } = given;
  if (parents.length !== names.length) {
    throw failAt(place, 'skeleton.parents', `expected ${names.length} numbers, got ${parents.length}`);
  }
  parents.forEach((parent, i) => {
    const isRight = i === 0 ? parent === -1 : Number.isInteger(parent) && parent >= 0 && parent < i;
    if (isRight) return;
    const expected = i === 0 ? '-1 for the root' : `a joint before it (0 to ${i - 1})`;
    throw failAt(place, `skeleton.parents[${i}]`, `expected ${expected}, got ${parent}`);
  });
  // Both spellings are in use: one flat list, or one triple per joint.
  const isTriples = given.restOffsets.length === names.length && given.restOffsets.every(Array.isArray);
  const restOffsets = new Float64Array(names.length * 3);
  const flat = isTriples ? given.restOffsets.flat() : given.restOffsets;
  checkNumbers(flat, restOffsets.length, place, 'skeleton.restOffsets', restOffsets);
  return { names, parents, restOffsets: Array.from(restOffsets) };
}

function readOffsets(given: Readonly<Record<string, unknown>>, place: Place): Readonly<Record<string, PoseTuple>> {
  const entries = Object.entries(given).map(([name, value]): [string, PoseTuple] => {
    const pose = new Float64Array(7);
    checkPoses(value, 1, place, `offsets.${name}`, pose);
    const [px, py, pz, qx, qy, qz, qw] = pose;
    return [name, [px, py, pz, qx, qy, qz, qw]];
  });
  return Object.fromEntries(entries);
}
