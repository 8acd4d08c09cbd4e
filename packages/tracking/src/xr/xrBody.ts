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
let isEmulated = false;

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
  readTrunk(frame, body, space, out, 'hips', 'hips', 'spine-upper', 'left-upper-leg', 'right-upper-leg');
  readTrunk(frame, body, space, out, 'chest', 'chest', 'neck', 'left-arm-upper', 'right-arm-upper');
  for (let i = 0; i < 2; i++) {
    const side = i === 0 ? 'left' : 'right';
    readElbow(frame, body, space, out, side, side === 'left' ? state.leftElbowUp : state.rightElbowUp);
    readLeg(frame, body, space, out, side);
    readHand(frame, body, space, out, side, offsets);
  }
}

/** A trunk joint: left is from right to left, up to the next joint above, and ahead follows. */
function readTrunk(
  frame: XRFrame,
  body: XrBody,
  space: XRReferenceSpace,
  out: DeviceFrame,
  point: TrackedPoint,
  joint: XrBodyJoint,
  above: XrBodyJoint,
  left: XrBodyJoint,
  right: XrBodyJoint,
): void {
  isEmulated = false;
  if (!place(frame, body, space, joint, a) || !place(frame, body, space, above, b)) return;
  if (!place(frame, body, space, left, c) || !place(frame, body, space, right, d)) return;
  unitTowards(y, a, b);
  unitTowards(x, d, c);
  unitAcross(x, y, x);
  vec3.cross(z, x, y);
  write(out, point, a, lookRotation(rotation, z, y));
}

/** A forearm: along itself, and across the plane in which the arm is bent. A straight arm keeps the last plane. */
function readElbow(
  frame: XRFrame,
  body: XrBody,
  space: XRReferenceSpace,
  out: DeviceFrame,
  side: HandSide,
  lastUp: Vec3,
): void {
  isEmulated = false;
  if (!place(frame, body, space, side === 'left' ? 'left-arm-upper' : 'right-arm-upper', a)) return;
  if (!place(frame, body, space, side === 'left' ? 'left-arm-lower' : 'right-arm-lower', b)) return;
  if (!place(frame, body, space, side === 'left' ? 'left-hand-wrist' : 'right-hand-wrist', c)) return;
  unitTowards(d, a, b);
  unitTowards(x, b, c);
  // At rest, palms down, an elbow bends ahead, about Y: forearm x upper arm on the left, the other way on the right.
  vec3.cross(y, x, d);
  if (side === 'right') vec3.negate(y, y);
  if (vec3.length(y) > STRAIGHT_SINE) vec3.copy(lastUp, y);
  if (side === 'right') vec3.negate(x, x);
  unitAcross(y, x, lastUp);
  vec3.cross(z, x, y);
  write(out, side === 'left' ? 'leftElbow' : 'rightElbow', b, lookRotation(rotation, z, y));
}

/** Shin and foot: the shin stands on the ankle and faces where the foot does. */
function readLeg(frame: XRFrame, body: XrBody, space: XRReferenceSpace, out: DeviceFrame, side: HandSide): void {
  isEmulated = false;
  const isLeft = side === 'left';
  if (!place(frame, body, space, isLeft ? 'left-lower-leg' : 'right-lower-leg', a)) return;
  if (!place(frame, body, space, isLeft ? 'left-foot-ankle' : 'right-foot-ankle', b)) return;
  if (!place(frame, body, space, isLeft ? 'left-foot-ball' : 'right-foot-ball', c)) return;
  unitTowards(y, b, a);
  unitTowards(d, b, c);
  unitAcross(z, y, d);
  write(out, isLeft ? 'leftKnee' : 'rightKnee', a, lookRotation(rotation, z, y));
  // The foot's own: from the line to the ball up by the slope that the line has on a flat floor.
  unitAcross(x, d, y);
  vec3.scale(z, d, Math.cos(FOOT_SLOPE));
  vec3.scaleAndAdd(z, z, x, Math.sin(FOOT_SLOPE));
  write(out, isLeft ? 'leftFoot' : 'rightFoot', b, lookRotation(rotation, z, x));
}

/** Only where neither controller nor hand tracking knows: fingers say where the palm faces. */
function readHand(
  frame: XRFrame,
  body: XrBody,
  space: XRReferenceSpace,
  out: DeviceFrame,
  side: HandSide,
  offsets: TrackerOffsets,
): void {
  const isLeft = side === 'left';
  const point = isLeft ? 'leftHand' : 'rightHand';
  if (out.quality[pointNumber[point]] !== quality.lost) return;
  isEmulated = false;
  if (!place(frame, body, space, isLeft ? 'left-hand-wrist' : 'right-hand-wrist', a)) return;
  if (!place(frame, body, space, joints[side].middle, b)) return;
  if (!place(frame, body, space, joints[side].index, c)) return;
  if (!place(frame, body, space, joints[side].little, d)) return;
  unitTowards(x, a, b);
  if (!isLeft) vec3.negate(x, x);
  unitTowards(z, d, c);
  unitAcross(z, x, z);
  vec3.cross(y, z, x);
  lookRotation(rotation, z, y);
  writePose(jointPose, 0, a, rotation);
  const at = pointNumber[point] * POSE_SIZE;
  composePoses(out.devicePoses, at, jointPose, 0, offsets, at);
  out.quality[pointNumber[point]] = isEmulated ? quality.inferred : quality.tracked;
}

const joints = {
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

function place(frame: XRFrame, body: XrBody, space: XRReferenceSpace, joint: XrBodyJoint, out: Vec3): boolean {
  const jointSpace = body.get(joint);
  const pose = jointSpace ? frame.getPose(jointSpace, space) : null;
  if (!pose) return false;
  const { position } = pose.transform;
  vec3.set(out, position.x, position.y, position.z);
  isEmulated ||= pose.emulatedPosition;
  return true;
}

function write(out: DeviceFrame, point: TrackedPoint, position: Vec3, turned: Quat): void {
  writePose(out.devicePoses, pointNumber[point] * POSE_SIZE, position, turned);
  out.quality[pointNumber[point]] = isEmulated ? quality.inferred : quality.tracked;
}
