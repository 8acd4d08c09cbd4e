import { type HumanoidBone, jointOfBone, nextRandom, type Pose, type Skeleton } from '@leib/core';
import type { RobotFrame } from '../mapping/robotFrame.js';
import type { PersonDirection, RobotLimb } from '../mapping/robotLimb.js';
import type { RobotTree } from '../mapping/robotTree.js';
import { createLimbSolver, type LimbSolver, limbCost, solveRobotLimb } from './solveRobotLimb.js';

/** One limb while it follows. */
interface FollowingLimb {
  readonly limb: RobotLimb;
  readonly solver: LimbSolver;
  /** Angles of the whole robot from which another solution is looked for. */
  readonly trial: Float64Array;
  person: PersonLimb | null;
  /** Number of the next start to try. */
  nextStart: number;
  /** Frames since it was near. */
  farFrames: number;
}

/** Starts that are tried at first, and then one a frame while a limb is far off. */
const STARTS = 12;
/** A limb that is farther off than this, radians, for more than some frames looks for another solution. */
const FAR_OFF = 0.1;
const PATIENCE = 4;
/** Another solution is taken when its cost is below this part of the present one's: no jumps to and fro. */
const CLEARLY_BETTER = 0.4;

/**
 * Finds the angles with which a robot's segments point as the person's do. Directions are those seen from the hips: the
 * robot's base stays where it is. One per robot and person.
 */
export class RobotFollower {
  readonly tree: RobotTree;
  /** Bones of the segments in the readout, in its order. */
  readonly shown: readonly RobotLimb['segments'][number]['bone'][];
  readonly #limbs: readonly FollowingLimb[];
  readonly #frame: RobotFrame;
  /** The limb whose end is the hips of a robot that has its chest as base. */
  readonly #pelvis: FollowingLimb | null;
  #skeleton: Skeleton | null = null;
  readonly #direction = new Float64Array(3);

  constructor(tree: RobotTree, limbs: readonly RobotLimb[], frame: RobotFrame) {
    this.tree = tree;
    this.#frame = frame;
    this.#limbs = limbs.map((limb) => ({
      limb,
      solver: createLimbSolver(limb),
      trial: new Float64Array(tree.hinges.length),
      person: null,
      nextStart: 0,
      farFrames: 0,
    }));
    this.#pelvis = this.#limbs.find(({ limb }) => limb.reference === 'trunk') ?? null;
    this.shown = limbs.flatMap(({ segments }) => segments.filter(({ isShown }) => isShown).map(({ bone }) => bone));
  }

  /** Writes the angles of all hinges that follow; the search starts from the angles in `outAngles`. */
  follow(skeleton: Skeleton, pose: Pose, outAngles: Float64Array): void {
    const isNew = skeleton !== this.#skeleton;
    this.#skeleton = skeleton;
    for (const following of this.#limbs) {
      if (isNew || following.person === null) following.person = resolvePersonLimb(following.limb, skeleton);
      this.#aim(following, following.person, pose, outAngles);
      if (isNew) for (let start = 0; start < STARTS; start++) this.#tryStart(following, outAngles);
      const cost = solveRobotLimb(this.tree, following.limb, outAngles, following.solver);
      following.farFrames = cost > FAR_OFF ** 2 ? following.farFrames + 1 : 0;
      if (following.farFrames > PATIENCE) this.#tryStart(following, outAngles);
    }
  }

  /** Angles between the robot's segments, for the hinges' true angles, and the person's, as `shown` lists them. Radians. */
  measure(pose: Pose, angles: Float64Array, out: Float64Array): void {
    let index = 0;
    for (const following of this.#limbs) {
      const { limb, solver, person } = following;
      if (person !== null) this.#aim(following, person, pose, angles);
      limbCost(this.tree, limb, angles, solver);
      for (const [i, { isShown }] of limb.segments.entries()) {
        if (!isShown) continue;
        out[index++] = person === null || solver.hasAim[i] === 0 ? 0 : angleTo(solver, i);
      }
    }
  }

  /** Turn (rows) and shift of the hips since the reference pose: none unless the base is the chest. */
  writeHips(angles: Float64Array, outRotation: Float64Array, outShift: Float64Array): void {
    if (this.#pelvis === null) {
      outRotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
      outShift.fill(0);
      return;
    }
    const { limb, solver } = this.#pelvis;
    limbCost(this.tree, limb, angles, solver);
    const last = limb.path.length - 1;
    outRotation.set(solver.places.rotations.subarray(last * 9, last * 9 + 9));
    outShift.set(solver.places.offsets.subarray(last * 3, last * 3 + 3));
  }

  #aim({ limb, solver }: FollowingLimb, person: PersonLimb, pose: Pose, angles: Float64Array): void {
    const { left, up, ahead } = this.#frame;
    const d = this.#direction;
    const pelvis = limb.reference === 'hips' ? this.#pelvis : null;
    if (pelvis !== null) limbCost(this.tree, pelvis.limb, angles, pelvis.solver);
    for (let i = 0; i < limb.segments.length; i++) {
      solver.hasAim[i] = writeDirection(person, i, pose, d) ? 1 : 0;
      if (solver.hasAim[i] === 0) continue;
      const [x, y, z] = [d[0], d[1], d[2]];
      for (let k = 0; k < 3; k++) d[k] = x * left[k] + y * up[k] + z * ahead[k];
      if (pelvis === null) solver.aims.set(d, i * 3);
      else turnWith(solver.aims, i * 3, pelvis, d);
    }
  }

  /** Looks for a solution elsewhere and takes it when it is clearly better. */
  #tryStart(following: FollowingLimb, angles: Float64Array): void {
    const { limb, solver, trial } = following;
    const start = following.nextStart;
    following.nextStart = (start + 1) % STARTS;
    trial.set(angles);
    const random = { seed: start + 1 };
    for (const at of limb.solved) {
      const { low, high, reference } = this.tree.hinges[limb.path[at]];
      trial[limb.path[at]] = start === 0 ? reference : low + (high - low) * nextRandom(random);
    }
    const here = limbCost(this.tree, limb, angles, solver);
    if (solveRobotLimb(this.tree, limb, trial, solver) > CLEARLY_BETTER * here - 1e-4) return;
    for (const at of limb.solved) angles[limb.path[at]] = trial[limb.path[at]];
  }
}

/** A direction turned as the end of a limb is since the reference pose. */
function turnWith(out: Float64Array, at: number, { limb, solver }: FollowingLimb, d: Float64Array): void {
  const { rotations } = solver.places;
  const r = (limb.path.length - 1) * 9;
  for (let k = 0; k < 3; k++) {
    out[at + k] = rotations[r + k * 3] * d[0] + rotations[r + k * 3 + 1] * d[1] + rotations[r + k * 3 + 2] * d[2];
  }
}

function angleTo({ segments, aims }: LimbSolver, i: number): number {
  const { direction } = segments[i];
  const [ax, ay, az] = [aims[i * 3], aims[i * 3 + 1], aims[i * 3 + 2]];
  const [x, y, z] = direction;
  const sine = Math.hypot(y * az - z * ay, z * ax - x * az, x * ay - y * ax);
  return Math.atan2(sine, x * ax + y * ay + z * az);
}

/** A direction of the person with the numbers of its joints. */
type ResolvedDirection =
  | { readonly kind: 'between'; readonly from: number; readonly to: number }
  | { readonly kind: 'axis'; readonly joint: number; readonly axis: readonly [number, number, number] };

/** What a limb follows of one skeleton. */
interface PersonLimb {
  /** Joint in whose frame directions are taken. */
  readonly reference: number;
  /** Of each segment; null where the person lacks the bone. */
  readonly directions: readonly (ResolvedDirection | null)[];
}

/** A robot's trunk is one piece where a person's has three: it follows what the arms hang on. */
const trunkEnds: readonly HumanoidBone[] = ['upperChest', 'chest', 'spine', 'hips'];
/** What stands for a bone that the person lacks. */
const standIns: Partial<Record<HumanoidBone, readonly HumanoidBone[]>> = {
  leftFoot: ['leftToes'],
  rightFoot: ['rightToes'],
  head: ['neck'],
};

function resolvePersonLimb({ segments, reference }: RobotLimb, skeleton: Skeleton): PersonLimb {
  return {
    reference: jointOf(skeleton, reference),
    directions: segments.map(({ aim }) => resolve(aim, skeleton)),
  };
}

function jointOf(skeleton: Skeleton, bone: HumanoidBone | 'trunk'): number {
  const candidates = bone === 'trunk' ? trunkEnds : [bone, ...(standIns[bone] ?? [])];
  return candidates.map((each) => jointOfBone(skeleton, each)).find((joint) => joint >= 0) ?? -1;
}

function resolve(aim: PersonDirection, skeleton: Skeleton): ResolvedDirection | null {
  if (aim.kind === 'axis') {
    const joint = jointOf(skeleton, aim.bone);
    return joint < 0 ? null : { kind: 'axis', joint, axis: aim.axis };
  }
  const from = jointOf(skeleton, aim.from);
  const to = jointOf(skeleton, aim.to);
  return from < 0 || to < 0 ? null : { kind: 'between', from, to };
}

/** Writes a unit direction of the person in the frame of the limb's reference joint; false where there is none. */
function writeDirection(
  { reference, directions }: PersonLimb,
  segment: number,
  pose: Pose,
  out: Float64Array,
): boolean {
  const direction = directions[segment];
  if (direction === null) return false;
  const { worldPositions: p, worldRotations: r } = pose;
  if (direction.kind === 'axis') turnBy(out, r, direction.joint * 4, direction.axis, 1);
  else for (let k = 0; k < 3; k++) out[k] = p[direction.to * 3 + k] - p[direction.from * 3 + k];
  if (reference >= 0) turnBy(out, r, reference * 4, out, -1);
  const length = Math.hypot(out[0], out[1], out[2]);
  if (!(length > 1e-6)) return false;
  for (let k = 0; k < 3; k++) out[k] /= length;
  return true;
}

/** out = q v q^-1, or with the inverse of q where sign is -1. out may be v. */
function turnBy(out: Float64Array, q: ArrayLike<number>, at: number, v: ArrayLike<number>, sign: 1 | -1): void {
  const [x, y, z, w] = [q[at] * sign, q[at + 1] * sign, q[at + 2] * sign, q[at + 3]];
  const [a, b, c] = [v[0], v[1], v[2]];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  out[0] = a + w * tx + y * tz - z * ty;
  out[1] = b + w * ty + z * tx - x * tz;
  out[2] = c + w * tz + x * ty - y * tx;
}
