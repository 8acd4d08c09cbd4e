import { DEG, type HumanoidBone } from '@leib/core';
import { type BoneKind, kindOfBone, sideOfBone } from './boneKinds.js';
import type { AxisName } from './jointSettings.js';

/** How one kind of joint moves: of the left side; the right is its mirror image. */
export interface JointAnatomy {
  /**
   * Order of the turns, outermost first. The middle one of three never comes near 90 degrees, where the outer two
   * would be one; where it must (the shoulder), the part hangs on a ball joint instead (body/jointKind.ts).
   */
  readonly order: readonly [AxisName, AxisName, AxisName];
  /** Low and high of x, y and z, degrees. Absent: locked. */
  readonly x?: readonly [number, number];
  readonly y?: readonly [number, number];
  readonly z?: readonly [number, number];
  /** Torque that the joint can bear up against, N m, for x, y and z alike. */
  readonly maxTorque: number;
}

/**
 * Which axes: table of the thesis (spine parts, neck, head 3; shoulder 0; upper arm 3; hand 3; proximal finger 2,
 * others 1; thigh 3; knee 2; foot 3; toes 1), with the elbow as anatomy has it: flexion and forearm roll.
 *
 * How far: American Academy of Orthopaedic Surgeons, "Joint motion: method of measuring and recording", 1965 (limbs,
 * fingers, neck); White & Panjabi, "Clinical biomechanics of the spine", 1990 (trunk, shared out over the parts, each
 * with room to spare because rigs share bending out differently); Kapandji, "The physiology of the joints", 2007
 * (axial turn of the bent knee, toes). The shoulder's is the arm against the chest, so it includes what the collarbone
 * adds; the twist of forearm and hand is counted from the T-pose's palm down.
 *
 * Torques: the order of strong adults' isometric maxima (Anderson, Madigan & Nussbaum, "Maximum voluntary joint torque
 * as a function of joint angle and angular velocity", J Biomech 40, 2007, for hip, knee, ankle; arms and smaller joints by
 * proportion); of trunk and legs doubled, so that a dancer's turns do not find the body weak. Arms are not: they are what
 * presses on things.
 */
export const anatomy: Readonly<Record<BoneKind, JointAnatomy>> = {
  hips: { order: ['x', 'z', 'y'], maxTorque: 0 },
  spine: { order: ['x', 'z', 'y'], x: [-35, 60], y: [-40, 40], z: [-35, 35], maxTorque: 600 },
  chest: { order: ['x', 'z', 'y'], x: [-35, 50], y: [-40, 40], z: [-35, 35], maxTorque: 500 },
  upperChest: { order: ['x', 'z', 'y'], x: [-35, 50], y: [-40, 40], z: [-35, 35], maxTorque: 400 },
  neck: { order: ['x', 'z', 'y'], x: [-50, 50], y: [-60, 60], z: [-40, 40], maxTorque: 100 },
  head: { order: ['x', 'z', 'y'], x: [-50, 50], y: [-60, 60], z: [-40, 40], maxTorque: 60 },
  shoulder: { order: ['z', 'y', 'x'], maxTorque: 0 },
  upperArm: { order: ['y', 'z', 'x'], x: [-130, 130], y: [-150, 70], z: [-120, 120], maxTorque: 100 },
  lowerArm: { order: ['y', 'z', 'x'], x: [-170, 100], y: [-155, 10], maxTorque: 70 },
  hand: { order: ['z', 'y', 'x'], x: [-60, 60], y: [-35, 40], z: [-85, 80], maxTorque: 20 },
  upperLeg: { order: ['x', 'z', 'y'], x: [-135, 45], y: [-60, 60], z: [-40, 70], maxTorque: 600 },
  lowerLeg: { order: ['x', 'z', 'y'], x: [-10, 155], y: [-40, 40], maxTorque: 400 },
  foot: { order: ['x', 'y', 'z'], x: [-40, 60], y: [-35, 35], z: [-30, 40], maxTorque: 250 },
  toes: { order: ['x', 'y', 'z'], x: [-80, 45], maxTorque: 40 },
  thumbMetacarpal: { order: ['y', 'z', 'x'], y: [-35, 45], z: [-50, 35], maxTorque: 4 },
  thumbProximal: { order: ['y', 'z', 'x'], y: [-15, 65], maxTorque: 3 },
  thumbDistal: { order: ['y', 'z', 'x'], y: [-15, 85], maxTorque: 2 },
  fingerProximal: { order: ['z', 'y', 'x'], y: [-25, 25], z: [-95, 35], maxTorque: 5 },
  fingerIntermediate: { order: ['z', 'y', 'x'], z: [-115, 5], maxTorque: 3 },
  fingerDistal: { order: ['z', 'y', 'x'], z: [-90, 15], maxTorque: 2 },
};

/** Low and high of one axis of a bone, radians; the right side mirrors the left: about y and z it turns the other way. */
export function rangeOf(bone: HumanoidBone, axis: AxisName): { low: number; high: number } {
  const kind = kindOfBone(bone);
  const range = kind === null ? undefined : anatomy[kind][axis];
  if (range === undefined) return { low: 0, high: 0 };
  const isMirrored = sideOfBone(bone) === 'right' && axis !== 'x';
  const low = isMirrored ? -range[1] : range[0];
  const high = isMirrored ? -range[0] : range[1];
  return { low: low * DEG, high: high * DEG };
}
