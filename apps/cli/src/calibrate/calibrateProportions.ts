import {
  type BodyProportions,
  createProportionsRefiner,
  measureTPose,
  refiningPoints,
  shownProportions,
  stepProportions,
} from '@leib/calibration';
import { InputError } from '@leib/core';
import {
  createDeviceFrame,
  createJointFrame,
  createJointReader,
  createTrackerOffsets,
  isTracked,
  type JointFrame,
  jointOfDevice,
  POSE_SIZE,
  pointNumber,
  readJoints,
  readRecordingFrame,
  setJoint,
  type TrackerOffsets,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import { type CommandRun, UsageError } from '../command.js';
import type { proportionsOptions } from '../commands/calibrate.js';
import { bodyOfHeader } from '../convert/trackedBody.js';
import { named } from '../fileErrors.js';
import { heldPose, readCalibration, trackOf } from './readCalibration.js';

/** Output of `leib calibrate proportions --json`. Metres. */
interface ProportionsReport {
  readonly proportions: BodyProportions;
  /** Fingertip to fingertip, from the T-pose; null without hands. */
  readonly armSpan: number | null;
  /** Lengths from the T-pose alone. */
  readonly fromTPose: BodyProportions;
  /** Points that were tracked, and seconds of movement after the T-pose. */
  readonly trackers: readonly string[];
  readonly seconds: number;
  readonly advice: string;
}

/** Least distance of the wrists in a T-pose, as a part of stature. */
const LEVEL_ARMS = 0.65;

/** Lengths of a person from a recording that starts with a T-pose and goes on with any movement. */
function calibrateProportions(recording: TrackingRecording, tPoseSeconds: number): ProportionsReport {
  const { header, times, frameCount } = recording;
  const firstMoving = times.findIndex((time) => time - times[0] > tPoseSeconds);
  const standing = firstMoving < 0 ? frameCount : firstMoving;
  const offsets = createTrackerOffsets(header.offsets);
  const tPose = heldJoints(recording, standing, offsets);
  const measures = measureTPose(tPose, header.floorY);
  if (measures === null)
    throw new InputError('head', `expected a tracked head in the T-pose, the first ${tPoseSeconds} s; got a lost one`);
  if (!(measures.stature > 0.8 && measures.stature < 2.6)) {
    const stature = measures.stature.toFixed(2);
    throw new InputError(
      'head',
      `expected a stature from 0.8 to 2.6 m, got ${stature} m from its height; check floorY`,
    );
  }
  const refiner = createProportionsRefiner(tPose, measures, header.floorY);
  const fromTPose = shownProportions(refiner);
  const devices = createDeviceFrame();
  const reader = createJointReader(bodyOfHeader(header));
  for (let i = standing; i < frameCount; i++) {
    readRecordingFrame(recording, i, devices);
    const dtSeconds = Math.min(1, Math.max(0, times[i] - times[i - 1]));
    readJoints(reader, devices, offsets, dtSeconds);
    // Measure tracked joints only, not those that are held while they are lost.
    stepProportions(refiner, reader.tracked, dtSeconds);
  }
  const trackers = trackedPoints.filter((point) => trackOf(recording, point) !== null);
  const hasLevelArms = measures.wristSpan === null || measures.wristSpan > LEVEL_ARMS * measures.stature;
  return {
    proportions: shownProportions(refiner),
    armSpan: hasLevelArms ? measures.armSpan : null,
    fromTPose,
    trackers,
    seconds: refiner.seconds,
    advice: adviceOn(tPose, hasLevelArms, refiner.seconds),
  };
}

function adviceOn(tPose: JointFrame, hasLevelArms: boolean, seconds: number): string {
  if (!hasLevelArms) return 'The recording does not start with a T-pose: hold both arms level, and repeat.';
  if (!refiningPoints.some((point) => isTracked(tPose, pointNumber[point]))) {
    return 'Head and hands give stature and span only: limbs are those of an average person. Add trackers on hips, knees and elbows.';
  }
  if (seconds < 30) return 'Move about for a minute after the T-pose: walk, bend, reach.';
  return 'Good: nothing to improve.';
}

/** Median joints over the first frames. */
function heldJoints(recording: TrackingRecording, frames: number, offsets: TrackerOffsets): JointFrame {
  const joints = createJointFrame();
  for (const point of trackedPoints) {
    const track = trackOf(recording, point);
    if (track === null) continue;
    const start = { poses: track.poses.subarray(0, frames * POSE_SIZE), quality: track.quality.subarray(0, frames) };
    const pose = heldPose(start);
    if (pose === null) continue;
    setJoint(joints, point, pose);
    const at = pointNumber[point] * POSE_SIZE;
    jointOfDevice(joints.jointPoses, at, joints.jointPoses, offsets, at);
  }
  return joints;
}

export const runCalibrateProportions: CommandRun<typeof proportionsOptions> = async (_operands, options, output) => {
  const seconds = Number(options['tpose-seconds'] ?? 1);
  if (!(seconds >= 0))
    throw new UsageError('--tpose-seconds', `expected a number of seconds, got "${options['tpose-seconds']}"`);
  const recording = await readCalibration('calibrate proportions', options.in);
  const report = await named(options.in ?? '', () => calibrateProportions(recording, seconds));
  if (options.json) return output.print(JSON.stringify(report));
  for (const [name, length] of Object.entries(report.proportions)) output.print(`${name}: ${length.toFixed(3)} m`);
  output.print(report.advice);
};
