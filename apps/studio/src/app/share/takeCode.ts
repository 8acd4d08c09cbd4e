import { accept, addTrack, createRecorder, type Decoded, finishTrack, refuse } from '@leib/core';
import {
  appendDevices,
  createDeviceFrame,
  devicesOfTrack,
  deviceTrackSpec,
  POSE_SIZE,
  quality,
  recordingDuration,
  sampleRecording,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import { fromBase64Url } from './sharedView.js';

/**
 * A short take in few bytes, for links: 20 frames a second of the tracked points and the controllers' grip and trigger.
 * Whole millimetres, and quaternions in steps of 1/1024; each series as differences in variable length (LEB128, zigzag).
 * Joints of tracked fingers are left out.
 */
const VERSION = 1;
const HZ = 20;
const POSITION_STEP = 1e-3;
const ROTATION_STEP = 1 / 1024;
const BUTTON_STEP = 1 / 32;
/** Quality, position and rotation of a point. */
const SERIES_OF_POINT = 1 + POSE_SIZE;
/** More frames are no short take: five minutes. */
const MOST_FRAMES = 6000;

/** @param seconds how much of it, from its beginning */
export function encodeTakeCode(
  recording: TrackingRecording,
  seconds = recordingDuration(recording),
): Uint8Array<ArrayBuffer> {
  const frameCount = Math.floor(seconds * HZ + 1e-6) + 1;
  const frame = createDeviceFrame();
  const frames = Array.from({ length: frameCount }, (_, i) => {
    sampleRecording(recording, i / HZ, frame);
    const { leftController: left, rightController: right } = frame;
    return {
      poses: frame.devicePoses.slice(),
      quality: frame.quality.slice(),
      buttons: [left.grip, left.trigger, right.grip, right.trigger],
    };
  });
  const seen = trackedPoints.map((_, point) => frames.some((each) => each.quality[point] !== quality.lost));
  const mask = seen.reduce((bits, isSeen, point) => (isSeen ? bits | (1 << point) : bits), 0);
  const out: number[] = [VERSION];
  for (const value of [frameCount, mask]) writeVarint(out, value);
  seen.forEach((isSeen, point) => {
    if (!isSeen) return;
    writeSeries(
      out,
      frames.map((each) => each.quality[point]),
    );
    const before = new Float64Array(4);
    const rotations = frames.map(({ poses }) => nearRotation(poses, point * POSE_SIZE + 3, before));
    for (let k = 0; k < 3; k++) {
      writeSeries(
        out,
        frames.map(({ poses }) => Math.round(poses[point * POSE_SIZE + k] / POSITION_STEP)),
      );
    }
    for (let k = 0; k < 4; k++)
      writeSeries(
        out,
        rotations.map((rotation) => Math.round(rotation[k] / ROTATION_STEP)),
      );
  });
  for (let k = 0; k < 4; k++)
    writeSeries(
      out,
      frames.map(({ buttons }) => Math.round(buttons[k] / BUTTON_STEP)),
    );
  return Uint8Array.from(out);
}

/** A take in a link or a file, as base64url. */
export function decodeTakeText(text: string): Decoded<TrackingRecording> {
  try {
    return decodeTakeCode(fromBase64Url(text));
  } catch {
    return refuse('take', 'expected a whole take, got letters that are none; ask for the link again');
  }
}

export function decodeTakeCode(bytes: Uint8Array): Decoded<TrackingRecording> {
  const reader = { bytes, at: 1 };
  if (bytes[0] !== VERSION) return refuse('take', `expected version ${VERSION}, got ${bytes[0]}; use a newer page`);
  const frameCount = readVarint(reader);
  const mask = readVarint(reader);
  if (!(frameCount >= 1 && frameCount <= MOST_FRAMES))
    return refuse('take', `expected 1 to ${MOST_FRAMES} frames, got ${frameCount}`);
  const isSeen = trackedPoints.map((_, point) => (mask & (1 << point)) !== 0);
  const part = refuse('take', 'expected a whole take, got a part of one; ask for the link again');
  // Each number is a byte at least: nothing is allocated for what cannot be there.
  const seriesCount = 4 + SERIES_OF_POINT * isSeen.filter(Boolean).length;
  if (bytes.length - reader.at < frameCount * seriesCount) return part;
  const points = isSeen.map((seen) => (seen ? readPoint(reader, frameCount) : null));
  const buttons = Array.from({ length: 4 }, () => readSeries(reader, frameCount));
  if (reader.at !== bytes.length) return part;
  const track = addTrack(createRecorder(), deviceTrackSpec({ hz: HZ, floorY: 0, offsets: {} }));
  const frame = createDeviceFrame();
  for (let i = 0; i < frameCount; i++) {
    frame.timeSeconds = i / HZ;
    points.forEach((point, number) => {
      frame.quality[number] = point ? Math.min(Math.max(point.quality[i], 0), 2) : quality.lost;
      if (point)
        frame.devicePoses.set(
          point.poses.map((series) => series[i]),
          number * POSE_SIZE,
        );
    });
    const [leftGrip, leftTrigger, rightGrip, rightTrigger] = buttons.map((series) => series[i] * BUTTON_STEP);
    Object.assign(frame.leftController, { grip: leftGrip, trigger: leftTrigger });
    Object.assign(frame.rightController, { grip: rightGrip, trigger: rightTrigger });
    appendDevices(track, frame);
  }
  return accept(devicesOfTrack(finishTrack(track)));
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

function readPoint(reader: Reader, count: number) {
  const qualities = readSeries(reader, count);
  const positions = [0, 1, 2].map(() => readSeries(reader, count).map((value) => value * POSITION_STEP));
  const rotations = [0, 1, 2, 3].map(() => readSeries(reader, count).map((value) => value * ROTATION_STEP));
  for (let i = 0; i < count; i++) {
    const length = Math.hypot(...rotations.map((series) => series[i]));
    for (const [k, series] of rotations.entries()) series[i] = length > 0 ? series[i] / length : k === 3 ? 1 : 0;
  }
  return { quality: qualities, poses: [...positions, ...rotations] };
}

/** A quaternion with the sign that is nearer to the one before. */
function nearRotation(poses: Float64Array, at: number, before: Float64Array): Float64Array {
  const next = poses.slice(at, at + 4);
  const dot = next.reduce((sum, value, k) => sum + value * before[k], 0);
  if (dot < 0) for (let k = 0; k < 4; k++) next[k] = -next[k];
  before.set(next);
  return next;
}

function writeSeries(out: number[], values: readonly number[]): void {
  let before = 0;
  for (const value of values) {
    const difference = value - before;
    writeVarint(out, difference < 0 ? -2 * difference - 1 : 2 * difference);
    before = value;
  }
}

function readSeries(reader: Reader, count: number): number[] {
  let value = 0;
  return Array.from({ length: count }, () => {
    const code = readVarint(reader);
    value += code % 2 === 1 ? -(code + 1) / 2 : code / 2;
    return value;
  });
}

function writeVarint(out: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    out.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  out.push(rest);
}

/** 0 behind the end: the caller compares the length. */
function readVarint(reader: Reader): number {
  let value = 0;
  let factor = 1;
  for (;;) {
    const byte = reader.bytes[reader.at++] ?? 0;
    value += (byte % 128) * factor;
    if (byte < 128 || factor > 2 ** 40) return value;
    factor *= 128;
  }
}
