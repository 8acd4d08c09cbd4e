import {
  createQuat,
  createVec3,
  jointOfBone,
  lookRotation,
  type Quat,
  quat,
  rotationBetween,
  type Skeleton,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import { buildFabrikChain, buildSwingCone, type FabrikLimit, type SwingCone } from '@leib/core/solvers';
import { buildLimb, jointsBetween, type LimbModel, restPosition } from '../limb/limbModel.js';
import { type ArmCone, type ArmSettings, defaultArmSettings, REFERENCE_REACH } from './armSettings.js';
import type { ElbowNet } from './elbowFeatures.js';
import { fittedElbow } from './fittedElbow.generated.js';
import { buildTorsoJoints, growTorsoHull, type TorsoHullSettings, type TorsoJoints } from './torsoHull.js';

type FabrikChain = ReturnType<typeof buildFabrikChain>;

/** A range of twist, radians: its middle, and how far it reaches to both sides of it. */
export interface TwistFold {
  readonly middle: number;
  readonly half: number;
}

/** One arm. Left and right differ in numbers only. */
export interface ArmModel {
  readonly limb: LimbModel;
  /** 1 on the left, -1 on the right. */
  readonly mirror: 1 | -1;
  /** Collar bone, or -1 where the rig has none or one without length; then the shoulder joint is fixed to the chest. */
  readonly collar: number;
  /** What the collar bone, or else the upper arm, hangs on. */
  readonly chest: number;
  /** Joints from below the chest down to the upper arm, the latter included. */
  readonly collarPath: Int16Array;
  /** Collar bone's joint from the chest's at rest, and the shoulder joint from it. Metres. */
  readonly collarOffset: Vec3;
  readonly shoulderOffset: Vec3;
  readonly collarLength: number;
  /** Upper arm and forearm together, metres. */
  readonly reach: number;
  /** Fixed way of the elbow, chest axes of this side. */
  readonly fixedPole: Vec3;
  /** Centre x y z, radius, signed strength (negative pulls) of each field; chest axes, from the chest's joint. n x 5. */
  readonly fields: Float64Array;
  /** Hanging hand from the shoulder joint, person's axes, and how it is turned. */
  readonly hangingHand: Vec3;
  readonly hangingRotation: Quat;
  readonly shoulderCone: SwingCone;
  readonly upperArmCone: SwingCone;
  readonly wristCone: SwingCone;
  /** Cone axes in chest axes: +Z along the collar bone at rest; +Z straight sideways. */
  readonly shoulderConeToChest: Quat;
  readonly lateralToChest: Quat;
  /** Along upper arm and forearm at rest, unit; how far they twist. */
  readonly upperArmAxis: Vec3;
  readonly upperArmTwist: TwistFold;
  /** From the T-pose to the middle of where upper arms point, chest axes: twist is counted from there. */
  readonly upperArmMiddle: Quat;
  readonly forearmAxis: Vec3;
  readonly forearmTwist: TwistFold;
  /** Share of the hand's roll that each joint of limb.path has taken, 0 where it takes none. */
  readonly twistShares: Float64Array;
  /** Collar bone, upper arm, forearm; and without the first. */
  readonly wholeChain: FabrikChain | null;
  readonly armChain: FabrikChain;
}

/** What the arms need to know of a body. Made once per skeleton and settings, shared, never written again. */
export interface ArmsModel {
  readonly skeleton: Skeleton;
  readonly settings: ArmSettings;
  /** Left, right; null where the rig lacks an arm. */
  readonly arms: readonly [ArmModel | null, ArmModel | null];
  readonly elbowNet: ElbowNet;
  readonly torso: TorsoJoints | null;
  /** What elbows are never in where that can be helped (a hair more than the hull), and what they keep clear of. */
  readonly torsoSize: TorsoHullSettings;
  readonly torsoMargin: TorsoHullSettings;
}

export function buildArms(skeleton: Skeleton, settings: ArmSettings = defaultArmSettings): ArmsModel {
  return {
    skeleton,
    settings,
    arms: [buildArm(skeleton, settings, 'left'), buildArm(skeleton, settings, 'right')],
    elbowNet: fittedElbow,
    torso: buildTorsoJoints(skeleton),
    torsoSize: growTorsoHull(settings.torso.hull, 0.015),
    torsoMargin: growTorsoHull(settings.torso.hull, Math.max(0.015, settings.torso.margin)),
  };
}

/** Shorter than this a collar bone is none, metres. */
const SHORTEST_COLLAR = 0.01;
const UP = createVec3(0, 1, 0);
/** Left arm, chest axes. Straight against it, where twist has no meaning, no arm can point: back, up and inwards. */
const UPPER_ARM_MIDDLE = [0.55, -0.55, 0.63] as const;

function buildArm(skeleton: Skeleton, settings: ArmSettings, side: 'left' | 'right'): ArmModel | null {
  const mirror = side === 'left' ? 1 : -1;
  // At rest the elbow points back: it bends as one claps.
  const limb = buildLimb(skeleton, [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`], [0, 0, -1], mirror);
  if (limb === null || !(limb.upper.length > 1e-6 && limb.lower.length > 1e-6)) return null;
  const shoulderRest = restPosition(skeleton, limb.upper.joint);
  const bone = jointOfBone(skeleton, `${side}Shoulder`);
  const isAbove = bone >= 0 && skeleton.parents[bone] >= 0 && jointsBetween(skeleton, bone, limb.upper.joint) !== null;
  const collarLength = isAbove ? vec3.distance(restPosition(skeleton, bone), shoulderRest) : 0;
  const collar = collarLength >= SHORTEST_COLLAR ? bone : -1;
  const chest = collar >= 0 ? skeleton.parents[collar] : limb.parent;
  const collarPath = jointsBetween(skeleton, chest, limb.upper.joint) ?? Int16Array.of(limb.upper.joint);
  const chestRest = restPosition(skeleton, chest);
  const collarRest = collar >= 0 ? restPosition(skeleton, collar) : chestRest;
  const reach = limb.upper.length + limb.lower.length;

  const collarDirection = unitTowards(createVec3(), collarRest, shoulderRest);
  const shoulderConeToChest = lookRotation(createQuat(), collarDirection, UP);
  const lateralToChest = lookRotation(createQuat(), createVec3(mirror, 0, 0), UP);
  const shoulderCone = buildCone(settings.limits.shoulder, mirror);
  const upperArmCone = buildCone(settings.limits.upperArm, mirror);
  const wristCone = buildCone(settings.limits.wrist, mirror);
  const elbowRest = restPosition(skeleton, limb.lower.joint);
  const upperArmAxis = unitTowards(createVec3(), shoulderRest, elbowRest);
  const middle = vec3.normalize(createVec3(), mirrored(UPPER_ARM_MIDDLE, mirror));
  const hanging = settings.hanging;

  return {
    limb,
    mirror,
    collar,
    chest,
    collarPath,
    collarOffset: vec3.subtract(createVec3(), collarRest, chestRest),
    shoulderOffset: vec3.subtract(createVec3(), shoulderRest, collarRest),
    collarLength: collar >= 0 ? collarLength : 0,
    reach,
    fixedPole: mirrored(settings.elbow.fixedPole, mirror),
    fields: buildFields(skeleton, settings, chestRest, shoulderRest, reach / REFERENCE_REACH, mirror),
    hangingHand: vec3.scale(createVec3(), mirrored(hanging.hand, mirror), reach),
    hangingRotation: createQuat(
      hanging.rotation[0],
      mirror * hanging.rotation[1],
      mirror * hanging.rotation[2],
      hanging.rotation[3],
    ),
    shoulderCone,
    upperArmCone,
    wristCone,
    shoulderConeToChest,
    lateralToChest,
    upperArmAxis,
    upperArmMiddle: rotationBetween(createQuat(), upperArmAxis, middle),
    upperArmTwist: buildTwistFold(settings.limits.upperArmTwist, mirror),
    forearmAxis: unitTowards(createVec3(), elbowRest, restPosition(skeleton, limb.end)),
    forearmTwist: buildTwistFold(settings.limits.forearmTwist, mirror),
    twistShares: buildTwistShares(limb, settings),
    ...buildChains(settings, limb, collar >= 0 ? collarLength : 0, {
      shoulderCone,
      upperArmCone,
      wristCone,
      lateralToBone: quat.multiply(createQuat(), quat.conjugate(createQuat(), shoulderConeToChest), lateralToChest),
    }),
  };
}

/** A cone whose +Z is out to the side and whose +Y is up has +X back on the left and ahead on the right. */
function buildCone({ ahead, back, up, down }: ArmCone, mirror: 1 | -1): SwingCone {
  return buildSwingCone({
    plusX: mirror > 0 ? back : ahead,
    minusX: mirror > 0 ? ahead : back,
    plusY: up,
    minusY: down,
  });
}

function mirrored(vector: readonly [x: number, y: number, z: number], mirror: 1 | -1): Vec3 {
  return createVec3(mirror * vector[0], vector[1], vector[2]);
}

/** A turn about the mirrored axis is one the other way round. */
function buildTwistFold({ min, max }: { readonly min: number; readonly max: number }, mirror: 1 | -1): TwistFold {
  return { middle: (mirror * (min + max)) / 2, half: Math.min(Math.max(0, max - min) / 2, 0.99 * Math.PI) };
}

function buildFields(
  skeleton: Skeleton,
  { magnets }: ArmSettings,
  chestRest: Float64Array,
  shoulderRest: Float64Array,
  scale: number,
  mirror: 1 | -1,
): Float64Array {
  const other = jointOfBone(skeleton, mirror > 0 ? 'rightUpperArm' : 'leftUpperArm');
  // With one arm only, the body's middle is where its chest is.
  const middleX = other >= 0 ? (shoulderRest[0] + skeleton.restWorldPositions[other * 3]) / 2 : chestRest[0];
  const origin = [middleX - chestRest[0], shoulderRest[1] - chestRest[1], shoulderRest[2] - chestRest[2]];
  return Float64Array.from(
    magnets.fields.flatMap(({ centre, radius, strength, isRepulsive }) => [
      origin[0] + mirror * scale * centre[0],
      origin[1] + scale * centre[1],
      origin[2] + scale * centre[2],
      scale * radius,
      scale * (isRepulsive ? strength : -strength),
    ]),
  );
}

/** Joints between forearm and hand turn on evenly from the forearm's share to nearly all of it. */
function buildTwistShares({ path, lower }: LimbModel, { twist }: ArmSettings): Float64Array {
  const shares = new Float64Array(path.length);
  const at = path.indexOf(lower.joint);
  const twistJointCount = path.length - 2 - at;
  const most = twistJointCount > 0 ? Math.max(0.9, twist.forearmShare) : twist.forearmShare;
  for (let i = at; i < path.length - 1; i++) shares[i] = (most * (i - at + 1)) / (twistJointCount + 1);
  return shares;
}

interface ChainCones {
  readonly shoulderCone: SwingCone;
  readonly upperArmCone: SwingCone;
  readonly wristCone: SwingCone;
  /** Upper arm's cone in the frame of the collar bone. */
  readonly lateralToBone: Quat;
}

function buildChains(
  { limits }: ArmSettings,
  { upper, lower }: LimbModel,
  collarLength: number,
  cones: ChainCones,
): Pick<ArmModel, 'wholeChain' | 'armChain'> {
  const { shoulderCone, upperArmCone, wristCone, lateralToBone } = cones;
  const wrist = (joint: number): FabrikLimit => ({ joint, cone: wristCone, pass: 'forward' });
  const whole: FabrikLimit[] = [
    { joint: 0, cone: shoulderCone, pass: 'backward' },
    { joint: 1, cone: upperArmCone, coneToFrame: lateralToBone, pass: 'backward' },
    wrist(3),
  ];
  const arm: FabrikLimit[] = [{ joint: 0, cone: upperArmCone, pass: 'backward' }, wrist(2)];
  return {
    wholeChain:
      collarLength > 0 ? buildFabrikChain([collarLength, upper.length, lower.length], limits.isOn ? whole : []) : null,
    armChain: buildFabrikChain([upper.length, lower.length], limits.isOn ? arm : []),
  };
}
