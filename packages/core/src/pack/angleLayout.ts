import { wrapAngle } from '../math/index.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';

/** One degree of freedom: a bone turns about an axis. */
export interface AngleDof {
  /** For people and files, unique in its layout: `leftUpperArm.twist`. */
  readonly name: string;
  readonly bone: HumanoidBone;
  /** Unit axis in the bone's frame at rest (T-pose facing +Z: the world's axes). */
  readonly axis: readonly [x: number, y: number, z: number];
}

/**
 * What a list of angles means, on any agent: which bone each one turns, about which axis. Dofs of a bone stand together,
 * parents before children, and turn it one after the other as three joints on top of each other would:
 *
 *   localRotation(bone) = R(axis0, angle0) R(axis1, angle1) R(axis2, angle2)
 */
export interface AngleLayout {
  readonly dofs: readonly AngleDof[];
}

type Axis = AngleDof['axis'];
const X: Axis = [1, 0, 0];
const Y: Axis = [0, 1, 0];
const Z: Axis = [0, 0, 1];
const turned = ([x, y, z]: Axis): Axis => [0 - x, 0 - y, 0 - z];

/**
 * The first axis of a shoulder is where the upper arm seldom points, since the first and the third angle are one there: for the
 * left arm forward, up and inward, and its opposite. The second is square to it and to the arm.
 */
const SHOULDER_POLE: Axis = [-0.5, Math.SQRT1_2, 0.5];
const SHOULDER_SWING: Axis = [
  0,
  Math.hypot(0.5, Math.SQRT1_2) ** -1 * 0.5,
  -(Math.hypot(0.5, Math.SQRT1_2) ** -1) * Math.SQRT1_2,
];

/** Mirror image of an axis of rotation in the plane x = 0, for the other side of the body. */
const mirrored = ([x, y, z]: Axis): Axis => [x, 0 - y, 0 - z];

function armDofs(side: 'left' | 'right'): AngleDof[] {
  const ofSide = (axis: Axis) => (side === 'left' ? axis : mirrored(axis));
  return [
    { name: `${side}Shoulder.forward`, bone: `${side}Shoulder`, axis: ofSide(turned(Y)) },
    { name: `${side}Shoulder.raise`, bone: `${side}Shoulder`, axis: ofSide(Z) },
    { name: `${side}UpperArm.around`, bone: `${side}UpperArm`, axis: ofSide(SHOULDER_POLE) },
    { name: `${side}UpperArm.swing`, bone: `${side}UpperArm`, axis: ofSide(SHOULDER_SWING) },
    { name: `${side}UpperArm.twist`, bone: `${side}UpperArm`, axis: ofSide(X) },
    { name: `${side}LowerArm.bend`, bone: `${side}LowerArm`, axis: ofSide(turned(Y)) },
    { name: `${side}LowerArm.twist`, bone: `${side}LowerArm`, axis: ofSide(X) },
    { name: `${side}Hand.bend`, bone: `${side}Hand`, axis: ofSide(Z) },
    { name: `${side}Hand.aside`, bone: `${side}Hand`, axis: ofSide(Y) },
  ];
}

function legDofs(side: 'left' | 'right'): AngleDof[] {
  const ofSide = (axis: Axis) => (side === 'left' ? axis : mirrored(axis));
  return [
    { name: `${side}UpperLeg.forward`, bone: `${side}UpperLeg`, axis: X },
    { name: `${side}UpperLeg.aside`, bone: `${side}UpperLeg`, axis: ofSide(Z) },
    { name: `${side}UpperLeg.twist`, bone: `${side}UpperLeg`, axis: ofSide(Y) },
    { name: `${side}LowerLeg.bend`, bone: `${side}LowerLeg`, axis: X },
    { name: `${side}Foot.twist`, bone: `${side}Foot`, axis: ofSide(Y) },
    { name: `${side}Foot.bend`, bone: `${side}Foot`, axis: X },
    { name: `${side}Foot.tilt`, bone: `${side}Foot`, axis: ofSide(Z) },
  ];
}

/** 46 angles: what ten rigid bodies, or a full set of markers, can tell of a body without fingers, toes and face. */
export const defaultAngleLayout: AngleLayout = {
  dofs: [
    { name: 'hips.turn', bone: 'hips', axis: Y },
    { name: 'hips.pitch', bone: 'hips', axis: X },
    { name: 'hips.roll', bone: 'hips', axis: Z },
    { name: 'spine.turn', bone: 'spine', axis: Y },
    { name: 'spine.pitch', bone: 'spine', axis: X },
    { name: 'spine.roll', bone: 'spine', axis: Z },
    { name: 'chest.turn', bone: 'chest', axis: Y },
    { name: 'chest.pitch', bone: 'chest', axis: X },
    { name: 'chest.roll', bone: 'chest', axis: Z },
    { name: 'neck.pitch', bone: 'neck', axis: X },
    { name: 'neck.roll', bone: 'neck', axis: Z },
    { name: 'head.turn', bone: 'head', axis: Y },
    { name: 'head.pitch', bone: 'head', axis: X },
    { name: 'head.roll', bone: 'head', axis: Z },
    ...armDofs('left'),
    ...armDofs('right'),
    ...legDofs('left'),
    ...legDofs('right'),
  ],
};

/** Where an agent is and how its bones are turned: everything that is known of it in a frame. Its bone lengths are its own. */
export interface AgentAngles {
  /** Hips joint, world space, metres. */
  readonly rootPosition: Float64Array;
  /** Radians, by the layout's dofs. May pass beyond half a turn, so that they stay continuous. */
  readonly angles: Float64Array;
}

/** The T-pose at the origin. */
export function createAgentAngles({ dofs }: AngleLayout): AgentAngles {
  return { rootPosition: new Float64Array(3), angles: new Float64Array(dofs.length) };
}

/** Step of a packed position, metres: an agent may be 16 m from the origin. */
export const PACKED_POSITION_STEP = 0.0005;

/** Step of a packed angle, radians: a whole turn is 65536 steps. */
export const PACKED_ANGLE_STEP = Math.PI / 32768;

/** Numbers before the angles: the root position. */
export const PACKED_ROOT_SIZE = 3;

const FARTHEST = 32767;
const toStep = (value: number) => Math.max(-FARTHEST, Math.min(FARTHEST, Math.round(value)));

/**
 * An agent as it crosses the network and reaches the GPU: root position, then angles, 16 bits each; 98 bytes with the default
 * layout. A position beyond 16 m is held at the border.
 */
export function packAngles(out: Int16Array, at: number, { rootPosition, angles }: AgentAngles): void {
  for (let i = 0; i < PACKED_ROOT_SIZE; i++) out[at + i] = toStep(rootPosition[i] / PACKED_POSITION_STEP);
  for (let dof = 0; dof < angles.length; dof++) {
    out[at + PACKED_ROOT_SIZE + dof] = toStep(wrapAngle(angles[dof]) / PACKED_ANGLE_STEP);
  }
}

/** Back again: positions within 0.25 mm, angles within 0.003 degrees and half a turn. */
export function unpackAngles(packed: Int16Array, at: number, { rootPosition, angles }: AgentAngles): void {
  for (let i = 0; i < PACKED_ROOT_SIZE; i++) rootPosition[i] = packed[at + i] * PACKED_POSITION_STEP;
  for (let dof = 0; dof < angles.length; dof++) angles[dof] = packed[at + PACKED_ROOT_SIZE + dof] * PACKED_ANGLE_STEP;
}

/** Numbers of 16 bits that an agent of this many angles takes. */
export function packedSize(dofCount: number): number {
  return PACKED_ROOT_SIZE + dofCount;
}
