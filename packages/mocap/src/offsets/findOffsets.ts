import { appendPoseSample, createPoseSamples, findJointCentre, type PoseSamples } from '@leib/calibration';
import {
  createQuat,
  createVec3,
  type HumanoidBone,
  InputError,
  jointOfBone,
  quat,
  type Skeleton,
  vec3,
} from '@leib/core';
import { statureOfSkeleton } from '@leib/formats';
import { POSE_SIZE, readRotation } from '@leib/tracking';
import { type BodyFrame, isBodyTracked, type MocapBodyName, mocapBodyNames } from '../bodies/bodyFrame.js';
import { findTPose, type StandingTPose } from './findTPose.js';
import { boneOfBody, boneOfJoint, type JointOffset, type MocapJoint, type MocapOffsets } from './offsets.js';

export interface OffsetSearch {
  /** The recording: a second of T-pose, and movement of wrists, ankles and head where it has any. */
  readonly frames: readonly BodyFrame[];
  /** Proportions of a person; scaled to the stature. */
  readonly skeleton: Skeleton;
  /** Height of the person, metres; from the head's body when absent. */
  readonly stature?: number;
  /** Height of the floor, world space. */
  readonly floorY: number;
}

/** Where an offset comes from: the joint's own movement, or the T-pose and a person's proportions. */
export interface FoundJoint {
  readonly body: string;
  readonly joint: MocapJoint;
  readonly from: 'movement' | 'T-pose';
  /** Metres; NaN where it comes from proportions. */
  readonly expectedError: number;
}

export interface FoundOffsets {
  readonly offsets: MocapOffsets;
  readonly stature: number;
  readonly joints: readonly FoundJoint[];
  /** Frames that were taken for the T-pose. */
  readonly tPoseFrameCount: number;
}

/** A body on the head sits at this share of the stature: on the forehead or a cap. */
const HEAD_BODY_HEIGHT = 0.95;

/** Joints at which two bodies meet: their centre follows from movement alone. */
const sharedJoints: readonly (readonly [joint: MocapJoint, body: MocapBodyName, other: MocapBodyName])[] = [
  ['leftWrist', 'leftHand', 'leftElbow'],
  ['rightWrist', 'rightHand', 'rightElbow'],
  ['leftAnkle', 'leftFoot', 'leftKnee'],
  ['rightAnkle', 'rightFoot', 'rightKnee'],
];

/** A centre with less confidence, or farther than this from the T-pose's, is not taken. */
const LEAST_CONFIDENCE = 0.5;
const MOST_EXPECTED_ERROR = 0.015;
const MOST_DISTANCE = 0.12;

/**
 * How the bodies sit on a person, without measuring by hand. Rotations come from the T-pose. Wrists and ankles are where the
 * two bodies on both sides of them turn about each other; elbows and knees follow from them by the length of forearm and shank.
 * Shoulders, hips, neck and head, and every joint that did not move enough, are placed by a person's proportions.
 */
export function findOffsets({ frames, skeleton, stature: given, floorY }: OffsetSearch): FoundOffsets {
  const personIn = (frame: BodyFrame) => {
    const own = given ?? statureOf(frame, floorY);
    return { stature: own, wristSpan: wristSpanOf(skeleton) * (own / statureOfSkeleton(skeleton)) };
  };
  const pose = findTPose({ frames, personIn });
  const stature = given ?? statureOf(pose.frame, floorY);
  const places = placesOf(pose, skeleton, stature, floorY);
  const found = new Map<MocapJoint, FoundJoint>();
  for (const [joint, body, other] of sharedJoints) {
    const centre = findCentre(frames, pose, body, other, places.get(boneOfJoint(joint)));
    if (centre === null) continue;
    moveChain(places, joint, centre.place);
    found.set(joint, { body, joint, from: 'movement', expectedError: centre.expectedError });
  }
  const bodies = mocapBodyNames.flatMap((name) => {
    const at = pose.frame.names.indexOf(name) * POSE_SIZE;
    const bone = boneOfBody(name);
    if (at < 0 || bone === null) return [];
    const rotation = readRotation(createQuat(), pose.frame.poses, at);
    const inverse = quat.conjugate(createQuat(), rotation);
    const joints = jointsOfBody[name].flatMap((joint): JointOffset[] => {
      const place = places.get(boneOfJoint(joint));
      if (place === undefined) return [];
      const arm = createVec3(...[0, 1, 2].map((k) => place[k] - pose.frame.poses[at + k]));
      const [x, y, z] = vec3.transformQuat(arm, arm, inverse);
      return [{ joint, bone: boneOfJoint(joint), positionLocal: [x, y, z] }];
    });
    const [x, y, z, w] = rotation;
    return [{ name, bone, restRotation: [x, y, z, w] as const, joints }];
  });
  const joints = bodies.flatMap(({ name, joints: own }) =>
    own.map(({ joint }): FoundJoint => {
      return found.get(joint) ?? { body: name, joint, from: 'T-pose', expectedError: Number.NaN };
    }),
  );
  return { offsets: { bodies }, stature, joints, tPoseFrameCount: pose.frameCount };
}

function statureOf(frame: BodyFrame, floorY: number): number {
  const head = frame.names.indexOf('head');
  if (head < 0) throw new InputError('stature', 'expected the body "head" or a given stature; give the stature');
  return (frame.poses[head * POSE_SIZE + 1] - floorY) / HEAD_BODY_HEIGHT;
}

/** From wrist to wrist at rest, metres. */
function wristSpanOf(skeleton: Skeleton): number {
  const [left, right] = [jointOfBone(skeleton, 'leftHand'), jointOfBone(skeleton, 'rightHand')];
  if (left < 0 || right < 0) throw new InputError('skeleton', 'expected the bones leftHand and rightHand, got none');
  return Math.abs(skeleton.restWorldPositions[left * 3] - skeleton.restWorldPositions[right * 3]);
}

type Places = Map<HumanoidBone, [number, number, number]>;

/** The skeleton at the person's stature, standing where the bodies are: between the hands, and between the feet. */
function placesOf({ frame }: StandingTPose, skeleton: Skeleton, stature: number, floorY: number): Places {
  const { restWorldPositions: rest, jointCount } = skeleton;
  const scale = stature / statureOfSkeleton(skeleton);
  let lowest = Number.POSITIVE_INFINITY;
  for (let joint = 0; joint < jointCount; joint++) lowest = Math.min(lowest, rest[joint * 3 + 1]);
  const middle = (left: string, right: string, k: number) => {
    const [a, b] = [frame.names.indexOf(left), frame.names.indexOf(right)];
    return a < 0 || b < 0 ? null : (frame.poses[a * POSE_SIZE + k] + frame.poses[b * POSE_SIZE + k]) / 2;
  };
  const at = (k: number) => middle('leftHand', 'rightHand', k) ?? 0;
  const ankles = jointOfBone(skeleton, 'leftFoot');
  const shanks = middle('leftKnee', 'rightKnee', 2) ?? at(2);
  // Arms lie in the plane of the hands, legs in that of the shanks; the trunk stands between the hands.
  const places: Places = new Map();
  const add = (bone: HumanoidBone, depth: number) => {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) return;
    const [x, y] = [rest[joint * 3], rest[joint * 3 + 1]].map((value) => value * scale);
    places.set(bone, [at(0) + x, floorY + y - lowest * scale, depth]);
  };
  for (const side of ['left', 'right'] as const) {
    for (const bone of ['UpperArm', 'LowerArm', 'Hand'] as const) add(`${side}${bone}`, at(2));
    for (const bone of ['UpperLeg', 'LowerLeg', 'Foot'] as const) add(`${side}${bone}`, shanks);
  }
  const depthOf = (bone: HumanoidBone) => {
    const joint = jointOfBone(skeleton, bone);
    return joint < 0 ? at(2) : shanks + scale * (rest[joint * 3 + 2] - (ankles < 0 ? 0 : rest[ankles * 3 + 2]));
  };
  for (const bone of ['neck', 'head'] as const) add(bone, depthOf(bone));
  return places;
}

/** Centre of a joint between two bodies, in the T-pose; null where they did not turn enough against each other. */
function findCentre(
  frames: readonly BodyFrame[],
  { frame: standing }: StandingTPose,
  body: string,
  other: string,
  expected: ArrayLike<number> | undefined,
): { place: [number, number, number]; expectedError: number } | null {
  const [own, next] = [standing.names.indexOf(body), standing.names.indexOf(other)];
  if (own < 0 || next < 0 || expected === undefined) return null;
  const [samples, others]: [PoseSamples, PoseSamples] = [createPoseSamples(1200), createPoseSamples(1200)];
  for (const frame of frames) {
    if (!isBodyTracked(frame, own) || !isBodyTracked(frame, next)) continue;
    appendPoseSample(samples, frame.poses, own * POSE_SIZE);
    appendPoseSample(others, frame.poses, next * POSE_SIZE);
  }
  const centre = findJointCentre(samples, others);
  // A hinge has a centre anywhere on its axis: only a joint that turned two ways has one point.
  if (centre === null || centre.kind !== 'ball' || centre.confidence < LEAST_CONFIDENCE) return null;
  if (!(centre.expectedError < MOST_EXPECTED_ERROR)) return null;
  const rotation = readRotation(createQuat(), standing.poses, own * POSE_SIZE);
  const [x, y, z] = vec3.transformQuat(createVec3(), centre.centreLocal, rotation);
  const at = own * POSE_SIZE;
  const place: [number, number, number] = [
    standing.poses[at] + x,
    standing.poses[at + 1] + y,
    standing.poses[at + 2] + z,
  ];
  const distance = Math.hypot(...place.map((value, k) => value - expected[k]));
  return distance > MOST_DISTANCE ? null : { place, expectedError: centre.expectedError };
}

/** Elbow or knee and shoulder depth go along with a wrist or ankle that was found: bones keep length and direction. */
function moveChain(places: Places, joint: MocapJoint, place: [number, number, number]): void {
  const end = boneOfJoint(joint);
  const lower = end.replace('Hand', 'LowerArm').replace('Foot', 'LowerLeg') as HumanoidBone;
  const [was, above] = [places.get(end), places.get(lower)];
  if (was !== undefined && above !== undefined) {
    places.set(lower, [0, 1, 2].map((k) => above[k] + place[k] - was[k]) as [number, number, number]);
  }
  places.set(end, place);
}

/** Joints that the offsets of each of the ten bodies give. */
export const jointsOfBody: Readonly<Record<MocapBodyName, readonly MocapJoint[]>> = {
  head: ['head'],
  back: ['leftShoulder', 'rightShoulder', 'leftHip', 'rightHip', 'neck'],
  leftHand: ['leftWrist'],
  rightHand: ['rightWrist'],
  leftElbow: ['leftElbow'],
  rightElbow: ['rightElbow'],
  leftKnee: ['leftKnee'],
  rightKnee: ['rightKnee'],
  leftFoot: ['leftAnkle'],
  rightFoot: ['rightAnkle'],
};
