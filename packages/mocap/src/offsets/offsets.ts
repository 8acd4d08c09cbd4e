import { type HumanoidBone, humanoidBones, smplBones, smplJointNames } from '@leib/core';

/** Joints that offsets may name: the 22 of leib-joints/1. */
export type MocapJoint = (typeof smplJointNames)[number];

/** A joint's place on a body. */
export interface JointOffset {
  readonly joint: MocapJoint;
  /** Bone that starts at the joint. */
  readonly bone: HumanoidBone;
  /** In the rigid body's own frame, metres. */
  readonly positionLocal: readonly [x: number, y: number, z: number];
}

/** How one rigid body sits on the actor. */
export interface BodyOffsets {
  /** Name of the rigid body: "back", "leftElbow". */
  readonly name: string;
  /** Bone that it is fixed to. */
  readonly bone: HumanoidBone;
  /** World rotation of the rigid body while the actor stands in the T-pose facing +Z. Unit quaternion. */
  readonly restRotation: readonly [x: number, y: number, z: number, w: number];
  readonly joints: readonly JointOffset[];
  /** How far the refinement lets its bone be from it; by the kind of bone when absent. */
  readonly noise?: BodyNoise;
}

/** Standard deviations of a rigid body's pose per axis: the tracker's noise, and how the body shifts on the actor. */
export interface BodyNoise {
  /** Metres. */
  readonly position: number;
  /** Radians. */
  readonly rotation: number;
}

/** How all rigid bodies sit on the actor: measured by hand, or found. */
export interface MocapOffsets {
  readonly bodies: readonly BodyOffsets[];
}

/** Bone that starts at a joint. */
export function boneOfJoint(joint: MocapJoint): HumanoidBone {
  return smplBones[smplJointNames.indexOf(joint)];
}

const bonesOfBodies: Readonly<Record<string, HumanoidBone>> = {
  back: 'chest',
  pelvis: 'hips',
  leftElbow: 'leftLowerArm',
  rightElbow: 'rightLowerArm',
  leftKnee: 'leftLowerLeg',
  rightKnee: 'rightLowerLeg',
};

/** Bone that a rigid body sits on by its name, or null: the ten bodies, "pelvis", and every humanoid bone. */
export function boneOfBody(name: string): HumanoidBone | null {
  if (Object.hasOwn(bonesOfBodies, name)) return bonesOfBodies[name];
  return humanoidBones.find((bone) => bone === name) ?? null;
}

/** Offsets of one body, or null. */
export function offsetsOfBody({ bodies }: MocapOffsets, name: string): BodyOffsets | null {
  return bodies.find((body) => body.name === name) ?? null;
}

/** What the user should know about bodies and offsets that do not go together: one sentence for each body. */
export function describeSetup(bodyNames: readonly string[], { bodies }: MocapOffsets): string[] {
  const known = new Set(bodies.map(({ name }) => name));
  const seen = new Set(bodyNames);
  return [
    ...bodyNames
      .filter((name) => !known.has(name))
      .map((name) => `offsets: expected body "${name}", got none; it is not used`),
    ...bodies
      .filter(({ name }) => !seen.has(name))
      .map(({ name }) => `body "${name}": expected it in the recording, got none; its joints are guessed`),
  ];
}
