import { DEG, type HumanoidBone, humanoidBones } from '@leib/core';
import type { Triple } from '../colliders/colliderShape.js';
import { anatomy, rangeOf } from './anatomy.js';
import type { BodyGroup, CustomGroup } from './bodyGroups.js';
import type { Sex } from './bodyMass.js';
import { kindOfBone } from './boneKinds.js';
import type { AxisName, AxisSettings, JointSettings, StopSettings } from './jointSettings.js';
import { defaultLayerMatrix, type LayerMatrix } from './layers.js';

export const colliderSets = ['simple', 'exact', 'none'] as const;
/** Which of its shapes a part collides with. */
export type ColliderSet = (typeof colliderSets)[number];

/** Longest delay of a body group, seconds. */
export const MAX_LATENCY_SECONDS = 1;

export const driveKinds = ['joints', 'freeParts'] as const;
export const targetSpaces = ['local', 'world'] as const;
export const rootKinds = ['anchor', 'spring', 'balance'] as const;

/** How the body follows. */
export interface ControlSettings {
  /** 'joints': torques at joints. 'freeParts': the thesis's first attempt, a force and a torque on every part alone. */
  readonly drive: (typeof driveKinds)[number];
  /**
   * 'local': each joint takes the rotation of the local avatar's joint. 'world': each part takes the world orientation of
   * the local avatar's part, so that a shin that is held back bends the knee.
   */
  readonly targetSpace: (typeof targetSpaces)[number];
  /** What carries the hips: an anchor that nothing moves, a spring that gives way, or (an experiment) the legs. */
  readonly root: (typeof rootKinds)[number];
  /** Natural frequency of gains that come from the inertia, Hz. */
  readonly naturalHz: number;
  /** Share of the target's own speed that is fed forward, 0 to 1. */
  readonly feedForward: number;
  /** Share of the limbs' weight that is compensated, 0 to 1. */
  readonly gravityCompensation: number;
  /** Limit of the target's speed that is fed forward, radians per second. */
  readonly maxTargetRate: number;
  readonly rootSpring: RootSpringSettings;
  readonly freeParts: RootSpringSettings;
  readonly teleport: TeleportSettings;
  readonly impact: ImpactSettings;
  readonly balance: BalanceSettings;
}

/** A spring and damper on position and orientation; gains follow from the mass it carries. */
export interface RootSpringSettings {
  readonly naturalHz: number;
  readonly dampingRatio: number;
  /** Largest acceleration the spring gives, m/s2. */
  readonly maxAcceleration: number;
}

/** Steps of the target in one frame that count as jumps. */
export interface TeleportSettings {
  /** The hips jump farther than this, metres, and faster than `speed`, m/s. */
  readonly distance: number;
  readonly speed: number;
  /** Or the hips turn further than this, radians. */
  readonly angle: number;
  /** A joint's target that jumps further is taken without its speed, radians. */
  readonly jointAngle: number;
}

/** Weaker for a moment after a blow, so that a hit limb gives way. */
export interface ImpactSettings {
  /** A jump of a joint's contact torque within one substep beyond this share of its largest torque is a blow. */
  readonly threshold: number;
  /** Share of the stiffness that is left right after it; 1 switches the softening off. */
  readonly softness: number;
  /** Time in which all but a third of the loss is made good, seconds. */
  readonly recoverySeconds: number;
}

/** Standing on its own legs (control.root 'balance'). */
export interface BalanceSettings {
  /** How far beyond the capture point the feet press, as a multiple of its distance from the middle of the soles. */
  readonly captureGain: number;
  /** Lower than this share of its standing height the body counts as fallen. */
  readonly fallenShare: number;
}

/** The relay by which gains are tuned. */
export interface RelaySettings {
  /** Its torque as a multiple of each drive's largest one. */
  readonly share: number;
  /** How far beyond the target it switches, radians. */
  readonly hysteresis: number;
}

/** What a simulated body is and how it is driven: plain data, JSON in and out. */
export interface RemoteBodySettings {
  readonly name: string;
  readonly totalMass: number;
  readonly sex: Sex;
  readonly hasFingers: boolean;
  readonly hasToes: boolean;
  /** Every joint's axes. Bones that the skeleton lacks are ignored. */
  readonly joints: Readonly<Partial<Record<HumanoidBone, JointSettings>>>;
  /** Masses that differ from de Leva's, kilograms. */
  readonly masses: Readonly<Partial<Record<HumanoidBone, number>>>;
  /** Centres of mass that differ from de Leva's, in the part's space from its joint, metres. */
  readonly centres: Readonly<Partial<Record<HumanoidBone, Triple>>>;
  /** Limits of all joints, and of those that differ: how hard they are and how they bounce. */
  readonly stops: {
    readonly all: StopSettings;
    readonly parts: Readonly<Partial<Record<HumanoidBone, StopSettings>>>;
  };
  /** Groups of the user's own, by name: bones that are selected, set and delayed together. */
  readonly groups: Readonly<Record<string, CustomGroup>>;
  /** Shapes of all parts, and of those that differ. */
  readonly colliders: {
    readonly all: ColliderSet;
    readonly parts: Readonly<Partial<Record<HumanoidBone, ColliderSet>>>;
  };
  readonly layers: LayerMatrix;
  readonly relay: RelaySettings;
  readonly control: ControlSettings;
  /** Delay of the targets by group, seconds, 0 to 1. Groups not named are not delayed; the user's own groups go first. */
  readonly latency: Readonly<Partial<Record<BodyGroup, number>>>;
}

const defaultControlSettings: ControlSettings = {
  drive: 'joints',
  targetSpace: 'local',
  root: 'anchor',
  naturalHz: 6,
  feedForward: 1,
  gravityCompensation: 1,
  maxTargetRate: 40,
  rootSpring: { naturalHz: 3, dampingRatio: 1, maxAcceleration: 60 },
  freeParts: { naturalHz: 6, dampingRatio: 1, maxAcceleration: 300 },
  teleport: { distance: 0.5, speed: 15, angle: Math.PI / 2, jointAngle: Math.PI / 3 },
  impact: { threshold: 0.5, softness: 0.35, recoverySeconds: 0.25 },
  balance: { captureGain: 0.5, fallenShare: 0.7 },
};

/** Anatomy's joints with gains from the inertia: for any humanoid, before it is tuned. */
export const defaultRemoteBodySettings: RemoteBodySettings = {
  name: 'default',
  totalMass: 72,
  sex: 'average',
  hasFingers: false,
  hasToes: true,
  joints: Object.fromEntries(humanoidBones.flatMap(defaultJointEntry)),
  masses: {},
  centres: {},
  stops: { all: { springHz: 13, bounce: 0 }, parts: {} },
  groups: {},
  colliders: { all: 'simple', parts: {} },
  layers: defaultLayerMatrix,
  relay: { share: 6, hysteresis: 3 * DEG },
  control: defaultControlSettings,
  latency: {},
};

function defaultJointEntry(bone: HumanoidBone): [HumanoidBone, JointSettings][] {
  const kind = kindOfBone(bone);
  if (kind === null || kind === 'hips') return [];
  const axis = (name: AxisName): AxisSettings => ({
    ...rangeOf(bone, name),
    kp: null,
    kd: null,
    maxTorque: anatomy[kind].maxTorque,
  });
  return [[bone, { x: axis('x'), y: axis('y'), z: axis('z') }]];
}
