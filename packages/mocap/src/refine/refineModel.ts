import { createVec3, DEG, type HumanoidBone, humanoidBones, jointOfBone, type Vec3 } from '@leib/core';
import {
  type AgentAngles,
  type AngleBinding,
  type AngleLayout,
  buildPoseReading,
  createAgentAngles,
} from '@leib/core/pack';
import { invertPose, POSE_SIZE } from '@leib/tracking';
import { buildDofModel, createDofFrame, type DofFrame, type DofModel } from '../leastSquares/dofModel.js';
import { createNormalEquations, type NormalEquations } from '../leastSquares/normalEquations.js';
import { type BodyNoise, type MocapOffsets, offsetsOfBody } from '../offsets/offsets.js';
import { type BodyPlacement, placeBodies } from './bodyPlacement.js';

export const refineParams = {
  /** Noise of the tracker, per axis: standard deviations in metres and radians. */
  positionNoise: 0.001,
  rotationNoise: 0.3 * DEG,
  /** How fast the root may change beyond what is measured, metres per second. */
  rootRate: 20,
  /** Stiffness of the ends of ranges: deviation that they allow, radians. */
  limitSigma: 2 * DEG,
  mostIterations: 4,
} as const;

/**
 * How well a rigid body stands for its bone, beside noise: standard deviations of what the skeleton cannot follow.
 * `roll` is about the bone's own length: the skin of a forearm turns half as far as the wrist does.
 */
interface BodyTrust {
  readonly position: number;
  readonly rotation: number;
  readonly roll: number;
}

const trusts: Partial<Record<HumanoidBone, BodyTrust>> = {
  head: { position: 0.009, rotation: 1 * DEG, roll: 1 * DEG },
  leftLowerArm: { position: 0.001, rotation: 1 * DEG, roll: 25 * DEG },
  rightLowerArm: { position: 0.001, rotation: 1 * DEG, roll: 25 * DEG },
  leftLowerLeg: { position: 0.003, rotation: 0.7 * DEG, roll: 2 * DEG },
  rightLowerLeg: { position: 0.003, rotation: 0.7 * DEG, roll: 2 * DEG },
  leftHand: { position: 0.001, rotation: 2 * DEG, roll: 2 * DEG },
  rightHand: { position: 0.001, rotation: 2 * DEG, roll: 2 * DEG },
};
const fullTrust: BodyTrust = { position: 0.0005, rotation: 0.2 * DEG, roll: 0.2 * DEG };

/** One body as the solver sees it. */
export interface RefineBody extends BodyPlacement {
  /** Variances of the body's pose against its bone's, per axis: metres squared, radians squared. */
  readonly positionVariance: number;
  readonly rotationVariance: number;
  /** About the bone's own length: variance of the measurement, and standard deviation of a roll that is not learned yet. */
  readonly rollNoiseVariance: number;
  readonly rollSigma: number;
  /** Pose of the joint in the body's frame. */
  readonly jointInBody: Float64Array;
  /** Direction of the bone in the joint's frame, for roll. Unit. */
  readonly direction: Float64Array;
  /**
   * Dof by which the far end of the bone turns about its length, and the hinge above it; -1 where there is none. A body near
   * the elbow sits on the ulna: it goes along with the hinge, not with the twist.
   */
  readonly twistDof: number;
  readonly hingeDof: number;
  /** 1 or -1: whether the twist's axis points along the bone or against it. */
  readonly twistSign: number;
}

/** What does not change from frame to frame. Made once per actor. */
export interface RefineModel {
  readonly dofs: DofModel;
  readonly bodies: readonly RefineBody[];
  readonly priors: readonly DofPrior[];
  /** How poses of the skeleton are read as angles. */
  readonly reading: ReturnType<typeof buildPoseReading>;
  /** Dofs of each limb, of head and trunk: those that make up one movement together. */
  readonly limbs: readonly (readonly number[])[];
  /** Dofs of hips, spine, chest and legs. */
  readonly trunkAndLegs: readonly number[];
}

/** What one body asks for: written for each body before it is added to the equations. */
export interface BodyGoal {
  readonly point: { readonly world: Float64Array; readonly wanted: Float64Array; weight: number };
  readonly rotation: {
    /** Turn from the skeleton to the measured body, axis times angle, and the bone's direction; both in the world. */
    readonly error: Vec3;
    readonly axis: Vec3;
    weight: number;
    axisWeight: number;
    moverCount: number;
  };
  /** Angle of that turn, and its part about the bone; radians. */
  angle: number;
  roll: number;
}

/** Where the actor is, and what was found out about the fit. One per actor. */
export interface RefineState {
  isStarted: boolean;
  readonly angles: AgentAngles;
  readonly frame: DofFrame;
  /** Angles and root of the frame before. */
  readonly before: AgentAngles;
  readonly best: AgentAngles;
  /** Used while a fresh start is tried: what was found before it, and the start. */
  readonly found: AgentAngles;
  readonly fresh: AgentAngles;
  /** Frames in a row that fit poorly. */
  poorFrames: number;
  readonly equations: NormalEquations;
  readonly change: Float64Array;
  readonly goal: BodyGoal;
  /** How far each body is rolled on its bone against the T-pose's hinge, radians, and for how long it was seen, seconds. */
  readonly rollOffsets: Float64Array;
  readonly rollSeconds: Float64Array;
  iterationCount: number;
  /** Sum of squares before the last step: how badly the skeleton fits, in standard deviations squared. */
  cost: number;
}

export function buildRefineModel(binding: AngleBinding, offsets: MocapOffsets): RefineModel {
  const { skeleton, layout } = binding;
  const bodies = placeBodies(skeleton, offsets).map((placement): RefineBody => {
    const bone = humanoidBones[skeleton.jointToBone[placement.joint]];
    const direction = directionOf(binding, bone);
    const jointInBody = new Float64Array(POSE_SIZE);
    invertPose(jointInBody, 0, placement.inJoint, 0);
    const variances = variancesOf(bone, offsetsOfBody(offsets, placement.name)?.noise);
    return { ...placement, jointInBody, ...variances, direction, ...twistOf(binding, bone, direction) };
  });
  return {
    dofs: buildDofModel(binding),
    bodies,
    priors: layout.dofs.map(priorOfDof),
    reading: buildPoseReading(binding),
    limbs: limbsOf(binding),
    trunkAndLegs: [...layout.dofs.keys()].filter((dof) =>
      /hips|spine|chest|Leg|Foot|Toes/i.test(layout.dofs[dof].bone),
    ),
  };
}

/** Noise that the offsets give stands for both, tracker and bone; only the roll of skin on its bone is added to it. */
function variancesOf(bone: HumanoidBone, noise: BodyNoise | undefined) {
  const trust = trusts[bone] ?? fullTrust;
  return {
    positionVariance: noise ? noise.position ** 2 : refineParams.positionNoise ** 2 + trust.position ** 2,
    rotationVariance: noise ? noise.rotation ** 2 : refineParams.rotationNoise ** 2 + trust.rotation ** 2,
    rollNoiseVariance: (noise?.rotation ?? refineParams.rotationNoise) ** 2,
    rollSigma: trust.roll,
  };
}

function limbsOf({ layout }: AngleBinding): number[][] {
  const limbs = new Map<string, number[]>();
  layout.dofs.forEach(({ bone }, dof) => {
    const side = /^(left|right)/.exec(bone)?.[0] ?? '';
    const isArm = /Shoulder|Arm|Hand|Thumb|Index|Middle|Ring|Little/.test(bone);
    const limb = side === '' ? (/neck|head/.test(bone) ? 'head' : 'trunk') : `${side}${isArm ? 'Arm' : 'Leg'}`;
    limbs.set(limb, [...(limbs.get(limb) ?? []), dof]);
  });
  return [...limbs.values()];
}

const farBones: Partial<Record<HumanoidBone, HumanoidBone>> = {
  leftLowerArm: 'leftHand',
  rightLowerArm: 'rightHand',
  leftLowerLeg: 'leftFoot',
  rightLowerLeg: 'rightFoot',
};

/** The last of two dofs of a limb's lower bone, where it turns about the bone's own length, and the one before it. */
function twistOf({ layout, dofJoints, skeleton }: AngleBinding, bone: HumanoidBone, direction: Float64Array) {
  const joint = jointOfBone(skeleton, bone);
  const own = [...dofJoints.keys()].filter((dof) => dofJoints[dof] === joint);
  const last = own[own.length - 1];
  const none = { twistDof: -1, hingeDof: -1, twistSign: 1 };
  if (own.length !== 2 || farBones[bone] === undefined) return none;
  const along = layout.dofs[last].axis.reduce((sum, value, k) => sum + value * direction[k], 0);
  return Math.abs(along) > 0.9 ? { twistDof: last, hingeDof: own[0], twistSign: Math.sign(along) } : none;
}

/** Where a bone points at rest; up, where that does not matter. */
function directionOf({ skeleton }: AngleBinding, bone: HumanoidBone): Float64Array {
  const far = farBones[bone] === undefined ? -1 : jointOfBone(skeleton, farBones[bone]);
  const near = jointOfBone(skeleton, bone);
  if (far < 0) return Float64Array.of(0, 1, 0);
  const along = [0, 1, 2].map(
    (k) => skeleton.restWorldPositions[far * 3 + k] - skeleton.restWorldPositions[near * 3 + k],
  );
  const length = Math.hypot(...along) || 1;
  return Float64Array.from(along, (value) => value / length);
}

export function createRefineState({ dofs, bodies }: RefineModel): RefineState {
  const { layout } = dofs.binding;
  return {
    isStarted: false,
    angles: createAgentAngles(layout),
    frame: createDofFrame(dofs),
    before: createAgentAngles(layout),
    best: createAgentAngles(layout),
    found: createAgentAngles(layout),
    fresh: createAgentAngles(layout),
    poorFrames: 0,
    equations: createNormalEquations(dofs.unknownCount),
    change: new Float64Array(dofs.unknownCount),
    goal: {
      point: { world: new Float64Array(3), wanted: new Float64Array(3), weight: 0 },
      rotation: { error: createVec3(), axis: createVec3(), weight: 0, axisWeight: 0, moverCount: 0 },
      angle: 0,
      roll: 0,
    },
    rollOffsets: new Float64Array(bodies.length),
    rollSeconds: new Float64Array(bodies.length),
    iterationCount: 0,
    cost: 0,
  };
}

/** What is known of an angle before anything is measured. Radians. */
interface DofPrior {
  /** Angle at rest, and the standard deviation of people around it. */
  readonly rest: number;
  readonly sigma: number;
  /** How fast it may change when nothing is measured, radians per second. */
  readonly rate: number;
  /** Range outside of which a spring pulls back. */
  readonly min: number;
  readonly max: number;
}

/** Deviations from the T-pose, by bone: what the measured bodies do not fix stays near it. */
const sigmasDeg: Partial<Record<string, number>> = {
  hips: 3000,
  spine: 20,
  chest: 4,
  upperChest: 8,
  neck: 40,
  head: 30,
  Shoulder: 4,
  UpperArm: 90,
  LowerArm: 90,
  Hand: 45,
  UpperLeg: 200,
  LowerLeg: 90,
  Foot: 45,
  Toes: 30,
};

/** Bones that bodies measure only together; a slow prior keeps their shares steady. Radians per second. */
const slowBones: ReadonlySet<string> = new Set(['spine', 'chest', 'upperChest', 'Shoulder']);
const SLOW_RATE = 4;
const FAST_RATE = 40;

/** Ranges by the dof's name without its side, degrees: past them a healthy joint does not go. */
const rangesDeg: Readonly<Record<string, readonly [min: number, max: number]>> = {
  'LowerArm.bend': [-10, 165],
  'LowerLeg.bend': [-10, 165],
  'spine.pitch': [-25, 60],
  'spine.roll': [-30, 30],
  'spine.turn': [-35, 35],
  'chest.pitch': [-25, 45],
  'chest.roll': [-30, 30],
  'chest.turn': [-35, 35],
  'Shoulder.forward': [-25, 40],
  'Shoulder.raise': [-15, 45],
  'UpperLeg.forward': [-140, 22],
  'UpperLeg.aside': [-45, 80],
  'UpperLeg.twist': [-60, 60],
};

/** Prior of each dof of any layout: by its bone, and by its name where that says more. */
function priorOfDof({ name, bone }: Pick<AngleLayout['dofs'][number], 'name' | 'bone'>): DofPrior {
  const range = rangesDeg[name.replace(/^(left|right)/, '')];
  const sigmaDeg = sigmasDeg[withoutSide(bone)] ?? 30;
  return {
    rest: 0,
    sigma: sigmaDeg * DEG,
    rate: slowBones.has(withoutSide(bone)) ? SLOW_RATE : FAST_RATE,
    min: range === undefined ? Number.NEGATIVE_INFINITY : range[0] * DEG,
    max: range === undefined ? Number.POSITIVE_INFINITY : range[1] * DEG,
  };
}

function withoutSide(bone: HumanoidBone): string {
  return bone.replace(/^(left|right)/, '');
}
