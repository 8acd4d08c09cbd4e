import {
  type Decoded,
  decodeJson,
  type HumanoidBone,
  humanoidBones,
  InputError,
  jointOfBone,
  parentBone,
  type Skeleton,
  tableOf,
} from '@leib/core';
import * as v from 'valibot';
import { type MarkerPlace, PLACES_STATURE } from './markerPlaces.js';
import { isModelOutput, readLabel, withoutSubject } from './readLabel.js';

/** A column of the file that sits on the body. */
export interface BodyMarker {
  readonly label: string;
  /** Its number among the file's labels. */
  readonly column: number;
  /** Joint that carries it. */
  readonly joint: number;
  /** Where it is expected in the joint's space, on the body as it was given, metres. */
  readonly expected: readonly [x: number, y: number, z: number];
  /** Standard deviation of that, metres. */
  readonly spread: number;
  /** Joint that the place is described from, for landmarks; -1 for places that are open. */
  readonly nearJoint: number;
  /** How its bone is known: by a marker set, by the words of its label, from the user's map, or since it moved with it. */
  readonly by: 'set' | 'words' | 'map' | 'motion';
}

export interface AssignedMarkers {
  readonly markers: readonly BodyMarker[];
  /** Columns whose labels say nothing; they may still be found by how they move. */
  readonly unknown: readonly number[];
  /** Columns that the user's map says are not on the body. */
  readonly ignored: readonly number[];
}

/** Standard deviation of a place that the user measured, metres. */
const MAP_SPREAD = 0.02;
/** Standard deviation of a place that is only said to be on a bone, metres. */
const BONE_SPREAD = 0.12;

/** Places known better than this are landmarks, whose distances tell a person's size, metres. */
const LANDMARK_SPREAD = 0.04;

/** Which marker sits on which bone, by the labels. `stature` is that of the skeleton. */
export function assignMarkers(
  labels: readonly string[],
  skeleton: Skeleton,
  stature: number,
  map: MarkerMap | null = null,
): AssignedMarkers {
  const markers: BodyMarker[] = [];
  const unknown: number[] = [];
  const ignored: number[] = [];
  const seen = new Set<string>();
  labels.forEach((label, column) => {
    const name = withoutSubject(label);
    const own = entryOf(map, label) ?? entryOf(map, name);
    if (own === 'ignored' || (own === undefined && isModelOutput(label))) {
      ignored.push(column);
      return;
    }
    // A second subject in the file repeats the first one's labels.
    const isRepeated = seen.has(name);
    seen.add(name);
    const marker = isRepeated
      ? null
      : own
        ? fromMap(label, column, skeleton, own)
        : fromLabel(label, column, skeleton, stature);
    if (marker) markers.push(marker);
    else unknown.push(column);
  });
  return { markers, unknown, ignored };
}

function entryOf(map: MarkerMap | null, label: string): MarkerMapEntry | 'ignored' | undefined {
  if (!map || !Object.hasOwn(map.markers, label)) return undefined;
  return map.markers[label] ?? 'ignored';
}

function fromMap(label: string, column: number, skeleton: Skeleton, { bone, at }: MarkerMapEntry): BodyMarker {
  const joint = jointOfBone(skeleton, bone);
  if (joint < 0) throw new InputError(`markers.${label}.bone`, `expected a bone that the body has, got ${bone}`);
  const [x, y, z] = at ?? middleOfBone(skeleton, joint);
  return {
    label,
    column,
    joint,
    expected: [x, y, z],
    spread: at ? MAP_SPREAD : BONE_SPREAD,
    nearJoint: -1,
    by: 'map',
  };
}

/** Half of the way to the bone's first child. */
function middleOfBone({ parents, restOffsets }: Skeleton, joint: number): number[] {
  const child = parents.indexOf(joint);
  return [0, 1, 2].map((k) => (child < 0 ? 0 : restOffsets[child * 3 + k] / 2));
}

function fromLabel(label: string, column: number, skeleton: Skeleton, stature: number): BodyMarker | null {
  const read = readLabel(label);
  if (!read) return null;
  const { place, by } = read;
  const joint = nearestJoint(skeleton, place.bone);
  const from = nearestJoint(skeleton, place.from);
  if (joint < 0 || from < 0) return null;
  return {
    label,
    column,
    joint,
    expected: expectedOf(skeleton, place, joint, stature / PLACES_STATURE),
    spread: place.spread,
    nearJoint: place.towards || place.spread > LANDMARK_SPREAD ? -1 : from,
    by,
  };
}

/** The joint of a bone, or of the next one towards the hips that the skeleton has. */
function nearestJoint(skeleton: Skeleton, bone: HumanoidBone): number {
  for (let now: HumanoidBone | null = bone; now !== null; now = parentBone(now)) {
    const joint = jointOfBone(skeleton, now);
    if (joint >= 0) return joint;
  }
  return -1;
}

function expectedOf(
  skeleton: Skeleton,
  { from, towards, offset }: MarkerPlace,
  joint: number,
  scale: number,
): [number, number, number] {
  const rest = skeleton.restWorldPositions;
  const start = nearestJoint(skeleton, from) * 3;
  const end = towards ? nearestJoint(skeleton, towards[0]) * 3 : start;
  const share = towards?.[1] ?? 0;
  const at = (k: number) =>
    rest[start + k] + share * (rest[end + k] - rest[start + k]) + scale * offset[k] - rest[joint * 3 + k];
  return [at(0), at(1), at(2)];
}

/**
 * A user's own list of markers, `leib-markers/1`: the bone that carries each label, or null for a marker that is not on the body.
 * Labels that it does not list are read as usual.
 */
const markerMapSchema = v.strictObject({
  format: v.literal('leib-markers/1'),
  markers: tableOf(
    v.string(),
    v.nullable(
      v.strictObject({
        bone: v.picklist(humanoidBones),
        /** From the bone's joint, in the T-pose facing +Z (x to the person's left, y up, z forward), metres. */
        at: v.optional(v.pipe(v.array(v.pipe(v.number(), v.minValue(-1), v.maxValue(1))), v.length(3))),
      }),
    ),
  ),
});

interface MarkerMapEntry {
  readonly bone: HumanoidBone;
  readonly at?: readonly number[] | undefined;
}

export interface MarkerMap {
  readonly format: 'leib-markers/1';
  readonly markers: Readonly<Record<string, MarkerMapEntry | null>>;
}

export function parseMarkerMap(text: string): Decoded<MarkerMap> {
  return decodeJson(text, markerMapSchema);
}
