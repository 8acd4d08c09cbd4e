import { createQuat, createVec3, DEG, frameSeconds, quat, type ReadonlyQuat, twistAngle } from '@leib/core';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import { copyJointFrame, type JointFrame } from '../frame/jointFrame.js';
import { isUsablePose } from '../frame/poseSlice.js';
import {
  copyController,
  isTracked,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedHand,
  trackedPoints,
} from '../frame/trackedParts.js';
import { jointOfDevice, type TrackerOffsets } from '../frame/trackerOffsets.js';
import { headLimits, isDoubted, judgePose, limbLimits, verdict, wayBetween } from '../judge/judgePose.js';
import { judgeTime } from '../judge/judgeTime.js';
import { judgeWorn } from '../judge/judgeWorn.js';
import { stepWearerHeight } from '../wearer/wearerHeight.js';
import { stepCrossfade } from './crossfade.js';
import { followWearer } from './fitReader.js';
import { type HeightMap, mapHeight, mappedPoints } from './heightMap.js';
import { stepHoldLost } from './holdLost.js';
import type { JointReader } from './jointReader.js';
import { placePose, turnOfPlacement } from './placement.js';
import { smoothJointFrame } from './smoothFrame.js';

/**
 * A head that jumps farther than this in a frame was put there, metres, and this much farther per second of it: a stall must not count as
 * a teleport. No head of 76 clips goes faster than 6 m/s.
 */
const DISTANCE = 0.5;
const SPEED = 8;
/** The same for its turn: a snap turn (of 30 degrees at least). Radians, and radians per second: no head turns faster. */
const TURN = 25 * DEG;
const TURN_RATE = 900 * DEG;
/** So was a lost head that comes back farther than this from where it was held, metres. */
const RETURN_DISTANCE = 1.5;

const { head } = pointNumber;
const UP = createVec3(0, 1, 0);

// Scratch of turnBetween().
const turn = createQuat();
const inverse = createQuat();

/**
 * Devices -> joints, each step once and in this order: see how tall the wearer is, take the offsets off, place the tracked space,
 * fade a change of source, smooth jitter, judge what came (judge/), find teleports, hold, fade and recover what is lost or doubted.
 * Returns `reader.joints`, which stepEmbody() trusts. Until a head was tracked, every point in it is lost.
 */
export function readJoints(
  reader: JointReader,
  devices: DeviceFrame,
  offsets: TrackerOffsets,
  dtSeconds: number,
): JointFrame {
  const { params, tracked, joints, lost } = reader;
  const clockSeconds = frameSeconds(dtSeconds);
  measureWearer(reader, devices, offsets, clockSeconds);
  readTracked(reader, devices, offsets);
  stepCrossfade(params.settings.crossfadeSeconds, reader.crossfade, tracked, clockSeconds);
  if (reader.smoothing !== null) smoothJointFrame(reader.smoothing, reader.smoother, tracked, clockSeconds);
  const seconds = judgeJoints(reader, dtSeconds);
  copyJointFrame(joints, tracked);
  const hadHead = lost.hasShown[pointNumber.head] === 1;
  const isTeleport = hadHead && isHeadPutElsewhere(reader, seconds);
  if (isTeleport) goAlong(reader);
  else loseDoubted(reader);
  stepHoldLost(params.lost, lost, joints, seconds);
  joints.lostSeconds.set(lost.lostSeconds);
  const hasHead = lost.hasShown[pointNumber.head] === 1;
  if (isTeleport || hasHead !== hadHead) tracked.teleportCount++;
  joints.teleportCount = tracked.teleportCount;
  return joints;
}

/** What is thought of this frame, into `tracked`; returns how long it took. */
function judgeJoints({ tracked, tracks, time, worn, placement, params }: JointReader, dtSeconds: number): number {
  const { jointPoses, rawPoses, verdicts } = tracked;
  const clockSeconds = frameSeconds(dtSeconds);
  const seconds = judgeTime(time, jointPoses, dtSeconds);
  tracked.mendedSeconds = seconds === clockSeconds ? Number.NaN : seconds;
  for (let point = 0; point < tracks.length; point++) {
    const poses = isTracked(tracked, point) ? jointPoses : null;
    const limits = point === pointNumber.head ? headLimits : limbLimits;
    verdicts[point] = judgePose(tracks[point], limits, poses, point * POSE_SIZE, seconds);
  }
  // What repeats its pose to the last digit does not lie: the tracking of what lies trembles.
  const head = verdicts[pointNumber.head] === verdict.fine ? jointPoses : null;
  tracked.isPutDown = judgeWorn(worn, head, placement.y, params.headHeight, hasBody(tracked), seconds);
  rawPoses.set(jointPoses);
  return seconds;
}

const bodyPoints = ['hips', 'chest', 'leftKnee', 'rightKnee', 'leftFoot', 'rightFoot'] as const;

function hasBody(frame: JointFrame): boolean {
  for (const point of bodyPoints) if (isTracked(frame, pointNumber[point])) return true;
  return false;
}

const jointPose = new Float64Array(POSE_SIZE);

function measureWearer(reader: JointReader, devices: DeviceFrame, offsets: TrackerOffsets, seconds: number): void {
  const isSeen = devices.quality[pointNumber.head] === quality.tracked;
  if (isSeen) jointOfDevice(jointPose, 0, devices.devicePoses, offsets, pointNumber.head * POSE_SIZE);
  const isUsable = isSeen && isUsablePose(jointPose, 0);
  if (isUsable) unitRotation(jointPose);
  stepWearerHeight(reader.wearer, isUsable ? jointPose : null, seconds);
  followWearer(reader);
}

/** The joints under the devices that are tracked, placed; the others are marked as lost and stay where they were. */
function readTracked(
  { params, placement, tracked, lost }: JointReader,
  devices: DeviceFrame,
  offsets: TrackerOffsets,
): void {
  const turn = turnOfPlacement(placement);
  for (let point = 0; point < trackedPoints.length; point++) {
    const at = point * POSE_SIZE;
    const isRead = params.isRead[point] === 1 && devices.quality[point] !== quality.lost;
    if (isRead) jointOfDevice(jointPose, 0, devices.devicePoses, offsets, at);
    const isUsable = isRead && isUsablePose(jointPose, 0);
    tracked.quality[point] = isUsable ? devices.quality[point] : quality.lost;
    tracked.lostSeconds[point] = isUsable ? 0 : Number.POSITIVE_INFINITY;
    if (!isUsable) continue;
    unitRotation(jointPose);
    placePose(turn, tracked.jointPoses, at, jointPose, 0);
  }
  loseOutOfReach(params.reach, lost.hasShown[pointNumber.head] === 1, tracked);
  if (placement.heights) fitHeights(placement.heights, tracked);
  tracked.timeSeconds = devices.timeSeconds;
  readHand(turn, devices.leftHandJoints, tracked.leftHandJoints);
  readHand(turn, devices.rightHandJoints, tracked.rightHandJoints);
  copyController(tracked.leftController, devices.leftController);
  copyController(tracked.rightController, devices.rightController);
}

/** Points that are too far from the head, or from where it was last tracked, to be of the same person are lost. */
function loseOutOfReach(
  reach: number,
  hadHead: boolean,
  { quality: qualities, lostSeconds, jointPoses: at }: JointFrame,
): void {
  const { head } = pointNumber;
  if (qualities[head] === quality.lost && !hadHead) return;
  const h = head * POSE_SIZE;
  for (let point = 0; point < trackedPoints.length; point++) {
    const p = point * POSE_SIZE;
    if (qualities[point] === quality.lost) continue;
    if (Math.hypot(at[p] - at[h], at[p + 1] - at[h + 1], at[p + 2] - at[h + 2]) <= reach) continue;
    qualities[point] = quality.lost;
    lostSeconds[point] = Number.POSITIVE_INFINITY;
  }
}

/** Points of legs and trunk that are tracked go to the height that they have on the avatar. */
function fitHeights(heights: HeightMap, { quality: qualities, jointPoses }: JointFrame): void {
  for (const point of mappedPoints) {
    const at = point * POSE_SIZE + 1;
    if (qualities[point] !== quality.lost) jointPoses[at] = mapHeight(heights, jointPoses[at]);
  }
}

/** One unusable joint makes the whole hand lost, as devices lose hands. */
function readHand(turn: ReturnType<typeof turnOfPlacement>, hand: TrackedHand, out: TrackedHand): void {
  out.quality = isUsableHand(hand) ? hand.quality : quality.lost;
  if (out.quality === quality.lost) return;
  for (let at = 0; at < hand.poses.length; at += POSE_SIZE) placePose(turn, out.poses, at, hand.poses, at);
}

function isUsableHand({ poses, quality: handQuality }: TrackedHand): boolean {
  if (handQuality === quality.lost) return false;
  for (let at = 0; at < poses.length; at += POSE_SIZE) if (!isUsablePose(poses, at)) return false;
  return true;
}

/** A rotation that was written with few digits becomes a unit one; one that is unit enough keeps its bits. */
function unitRotation(pose: Float64Array): void {
  const lengthSq = pose[3] ** 2 + pose[4] ** 2 + pose[5] ** 2 + pose[6] ** 2;
  if (Math.abs(lengthSq - 1) <= 1e-9) return;
  const length = Math.sqrt(lengthSq);
  for (let k = 3; k < POSE_SIZE; k++) pose[k] /= length;
}

/** Whether the head was put elsewhere at once: a teleport or a snap turn. */
function isHeadPutElsewhere({ tracked, tracks, lost }: JointReader, seconds: number): boolean {
  if (!isTracked(tracked, head)) return false;
  // A lost head is held where it was last shown. While it was, it may have gone some way and turned any way: that is
  // caught up with like any gap.
  if (lost.lostSeconds[head] > 0) return wayBetween(tracked.jointPoses, 0, lost.shown, 0) > RETURN_DISTANCE;
  const track = tracks[head];
  if (track.verdict !== verdict.jumped && track.verdict !== verdict.returned) return false;
  // The whole turn, not that of the yaw: the yaw of a person who bends right over changes by half a turn at once.
  return track.jumpWay > DISTANCE + SPEED * seconds || track.jumpTurn > TURN + TURN_RATE * seconds;
}

/** Nothing is left of where the person was: no gap to close, and what is held turns with the person. */
function goAlong({ tracked, tracks, lost }: JointReader): void {
  const before = lost.lostSeconds[head] > 0 ? lost.shown : tracks[head].before;
  lost.headingYaw += twistAngle(turnBetween(tracked.jointPoses, before), UP);
  lost.gapAmounts.fill(0);
  for (let point = 0; point < tracks.length; point++) {
    // Whoever is put elsewhere takes along what they wear.
    if (point !== head && tracks[point].isAway) tracks[point].sinceJumpSeconds = Number.POSITIVE_INFINITY;
    if (isTracked(tracked, point)) lost.lostSeconds[point] = 0;
  }
}

/** What has just jumped counts as lost, and what is back by a jump closes the gap; not the head, without which there is nobody. */
function loseDoubted({ tracks, joints, lost }: JointReader): void {
  for (let point = 0; point < tracks.length; point++) {
    if (point === head) continue;
    if (isDoubted(tracks[point])) joints.quality[point] = quality.lost;
    else if (tracks[point].verdict === verdict.returned && lost.lostSeconds[point] === 0) {
      lost.lostSeconds[point] = Number.MIN_VALUE;
    }
  }
}

/** now * before^-1 of the head, in world axes. Valid until the next call. */
function turnBetween(now: Float64Array, before: Float64Array): ReadonlyQuat {
  const at = head * POSE_SIZE + 3;
  quat.set(inverse, -before[at], -before[at + 1], -before[at + 2], before[at + 3]);
  return quat.multiply(turn, quat.set(turn, now[at], now[at + 1], now[at + 2], now[at + 3]), inverse);
}
