/// <reference types="webxr" preserve="true" />

import { createQuat, createVec3, lookRotation, type Quat, unitAcross, unitTowards, type Vec3, vec3 } from '@leib/core';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import { composePoses, writePose } from '../frame/poseSlice.js';
import { POSE_SIZE, pointNumber, quality, type TrackedPoint } from '../frame/trackedParts.js';
import type { TrackerOffsets } from '../frame/trackerOffsets.js';
import type { HandSide } from './xrOffsets.js';

/** Joints of WebXR Body Tracking (immersive-web.github.io/body-tracking, 2.3) that are read here. */
export type XrBodyJoint =
  | 'hips'
  | 'spine-middle'
  | 'spine-upper'
  | 'chest'
  | 'neck'
  | `${HandSide}-arm-${'upper' | 'lower'}`
  | `${HandSide}-hand-${'wrist' | 'index-phalanx-proximal' | 'middle-phalanx-proximal' | 'little-phalanx-proximal'}`
  | `${HandSide}-${'upper' | 'lower'}-leg`
  | `${HandSide}-foot-${'ankle' | 'ball'}`;

/** XRBody as the module defines it: a map of joint spaces. */
export interface XrBody {
  get(joint: XrBodyJoint): XRSpace | undefined;
}

/** An XRFrame of a browser that has the module; `body` is null unless the session asked for "body-tracking". */
export type XrFrameWithBody = XRFrame & { readonly body?: XrBody | null };

/** What must be remembered of a body: which way straight elbows would bend. */
export interface XrBodyState {
  readonly leftElbowUp: Vec3;
  readonly rightElbowUp: Vec3;
}

export function createXrBodyState(): XrBodyState {
  return { leftElbowUp: createVec3(0, 1, 0), rightElbowUp: createVec3(0, 1, 0) };
}

/**
 * On a foot that stands flat the ball lies lower than the ankle: some 50 mm over 145 mm (ANSUR II: heights and lengths
 * of ankle and ball), so that the line between them slopes by this much.
 */
const FOOT_SLOPE = Math.atan(50 / 145);
/** Below this sine an elbow counts as straight: two degrees say nothing about which way it bends. */
const STRAIGHT_SINE = 0.035;

// Scratch: every reader writes what it reads.
const a = createVec3();
const b = createVec3();
const c = createVec3();
const d = createVec3();
const x = createVec3();
const y = createVec3();
const z = createVec3();
const rotation = createQuat();
const jointPose = new Float64Array(POSE_SIZE);

/** One body in one frame, and where it is written. */
interface BodyReading {
  readonly frame: XRFrame;
  readonly body: XrBody;
  readonly space: XRReferenceSpace;
  readonly out: DeviceFrame;
  /** A joint of the point that is being read is a guess of the runtime's. */
  isEmulated: boolean;
}

/**
 * Fills in hips, chest, elbows, knees and feet, and hands that nothing better has seen. Rotations are made of the places
 * of neighbouring joints: browsers differ in how a joint's axes lie, not in where joints are. Points are the joints
 * themselves, in the space of our rest pose, as createXrOffsets() has them; hands are written as grips.
 */
export function readXrBody(
  state: XrBodyState,
  frame: XrFrameWithBody,
  space: XRReferenceSpace,
  offsets: TrackerOffsets,
  out: DeviceFrame,
): void {
  const { body } = frame;
  if (!body) return;
  const reading: BodyReading = { frame, body, space, out, isEmulated: false };
  readTrunk(reading, 'hips', trunkJoints.hips);
  readTrunk(reading, 'chest', trunkJoints.chest);
  for (let i = 0; i < 2; i++) {
    const side = i === 0 ? 'left' : 'right';
    readElbow(reading, side, side === 'left' ? state.leftElbowUp : state.rightElbowUp);
    readLeg(reading, side);
    readHand(reading, side, offsets);
  }
}

/** The joints that a trunk point and its rotation are read from. */
interface TrunkJoints {
  readonly joint: XrBodyJoint;
  readonly above: XrBodyJoint;
  readonly left: XrBodyJoint;
  readonly right: XrBodyJoint;
}

const trunkJoints: Readonly<Record<'hips' | 'chest', TrunkJoints>> = {
  hips: { joint: 'hips', above: 'spine-upper', left: 'left-upper-leg', right: 'right-upper-leg' },
  chest: { joint: 'chest', above: 'neck', left: 'left-arm-upper', right: 'right-arm-upper' },
};

/** A trunk joint: left is from right to left, up to the next joint above, and ahead follows. */
function readTrunk(reading: BodyReading, point: 'hips' | 'chest', joints: TrunkJoints): void {
  reading.isEmulated = false;
  if (!place(reading, joints.joint, a) || !place(reading, joints.above, b)) return;
  if (!place(reading, joints.left, c) || !place(reading, joints.right, d)) return;
  unitTowards(y, a, b);
  unitTowards(x, d, c);
  unitAcross(x, y, x);
  vec3.cross(z, x, y);
  write(reading, point, a, lookRotation(rotation, z, y));
}

/** A forearm: along itself, and across the plane in which the arm is bent. A straight arm keeps the last plane. */
function readElbow(reading: BodyReading, side: HandSide, lastUp: Vec3): void {
  reading.isEmulated = false;
  if (!place(reading, side === 'left' ? 'left-arm-upper' : 'right-arm-upper', a)) return;
  if (!place(reading, side === 'left' ? 'left-arm-lower' : 'right-arm-lower', b)) return;
  if (!place(reading, side === 'left' ? 'left-hand-wrist' : 'right-hand-wrist', c)) return;
  unitTowards(d, a, b);
  unitTowards(x, b, c);
  // At rest, palms down, an elbow bends ahead, about Y: forearm x upper arm on the left, the other way on the right.
  vec3.cross(y, x, d);
  if (side === 'right') vec3.negate(y, y);
  if (vec3.length(y) > STRAIGHT_SINE) vec3.copy(lastUp, y);
  if (side === 'right') vec3.negate(x, x);
  unitAcross(y, x, lastUp);
  vec3.cross(z, x, y);
  write(reading, side === 'left' ? 'leftElbow' : 'rightElbow', b, lookRotation(rotation, z, y));
}

/** Shin and foot: the shin stands on the ankle and faces where the foot does. */
function readLeg(reading: BodyReading, side: HandSide): void {
  reading.isEmulated = false;
  const isLeft = side === 'left';
  if (!place(reading, isLeft ? 'left-lower-leg' : 'right-lower-leg', a)) return;
  if (!place(reading, isLeft ? 'left-foot-ankle' : 'right-foot-ankle', b)) return;
  if (!place(reading, isLeft ? 'left-foot-ball' : 'right-foot-ball', c)) return;
  unitTowards(y, b, a);
  unitTowards(d, b, c);
  unitAcross(z, y, d);
  write(reading, isLeft ? 'leftKnee' : 'rightKnee', a, lookRotation(rotation, z, y));
  // The foot's own: from the line to the ball up by the slope that the line has on a flat floor.
  unitAcross(x, d, y);
  vec3.scale(z, d, Math.cos(FOOT_SLOPE));
  vec3.scaleAndAdd(z, z, x, Math.sin(FOOT_SLOPE));
  write(reading, isLeft ? 'leftFoot' : 'rightFoot', b, lookRotation(rotation, z, x));
}

/** Only where neither controller nor hand tracking knows: fingers say where the palm faces. */
function readHand(reading: BodyReading, side: HandSide, offsets: TrackerOffsets): void {
  const { out } = reading;
  const isLeft = side === 'left';
  const point = isLeft ? 'leftHand' : 'rightHand';
  if (out.quality[pointNumber[point]] !== quality.lost) return;
  reading.isEmulated = false;
  if (!place(reading, isLeft ? 'left-hand-wrist' : 'right-hand-wrist', a)) return;
  if (!place(reading, fingers[side].middle, b)) return;
  if (!place(reading, fingers[side].index, c)) return;
  if (!place(reading, fingers[side].little, d)) return;
  unitTowards(x, a, b);
  if (!isLeft) vec3.negate(x, x);
  unitTowards(z, d, c);
  unitAcross(z, x, z);
  vec3.cross(y, z, x);
  lookRotation(rotation, z, y);
  writePose(jointPose, 0, a, rotation);
  const at = pointNumber[point] * POSE_SIZE;
  composePoses(out.devicePoses, at, jointPose, 0, offsets, at);
  out.quality[pointNumber[point]] = reading.isEmulated ? quality.inferred : quality.tracked;
}

const fingers = {
  left: {
    middle: 'left-hand-middle-phalanx-proximal',
    index: 'left-hand-index-phalanx-proximal',
    little: 'left-hand-little-phalanx-proximal',
  },
  right: {
    middle: 'right-hand-middle-phalanx-proximal',
    index: 'right-hand-index-phalanx-proximal',
    little: 'right-hand-little-phalanx-proximal',
  },
} as const;

function place(reading: BodyReading, joint: XrBodyJoint, out: Vec3): boolean {
  const { frame, body, space } = reading;
  const jointSpace = body.get(joint);
  const pose = jointSpace ? frame.getPose(jointSpace, space) : null;
  if (!pose) return false;
  const { position } = pose.transform;
  vec3.set(out, position.x, position.y, position.z);
  reading.isEmulated ||= pose.emulatedPosition;
  return true;
}

function write(reading: BodyReading, point: TrackedPoint, position: Vec3, turned: Quat): void {
  const { out } = reading;
  writePose(out.devicePoses, pointNumber[point] * POSE_SIZE, position, turned);
  out.quality[pointNumber[point]] = reading.isEmulated ? quality.inferred : quality.tracked;
}
