import {
  clamp,
  createQuat,
  createVec3,
  DEG,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyVec3,
  rotationBetween,
  unitAcross,
  type Vec3,
  vec3,
} from '../math/index.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';
import type { BoneJoints } from './namedRig.js';
import type { Side } from './readJointName.js';

/** Something about a rest pose that was not a T-pose facing +Z, and by how much it was turned. */
export interface RestCorrection {
  /** A bone, or the whole body (which way it faces, which way is up). */
  readonly what: HumanoidBone | 'body';
  /** Radians, relative to its parent. */
  readonly angle: number;
}

/** A rest pose to be turned into the T-pose. Positions in world space. */
export interface RestShape {
  readonly parents: ArrayLike<number>;
  readonly worldPositions: Float64Array;
  readonly bones: BoneJoints;
}

export interface TPose {
  /** World rotation that takes each joint from the rig's rest into the T-pose. jointCount x 4. */
  readonly turns: Float64Array;
  readonly corrected: readonly RestCorrection[];
}

/** A trunk that leans less than this is standing along a world axis: spines are not plumb lines. */
const uprightWithin = 30 * DEG;
/** Hips and shoulders that face a world axis within this face it: bodies are not symmetrical to the degree. */
const facingWithin = 5 * DEG;
/** A palm that faces the floor within this was meant to: knuckles are not a ruler. */
const palmWithin = 30 * DEG;
/** Smaller turns are not worth a line in the report. */
const reportFrom = 0.5 * DEG;

const axisY: ReadonlyVec3 = [0, 1, 0];
const axisZ: ReadonlyVec3 = [0, 0, 1];
const sides: readonly Side[] = ['left', 'right'];
const fingers = ['Index', 'Middle', 'Ring', 'Little'] as const;

/**
 * Finds how every joint must be turned so that the body faces +Z with arms along +-X, palms down, fingers straight
 * along the arms, legs along -Y and feet ahead. Trunk, collar bones, thumbs and joints that carry no humanoid bone keep
 * their relation to their parents. Each bone is turned the shortest way, so a limb that was only lowered or spread
 * comes back without a twist.
 */
export function solveTPose(shape: RestShape): TPose {
  const { parents, bones } = shape;
  const jointCount = parents.length;
  const turns = new Float64Array(jointCount * 4);
  const body = bodyTurn(shape);
  const limbs = limbTurns(bones);
  const corrected: RestCorrection[] = [];
  report(corrected, 'body', body, createQuat());
  for (let joint = 0; joint < jointCount; joint++) {
    const parent = parents[joint];
    const inherited = parent < 0 ? body : turns.subarray(parent * 4, parent * 4 + 4);
    const limb = limbs.get(joint);
    const turn = limb ? limb.solve(shape, inherited, body) : inherited;
    turns.set(turn as Float64Array, joint * 4);
    if (limb) report(corrected, limb.bone, turn, inherited);
  }
  return { turns, corrected };
}

interface LimbTurn {
  readonly bone: HumanoidBone;
  /** World rotation from rest to T-pose, from the parent's and the body's. */
  solve(shape: RestShape, inherited: Quat, body: Quat): Quat;
}

/** The joints that are set, each with its rule. */
function limbTurns(bones: BoneJoints): Map<number, LimbTurn> {
  const turns = new Map<number, LimbTurn>();
  const set = (bone: HumanoidBone, solve: LimbTurn['solve']) => {
    const joint = bones[bone];
    if (joint !== undefined) turns.set(joint, { bone, solve });
  };
  for (const side of sides) {
    const outward: ReadonlyVec3 = [side === 'left' ? 1 : -1, 0, 0];
    const along = (bone: HumanoidBone, ends: readonly HumanoidBone[], target: ReadonlyVec3) =>
      set(bone, (shape, inherited) => turnAlong(inherited, boneDirection(shape, bone, ends), target));
    along(`${side}UpperArm`, [`${side}LowerArm`, `${side}Hand`], outward);
    along(`${side}LowerArm`, [`${side}Hand`], outward);
    set(`${side}Hand`, (shape, inherited) => handTurn(shape, side, inherited, outward));
    for (const finger of fingers) {
      const ends: HumanoidBone[] = [`${side}${finger}Intermediate`, `${side}${finger}Distal`];
      along(`${side}${finger}Proximal`, ends, outward);
      along(`${side}${finger}Intermediate`, ends.slice(1), outward);
      along(`${side}${finger}Distal`, [], outward);
    }
    along(`${side}UpperLeg`, [`${side}LowerLeg`, `${side}Foot`], [0, -1, 0]);
    along(`${side}LowerLeg`, [`${side}Foot`], [0, -1, 0]);
    set(`${side}Foot`, (shape, _, body) => footTurn(shape, side, body));
  }
  return turns;
}

/** The way a body stands in its rest pose, turned to +Y up and +Z ahead. */
function bodyTurn({ worldPositions, bones }: RestShape): Quat {
  const at = (bone: HumanoidBone) => placeOf(worldPositions, bones[bone]);
  const low = at('hips') ?? at('spine') ?? at('chest');
  const high = at('head') ?? at('neck') ?? at('upperChest') ?? at('chest') ?? at('spine');
  const up = createVec3(0, 1, 0);
  if (low && high && vec3.distance(low, high) > 0) {
    vec3.normalize(up, vec3.subtract(up, high, low));
    snapToAxis(up, uprightWithin);
  }
  const left = createVec3();
  for (const part of ['UpperLeg', 'UpperArm', 'Shoulder'] as const) {
    const [a, b] = [at(`left${part}`), at(`right${part}`)];
    const across = createVec3();
    if (!a || !b || vec3.squaredDistance(a, b) === 0) continue;
    vec3.add(left, left, vec3.normalize(across, vec3.subtract(across, a, b)));
  }
  if (vec3.squaredLength(left) === 0) vec3.set(left, 1, 0, 0);
  unitAcross(left, up, left);
  snapToAxis(left, facingWithin);
  unitAcross(left, up, left);
  const ahead = vec3.cross(createVec3(), left, up);
  const standing = lookRotation(createQuat(), ahead, up);
  return quat.conjugate(standing, standing);
}

/** Turns a bone the shortest way onto its direction in the T-pose; a bone without one follows its parent. */
function turnAlong(inherited: Quat, directionRest: Vec3 | null, target: ReadonlyVec3): Quat {
  if (!directionRest) return inherited;
  const now = vec3.transformQuat(createVec3(), directionRest, inherited);
  const swing = rotationBetween(createQuat(), now, target);
  return quat.normalize(swing, quat.multiply(swing, swing, inherited));
}

/** Middle of the hand along the arm, and the knuckles' line ahead (+Z) where the palm did not face the floor. */
function handTurn(shape: RestShape, side: Side, inherited: Quat, outward: ReadonlyVec3): Quat {
  const { bones, worldPositions } = shape;
  const hand = placeOf(worldPositions, bones[`${side}Hand`]);
  const knuckles = fingers.flatMap((finger) => placeOf(worldPositions, bones[`${side}${finger}Proximal`]) ?? []);
  if (!hand || knuckles.length === 0) return inherited;
  const middle = createVec3();
  for (const knuckle of knuckles) vec3.scaleAndAdd(middle, middle, knuckle, 1 / knuckles.length);
  const turn = turnAlong(inherited, unitOrNull(vec3.subtract(middle, middle, hand)), outward);
  if (knuckles.length < 2) return turn;
  const line = vec3.subtract(createVec3(), knuckles[0], knuckles[knuckles.length - 1]);
  vec3.transformQuat(line, line, turn);
  const roll = Math.atan2(line[1], line[2]);
  if (Math.abs(roll) < palmWithin || Math.hypot(line[1], line[2]) < 1e-6) return turn;
  const turnBack = quat.setAxisAngle(createQuat(), [1, 0, 0], roll);
  return quat.multiply(turnBack, turnBack, turn);
}

/**
 * Feet ahead. A modelled foot stands flat on the floor however wide the stance, so it only turns about the vertical
 * and keeps its slope. A skeleton whose spread legs are a stiffly rotated T-pose (CMU's) has feet that tilt with the
 * leg: told by the foot pointing exactly ahead once the spread is undone, and visibly not before.
 */
function footTurn(shape: RestShape, side: Side, body: Quat): Quat {
  const { bones, worldPositions } = shape;
  const direction = boneDirection(shape, `${side}Foot`, [`${side}Toes`]);
  if (!direction) return body;
  let turn = body;
  let heading = headingOf(direction, turn);
  const hip = placeOf(worldPositions, bones[`${side}UpperLeg`]);
  const ankle = placeOf(worldPositions, bones[`${side}Foot`]);
  if (hip && ankle) {
    const leg = vec3.transformQuat(createVec3(), vec3.subtract(createVec3(), ankle, hip), body);
    const spread = Math.atan2(leg[0], -leg[1]);
    const tilted = quat.setAxisAngle(createQuat(), axisZ as Vec3, -spread);
    quat.multiply(tilted, tilted, body);
    const tiltedHeading = headingOf(direction, tilted);
    if (Math.abs(tiltedHeading) < Math.min(0.25 * Math.abs(heading), 0.5 * DEG)) {
      turn = tilted;
      heading = tiltedHeading;
    }
  }
  const ahead = quat.setAxisAngle(createQuat(), axisY as Vec3, -heading);
  return quat.multiply(ahead, ahead, turn);
}

function headingOf(direction: ReadonlyVec3, turn: Quat): number {
  const turned = vec3.transformQuat(createVec3(), direction, turn);
  return Math.atan2(turned[0], turned[2]);
}

/** Unit direction of a bone at rest: to the first of `ends` that exists, else to any child that lies off it. */
function boneDirection(shape: RestShape, bone: HumanoidBone, ends: readonly HumanoidBone[]): Vec3 | null {
  const { parents, worldPositions, bones } = shape;
  const joint = bones[bone] as number;
  const start = placeOf(worldPositions, joint) as Vec3;
  const end = ends.find((candidate) => bones[candidate] !== undefined);
  if (end) return unitOrNull(vec3.subtract(createVec3(), placeOf(worldPositions, bones[end]) as Vec3, start));
  for (let child = joint + 1; child < parents.length; child++) {
    if (parents[child] !== joint) continue;
    const direction = unitOrNull(vec3.subtract(createVec3(), placeOf(worldPositions, child) as Vec3, start));
    if (direction) return direction;
  }
  return null;
}

function placeOf(worldPositions: Float64Array, joint: number | undefined): Float64Array | null {
  return joint === undefined ? null : worldPositions.subarray(joint * 3, joint * 3 + 3);
}

function unitOrNull(v: Vec3): Vec3 | null {
  return vec3.length(v) < 1e-6 ? null : vec3.normalize(v, v);
}

function snapToAxis(v: Vec3, within: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (Math.acos(clamp(Math.abs(v[axis]), 0, 1)) > within) continue;
    const sign = Math.sign(v[axis]);
    vec3.set(v, 0, 0, 0);
    v[axis] = sign;
    return;
  }
}

function report(corrected: RestCorrection[], what: RestCorrection['what'], turn: Quat, inherited: Quat): void {
  const change = quat.multiply(createQuat(), turn, quat.conjugate(createQuat(), inherited));
  const angle = 2 * Math.atan2(Math.hypot(change[0], change[1], change[2]), Math.abs(change[3]));
  if (angle >= reportFrom) corrected.push({ what, angle });
}
