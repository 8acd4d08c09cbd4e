import { describeValue, InputError, tableOf } from '@leib/core';
import {
  type DeviceFrame,
  type ExtraPose,
  HAND_JOINT_COUNT,
  loseEverything,
  POSE_SIZE,
  type PoseTuple,
  pointNumber,
  quality,
  type TrackedController,
  type TrackedHand,
  type TrackedPoint,
  type TrackingHeader,
  trackedPoints,
} from '@leib/tracking';
import * as v from 'valibot';
import { fileLimits } from '../limits/fileLimits.js';
import {
  checkNumbers,
  checkPoses,
  checkTime,
  decodeAt,
  defaultDecimals,
  failAt,
  finiteNumber,
  numbersText,
  numberText,
  type Place,
  positiveNumber,
  rateNumber,
} from './jsonLines.js';

/** What a line is read into; it is used again for the next one, so lost things keep their last pose. */
export interface TrackingMessage {
  readonly frame: DeviceFrame;
  /** Trackers that sit on no known point, by name. */
  readonly extras: Map<string, ExtraPose>;
}

const controllerValues = new Float64Array(4);

/**
 * Reads {t, head, leftHand, ...}. A known point is 7 numbers, or null or absent when lost. Any other key that holds 7
 * numbers or null is an extra tracker; what is neither is left out.
 */
export function readTrackingLine(
  line: Readonly<Record<string, unknown>>,
  previousTimeSeconds: number,
  place: Place,
  out: TrackingMessage,
): void {
  const { frame, extras } = out;
  loseEverything(frame);
  for (const extra of extras.values()) extra.quality = quality.lost;
  for (const controller of [frame.leftController, frame.rightController]) setController(controller, 0, 0, 0, 0);
  frame.timeSeconds = checkTime(line.t, previousTimeSeconds, place);
  for (const key in line) {
    const value = line[key];
    if (Object.hasOwn(pointNumber, key)) {
      if (value === null) continue;
      const point = pointNumber[key as TrackedPoint];
      checkPoses(value, 1, place, key, frame.devicePoses, point * POSE_SIZE);
      frame.quality[point] = quality.tracked;
    } else if (key === 'leftHandJoints') readHand(value, place, key, frame.leftHandJoints);
    else if (key === 'rightHandJoints') readHand(value, place, key, frame.rightHandJoints);
    else if (key === 'leftController') readController(value, place, key, frame.leftController);
    else if (key === 'rightController') readController(value, place, key, frame.rightController);
    else if (key !== 't' && key !== 'inferred') readExtra(value, place, key, extras);
  }
  if (line.inferred !== undefined) readInferred(line.inferred, place, frame);
}

function readHand(value: unknown, place: Place, key: string, hand: TrackedHand): void {
  if (value === null) return;
  checkPoses(value, HAND_JOINT_COUNT, place, key, hand.poses);
  hand.quality = quality.tracked;
}

function readController(value: unknown, place: Place, key: string, controller: TrackedController): void {
  if (value === null) return;
  checkNumbers(value, controllerValues.length, place, key, controllerValues);
  const [stickX, stickY, trigger, grip] = controllerValues;
  setController(controller, stickX, stickY, trigger, grip);
}

function setController(out: TrackedController, stickX: number, stickY: number, trigger: number, grip: number): void {
  out.stickX = stickX;
  out.stickY = stickY;
  out.trigger = trigger;
  out.grip = grip;
}

function readExtra(value: unknown, place: Place, key: string, extras: Map<string, ExtraPose>): void {
  const isPose = Array.isArray(value) && value.length === POSE_SIZE;
  if (!isPose && value !== null) return;
  let extra = extras.get(key);
  if (extra === undefined) {
    // Each takes up memory in every frame.
    if (extras.size >= fileLimits.trackers) {
      throw failAt(place, key.slice(0, 40), `expected at most ${fileLimits.trackers} trackers, got more`);
    }
    extra = { pose: Float64Array.of(0, 0, 0, 0, 0, 0, 1), quality: quality.lost };
    extras.set(key, extra);
  }
  if (!isPose) return;
  checkPoses(value, 1, place, key, extra.pose);
  extra.quality = quality.tracked;
}

function readInferred(value: unknown, place: Place, frame: DeviceFrame): void {
  if (!Array.isArray(value)) throw failAt(place, 'inferred', `expected a list, got ${describeValue(value)}`);
  value.forEach((name: unknown, i) => {
    const point = trackedPoints.indexOf(name as TrackedPoint);
    if (point < 0 || frame.quality[point] === quality.lost) {
      throw failAt(place, `inferred[${i}]`, `expected a point that this line gives, got ${describeValue(name)}`);
    }
    frame.quality[point] = quality.inferred;
  });
}

export interface TrackingLineOptions {
  /** Points that the line lists, null where lost. All of them when absent. */
  readonly points?: readonly TrackedPoint[];
  readonly hasLeftHandJoints?: boolean;
  readonly hasRightHandJoints?: boolean;
  readonly hasControllers?: boolean;
  readonly extras?: ReadonlyMap<string, ExtraPose>;
  /** Digits after the point. 7 when absent. */
  readonly decimals?: number;
}

/** One moment as JSON text, without a line end. */
export function trackingLineText(frame: DeviceFrame, options: TrackingLineOptions = {}): string {
  const { points = trackedPoints, extras, decimals = defaultDecimals } = options;
  if (!Number.isFinite(frame.timeSeconds))
    throw new InputError('t', `expected a finite number, got ${frame.timeSeconds}`);
  let text = `{"t":${numberText(frame.timeSeconds, 9)}`;
  const inferred: TrackedPoint[] = [];
  for (const point of points) {
    const number = pointNumber[point];
    const pointQuality = frame.quality[number];
    if (pointQuality === quality.inferred) inferred.push(point);
    text += `,"${point}":${poseText(frame.devicePoses, number * POSE_SIZE, pointQuality, 1, decimals)}`;
  }
  for (const hand of ['leftHandJoints', 'rightHandJoints'] as const) {
    if (!(hand === 'leftHandJoints' ? options.hasLeftHandJoints : options.hasRightHandJoints)) continue;
    text += `,"${hand}":${poseText(frame[hand].poses, 0, frame[hand].quality, HAND_JOINT_COUNT, decimals)}`;
  }
  if (options.hasControllers) {
    for (const controller of ['leftController', 'rightController'] as const) {
      const { stickX, stickY, trigger, grip } = frame[controller];
      controllerValues.set([stickX, stickY, trigger, grip]);
      text += `,"${controller}":${numbersText(controllerValues, 0, controllerValues.length, decimals)}`;
    }
  }
  if (extras) {
    for (const [name, extra] of extras) {
      text += `,${JSON.stringify(name)}:${poseText(extra.pose, 0, extra.quality, 1, decimals)}`;
    }
  }
  if (inferred.length > 0) text += `,"inferred":${JSON.stringify(inferred)}`;
  return `${text}}`;
}

function poseText(poses: Float64Array, at: number, poseQuality: number, count: number, decimals: number): string {
  return poseQuality === quality.lost ? 'null' : numbersText(poses, at, count * POSE_SIZE, decimals);
}

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
    offsets: readOffsets(offsets ?? {}, place),
  };
}

/** A header as the object that is written: the first key names the format. */
export function trackingHeaderObject(header: TrackingHeader): object {
  return { format: 'leib-tracking/1', ...header };
}

function readSkeleton(
  given: v.InferOutput<typeof skeletonSchema>,
  place: Place,
): NonNullable<TrackingHeader['skeleton']> {
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
