import { describeValue, InputError } from '@leib/core';
import {
  type DeviceFrame,
  type ExtraPose,
  HAND_JOINT_COUNT,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedController,
  type TrackedHand,
  type TrackedPoint,
  trackedPoints,
} from '@leib/tracking';
import { fileLimits } from '../limits/fileLimits.js';
import { checkNumbers, checkPoses, checkTime, failAt, type Place } from './check.js';
import { defaultDecimals, numbersText, numberText } from './jsonLines.js';

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
