import {
  createVec3,
  footShape,
  type HumanoidBone,
  InputError,
  jointOfBone,
  restFloorY,
  type Skeleton,
  type Vec3,
  vec3,
} from '@leib/core';
import { buildLegReach, jointsBetween, type LegReach, restPosition } from '../limb/limbModel.js';
import { fittedTrunk } from './fittedTrunk.generated.js';
import { type MassPoint, massPoints } from './massPoints.js';
import { buildMirrorNet, type MirrorNet } from './mirrorNet.js';
import { LEVEL_COUNT, NECK_LEVEL } from './trunkOutputs.js';
import { type BendMultipliers, defaultTrunkSettings, type TrunkSettings } from './trunkSettings.js';

/**
 * Where the bones of the levels have their middles at rest, as parts of the way up from hips to head. The pelvis is
 * the hips joint itself; the others are those of the skeletons that the estimate was fitted to.
 */
const levelHeights: readonly number[] = [0, 0.11, 0.33, 0.555, 0.75, 0.916];

/** Legs that are ahead of the head at rest by more than this part of the height between them: no person stands so. */
const STRAIGHT_REST = 0.04;

/** The same for every skeleton: built for the first one. */
let builtNets: { readonly net: MirrorNet; readonly hipsNet: MirrorNet } | null = null;

function fittedNets() {
  builtNets ??= { net: buildMirrorNet(fittedTrunk.net), hipsNet: buildMirrorNet(fittedTrunk.hipsNet) };
  return builtNets;
}

/** What the trunk needs to know of a body. Made once per skeleton, shared, never written again. */
export interface TrunkModel {
  readonly skeleton: Skeleton;
  readonly settings: TrunkSettings;
  readonly hips: number;
  readonly head: number;
  /** Joints above the hips up to and including the head, parents first. */
  readonly path: Int16Array;
  /**
   * Rows are what bends: the hips, then the path without the head, which is the row after the last. So the bone of row i
   * leads to path[i].
   */
  readonly rowCount: number;
  /** Level of each row's bone, 0 (pelvis) to 5 (neck), between two where it lies between. */
  readonly rowLevels: Float64Array;
  /** Where each row's bone points, axes of the body, when the row is not turned. rowCount x 3. */
  readonly references: Float64Array;
  /** How far each row turns from the pelvis (0) to the chest (1), and on from there to the head. */
  readonly chestShares: Float64Array;
  readonly headShares: Float64Array;
  readonly rowMultipliers: readonly BendMultipliers[];
  /** The row of the neck, and that which a tracker on the chest holds; -1 without. */
  readonly neckRow: number;
  readonly chestRow: number;
  readonly net: MirrorNet;
  /** The same with a tracker on the hips. */
  readonly hipsNet: MirrorNet;
  /** Length of the spine's bones from hips to head, metres. */
  readonly spineLength: number;
  /** Joints from the root to the hips, parents first, hips included: what lies above the hips stays at rest. */
  readonly rootPath: Int16Array;
  /** Joints that hang on the trunk up to where limbs begin, parents first. */
  readonly carried: Int16Array;
  /** Head joint above the floor when standing straight, metres. */
  readonly standingHeadHeight: number;
  /** Hips joint above the floor at rest, metres. */
  readonly standingHipsHeight: number;
  /** Shoulder to wrist, mean of both sides, metres; that of an average body where a rig lacks them. */
  readonly armLength: number;
  /** Ankle above the floor at rest, metres. */
  readonly ankleHeight: number;
  /** Left, right; null where the rig lacks part of a leg. */
  readonly legs: readonly [LegReach | null, LegReach | null];
  readonly masses: readonly MassPoint[];
  /** Only those of head and trunk. */
  readonly trunkMasses: readonly MassPoint[];
}

/**
 * Compiles a skeleton for the trunk's stages. Hips and head must exist, and the head must hang on the hips; any other
 * bone may be missing.
 */
export function buildTrunk(skeleton: Skeleton, settings: Partial<TrunkSettings> = {}): TrunkModel {
  const allSettings = { ...defaultTrunkSettings, ...settings };
  const hips = jointOfBone(skeleton, 'hips');
  const head = jointOfBone(skeleton, 'head');
  if (hips < 0 || head < 0) {
    throw new InputError('skeleton', `expected a ${hips < 0 ? 'hips' : 'head'} bone, got none; map one first`);
  }
  const path = jointsBetween(skeleton, hips, head);
  if (path === null)
    throw new InputError(
      'skeleton',
      `expected "${skeleton.names[head]}" below "${skeleton.names[hips]}", got it elsewhere`,
    );
  const rootPath = jointsBetween(skeleton, -1, hips) ?? Int16Array.of(hips);
  const [hipsRest, headRest] = [hips, head].map((joint) => restPosition(skeleton, joint));
  const floorY = restFloor(skeleton);
  const standingHeadHeight = Math.max(0.2, allSettings.standingHeadHeight ?? headRest[1] - floorY);
  const masses = massPoints(skeleton);
  const rows = [hips, ...path.subarray(0, -1)];
  const rowLevels = Float64Array.from(rows, (joint, row) => {
    const middle = (restPosition(skeleton, joint)[1] + restPosition(skeleton, path[row])[1]) / 2;
    const level = levelAt(middle, hipsRest[1], headRest[1]);
    // Hips that carry a bone of the spine are between the two: neither pelvis nor loins would be right.
    return row === 0 ? Math.min(0.5, level) : level;
  });
  const isStraight = allSettings.restPose === 'auto' ? isRestStraight(skeleton) : allSettings.restPose === 'straight';
  return {
    skeleton,
    settings: allSettings,
    hips,
    head,
    path,
    rowCount: rows.length,
    rowLevels,
    references: Float64Array.from(
      rows.flatMap((_, row) => [...referenceOf(skeleton, path[row], row === 0, rowLevels[row], isStraight)]),
    ),
    chestShares: rowLevels.map((level) => interpolate(fittedTrunk.chestShares, level)),
    headShares: rowLevels.map((level) => interpolate(fittedTrunk.headShares, level)),
    rowMultipliers: multipliersOf(skeleton, rows, allSettings),
    neckRow: rows.indexOf(jointOfBone(skeleton, 'neck')),
    chestRow: findChestRow(skeleton, rows),
    ...fittedNets(),
    spineLength: spineLength(skeleton, path),
    rootPath,
    carried: findCarried(skeleton, [...rootPath, ...path], head),
    standingHeadHeight,
    standingHipsHeight: Math.max(0.1, hipsRest[1] - floorY),
    armLength: armLength(skeleton) ?? 0.36 * standingHeadHeight,
    ankleHeight: ankleHeight(skeleton, floorY),
    legs: [buildLegReach(skeleton, 'left', hips), buildLegReach(skeleton, 'right', hips)],
    masses,
    trunkMasses: masses.filter(({ isTrunk }) => isTrunk),
  };
}

function spineLength({ restOffsets }: Skeleton, path: Int16Array): number {
  const lengths = Array.from(path, (joint) => vec3.length(restOffsets.subarray(joint * 3, joint * 3 + 3)));
  return Math.max(
    0.05,
    lengths.reduce((sum, length) => sum + length, 0),
  );
}

/** Level of a height between hips and head, by the table. */
function levelAt(y: number, hipsY: number, headY: number): number {
  const part = headY > hipsY ? (y - hipsY) / (headY - hipsY) : 1;
  for (let level = 1; level < LEVEL_COUNT; level++) {
    if (part > levelHeights[level]) continue;
    const below = levelHeights[level - 1];
    return Math.max(0, level - (levelHeights[level] - part) / (levelHeights[level] - below));
  }
  return NECK_LEVEL;
}

function interpolate(values: readonly number[], level: number): number {
  const below = Math.min(values.length - 2, Math.floor(level));
  return values[below] + (values[below + 1] - values[below]) * (level - below);
}

/** A skeleton that was made to be simple, not to stand: its hips' legs lie well ahead of its head. */
function isRestStraight(skeleton: Skeleton): boolean {
  const legs = (['leftUpperLeg', 'rightUpperLeg'] as const)
    .map((bone) => jointOfBone(skeleton, bone))
    .filter((joint) => joint >= 0)
    .map((joint) => restPosition(skeleton, joint));
  if (legs.length === 0) return false;
  const head = restPosition(skeleton, jointOfBone(skeleton, 'head'));
  const ahead = legs.reduce((sum, leg) => sum + leg[2] - head[2], 0);
  const below = legs.reduce((sum, leg) => sum + head[1] - leg[1], 0);
  return ahead > STRAIGHT_REST * below;
}

/**
 * What a row's bone points at when the row is not turned: in a straight skeleton just that; in one that stands, what
 * the level's bone points at when people stand, so that a standing person takes the rest pose.
 */
function referenceOf(skeleton: Skeleton, next: number, isHips: boolean, level: number, isStraight: boolean): Vec3 {
  if (!isStraight) {
    const y = interpolate(
      fittedTrunk.standing.map((direction) => direction[0]),
      level,
    );
    const z = interpolate(
      fittedTrunk.standing.map((direction) => direction[1]),
      level,
    );
    return vec3.normalize(createVec3(), [0, y, z]);
  }
  const offset = skeleton.restOffsets.subarray(next * 3, next * 3 + 3);
  // The pelvis is known by its up axis.
  if (isHips || Math.hypot(offset[0], offset[1], offset[2]) < 1e-6) return createVec3(0, 1, 0);
  return vec3.normalize(createVec3(), [offset[0], offset[1], offset[2]]);
}

/** The thesis's table by bone; a joint that is not in the table is half-way between its neighbours. */
function multipliersOf(skeleton: Skeleton, rows: readonly number[], { multipliers }: TrunkSettings): BendMultipliers[] {
  const named = rows.map((joint) => {
    const bone = (['hips', 'spine', 'chest', 'upperChest', 'neck'] as const).find(
      (name) => jointOfBone(skeleton, name) === joint,
    );
    return bone === undefined ? null : multipliers[bone];
  });
  return named.map((own, row) => {
    if (own !== null) return own;
    const below = named.slice(0, row).findLast((other) => other !== null) ?? multipliers.hips;
    const above = named.slice(row).find((other) => other !== null) ?? multipliers.neck;
    return {
      x: (below.x + above.x) / 2,
      z: (below.z + above.z) / 2,
      height: (below.height + above.height) / 2,
    };
  });
}

/** The joint that tracking calls the chest. */
function findChestRow(skeleton: Skeleton, rows: readonly number[]): number {
  for (const bone of ['chest', 'upperChest', 'spine'] as const) {
    const row = rows.indexOf(jointOfBone(skeleton, bone));
    if (row > 0) return row;
  }
  return -1;
}

/** Everything on the trunk that is not beyond the head or the first bone of a limb. */
function findCarried(skeleton: Skeleton, trunk: readonly number[], head: number): Int16Array {
  const isLimb = (joint: number) =>
    (['leftUpperArm', 'rightUpperArm', 'leftUpperLeg', 'rightUpperLeg'] as const).some(
      (bone) => jointOfBone(skeleton, bone) === joint,
    );
  const reached = new Set(trunk);
  const carried: number[] = [];
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const parent = skeleton.parents[joint];
    if (reached.has(joint) || !reached.has(parent) || parent === head || isLimb(parent)) continue;
    reached.add(joint);
    carried.push(joint);
  }
  return Int16Array.from(carried);
}

/** Mean over both sides of upper and lower arm; null where no side is whole. */
function armLength(skeleton: Skeleton): number | null {
  const lengths = (['left', 'right'] as const).flatMap((side) => {
    const bones: HumanoidBone[] = [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`];
    const joints = bones.map((bone) => jointOfBone(skeleton, bone));
    if (joints.some((joint) => joint < 0)) return [];
    const [a, b, c] = joints.map((joint) => restPosition(skeleton, joint));
    return [vec3.distance(a, b) + vec3.distance(b, c)];
  });
  return lengths.length > 0 ? lengths.reduce((sum, length) => sum + length, 0) / lengths.length : null;
}

function ankleHeight(skeleton: Skeleton, floorY: number): number {
  const foot = jointOfBone(skeleton, 'leftFoot');
  return foot < 0 ? 0.08 : restPosition(skeleton, foot)[1] - floorY;
}

/**
 * Where soles were measured, they stand on the floor. Bare rigs stand on height zero, or, as BVH files do, have their
 * hips there: then the soles are just below the toes, by what the estimate was fitted with.
 */
function restFloor(skeleton: Skeleton): number {
  if (footShape(skeleton, 'left') ?? footShape(skeleton, 'right')) return restFloorY(skeleton);
  const bones: HumanoidBone[] = ['leftToes', 'rightToes', 'leftFoot', 'rightFoot'];
  const heights = bones
    .map((bone) => jointOfBone(skeleton, bone))
    .filter((joint) => joint >= 0)
    .map((joint) => restPosition(skeleton, joint)[1]);
  if (heights.length === 0) return 0;
  const lowest = Math.min(...heights);
  return lowest >= 0 && lowest < 0.2 ? 0 : lowest - 0.025;
}
