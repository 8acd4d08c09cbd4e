import { type HumanoidBone, InputError, type Pose, type Skeleton } from '@leib/core';
import type { MujocoData, MujocoModel, MujocoModule } from '../engine/mujoco.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';
import { RobotFollower } from './follow/robotFollower.js';
import { buildRobotLimbs } from './mapping/buildRobotLimbs.js';
import { goesOnFourLegs } from './mapping/goesOnFourLegs.js';
import { guessRobotBones } from './mapping/guessRobotBones.js';
import { countLegs, guessRobotLimbs } from './mapping/guessRobotLimbs.js';
import { readRobotTree } from './mapping/readRobotTree.js';
import { findRobotFrame, type RobotFrame } from './mapping/robotFrame.js';
import { isUnder, type RobotTree } from './mapping/robotTree.js';
import { distance, type Triple, tripleAt } from './mapping/triple.js';
import type { RobotCoupling, RobotDescription } from './reading/robotDescription.js';
import { checkRobotPlaces } from './reading/robotLimits.js';

/** What was found out about a robot. */
export interface RobotReport {
  /** Every hinge and the bone that it is for; null: it holds still, or goes with a hinge that it is coupled to. */
  readonly joints: readonly RobotJointReport[];
  /** Bones of the segments whose angles to the person's are measured, in the order of the output. */
  readonly segments: readonly HumanoidBone[];
  /** What a user should know about how it was read. */
  readonly notes: readonly string[];
}

export interface RobotJointReport {
  readonly joint: string;
  readonly bone: HumanoidBone | null;
  /** What was found without the user's choices. */
  readonly guess: HumanoidBone | null;
  /** How far it turns, radians. */
  readonly low: number;
  readonly high: number;
}

export interface RobotOptions {
  /** Bones of joints by name, over what is guessed; null frees a joint from any bone. */
  readonly bones?: Readonly<Record<string, HumanoidBone | null>>;
  /** Natural frequency of its drives, Hz. */
  readonly naturalHz?: number;
}

/** Hinges are not asked to go faster than this, radians a second: what jumps is led over. */
const MAX_RATE = 15;

/**
 * A robot as remote avatar: any MJCF or URDF humanoid of hinges. Its base stands where its file puts it; its hinges turn
 * so that its segments point as the person's do, within their limits. It owns memory of the engine: call dispose().
 */
export class Robot {
  readonly mujoco: MujocoModule;
  readonly model: MujocoModel;
  readonly data: MujocoData;
  readonly tree: RobotTree;
  readonly frame: RobotFrame;
  readonly report: RobotReport;
  /** Angle that each hinge should have, radians. */
  readonly targets: Float64Array;
  /** Angle between each of the report's segments and the person's, radians. */
  readonly segmentAngles: Float64Array;
  readonly #follower: RobotFollower;
  readonly #angles: Float64Array;
  /** Targets as the hinges are led to them: no faster than MAX_RATE. */
  readonly #led: Float64Array;
  readonly #before: Float64Array;
  readonly #gains: RobotGains;
  readonly #ledHinges: readonly LedHinge[];
  #frameSeconds = 0;
  #substeps = 0;

  constructor(mujoco: MujocoModule, description: RobotDescription, options: RobotOptions = {}) {
    this.mujoco = mujoco;
    this.model = compile(mujoco, description);
    this.data = new mujoco.MjData(this.model);
    try {
      takeReferencePose(this, description);
      for (const places of [this.data.xpos, this.data.xanchor]) checkRobotPlaces(description.name, places);
      this.tree = readRobotTree({ mujoco, model: this.model, data: this.data, meshes: description.meshes });
      const { bones, guesses } = chooseBones(this.tree, description, options);
      this.frame = findRobotFrame(this.tree, bones);
      checkHumanoid(description.name, this.tree, bones);
      const limbs = buildRobotLimbs(this.tree, bones, this.frame);
      this.#follower = new RobotFollower(this.tree, limbs, this.frame);
      this.report = {
        joints: this.tree.hinges.map(({ name, low, high }, i) => ({
          joint: name,
          bone: bones[i],
          guess: guesses[i],
          low,
          high,
        })),
        segments: this.#follower.shown,
        notes: description.notes,
      };
      this.#ledHinges = findLedHinges(this.tree, description.couplings, bones);
      this.#gains = findGains(this, options.naturalHz ?? 8);
    } catch (error) {
      this.dispose();
      throw error;
    }
    this.targets = Float64Array.from(this.tree.hinges, ({ reference, low, high }) =>
      Math.min(high, Math.max(low, reference)),
    );
    this.segmentAngles = new Float64Array(this.report.segments.length);
    this.#angles = this.targets.slice();
    this.#led = this.targets.slice();
    this.#before = this.targets.slice();
  }

  /** Sets the person's pose as target: of a humanoid skeleton, with its world arrays up to date. */
  setTarget(skeleton: Skeleton, pose: Pose): void {
    this.#follower.follow(skeleton, pose, this.targets);
    for (const { hinge, leader, offset, ratio } of this.#ledHinges) {
      this.targets[hinge] = offset + ratio * this.targets[leader];
    }
  }

  /** Stiffness and damping of the hinges. */
  get gains(): RobotGains {
    return this.#gains;
  }

  /** Leads angles towards the targets, no faster than hinges may turn. */
  leadTargets(led: Float64Array, dtSeconds: number): void {
    const most = MAX_RATE * dtSeconds;
    for (let i = 0; i < this.targets.length; i++) {
      const change = this.targets[i] - led[i];
      led[i] += Math.min(most, Math.max(-most, change));
    }
  }

  /** One frame: the hinges go on towards their targets. */
  step(dtSeconds: number): void {
    if (!(dtSeconds > 0)) return;
    this.leadTargets(this.#led, dtSeconds);
    const start = this.#frameSeconds;
    this.#frameSeconds += dtSeconds;
    while (this.#substeps * SUBSTEP_SECONDS < this.#frameSeconds - 1e-9) {
      this.#substeps++;
      const amount = Math.min(1, (this.#substeps * SUBSTEP_SECONDS - start) / dtSeconds);
      this.#stepOnce(amount, dtSeconds);
    }
    this.#before.set(this.#led);
  }

  #stepOnce(amount: number, dtSeconds: number): void {
    const { qpos, qfrc_applied: forces } = this.data;
    const { kp, kd } = this.#gains;
    for (let i = 0; i < this.tree.hinges.length; i++) {
      const { coordinate, speed } = this.tree.hinges[i];
      const change = this.#led[i] - this.#before[i];
      const target = this.#before[i] + change * amount;
      forces[speed] = kp[i] * (target - qpos[coordinate]) + (kd[i] * change) / dtSeconds;
    }
    this.mujoco.mj_step(this.model, this.data);
  }

  /** Measures the angles between the robot's segments as they are and those of the person, into segmentAngles. */
  measure(pose: Pose): void {
    const { qpos } = this.data;
    for (let i = 0; i < this.tree.hinges.length; i++) this.#angles[i] = qpos[this.tree.hinges[i].coordinate];
    this.#follower.measure(pose, this.#angles, this.segmentAngles);
  }

  /** Angles of the hinges as they are simulated, radians, in the order of the report. Call measure() first. */
  get angles(): Float64Array {
    return this.#angles;
  }

  /** Turn (rows) and shift of the hips since the reference pose: none unless the base is the chest. Call measure() first. */
  writeHips(outRotation: Float64Array, outShift: Float64Array): void {
    this.#follower.writeHips(this.#angles, outRotation, outShift);
  }

  /** Where the base stands. */
  basePosition(): Triple {
    const { anchor } = this.tree.hinges[0];
    const root = this.model.body_rootid[this.tree.hinges[0].body];
    return root > 0 ? tripleAt(this.data.xpos, root) : anchor;
  }

  dispose(): void {
    this.data.delete();
    this.model.delete();
  }
}

function compile(mujoco: MujocoModule, { name, mjcf, files }: RobotDescription): MujocoModel {
  const folder = new mujoco.MjVFS();
  try {
    for (const [file, bytes] of files) folder.addBuffer(file, bytes);
    return mujoco.MjModel.from_xml_string(mjcf, folder);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error))
      .replace(/[^\x21-\x7e]+/g, ' ')
      .slice(0, 300);
    throw new InputError(name, `could not be read as MJCF or URDF: ${reason}`);
  } finally {
    folder.delete();
  }
}

/** Names of keyframes in which a robot stands upright on both feet; others may lie, squat or stand on one leg. */
const standingPattern = /^(home|stand|standing|default|init|initial|neutral|rest)([ _-]?(pose|position))?$/i;

/** The keyframe in which it stands, or what the file has as zero. */
function takeReferencePose({ mujoco, model, data }: Robot, { keyframes }: RobotDescription): void {
  // A free base, which is held here, has seven coordinates before all others.
  const fitting = keyframes.filter(({ qpos }) => qpos.length === model.nq || qpos.length >= model.nq + 7);
  const key = fitting.find(({ name }) => standingPattern.test(name));
  if (key !== undefined) {
    const first = key.qpos.length === model.nq ? 0 : 7;
    for (let i = 0; i < model.nq; i++) data.qpos[i] = key.qpos[first + i];
  }
  mujoco.mj_forward(model, data);
}

function chooseBones(tree: RobotTree, { driven }: RobotDescription, { bones = {} }: RobotOptions) {
  const guesses = guessRobotBones(tree, driven === null ? {} : { driven });
  const chosen = tree.hinges.map(({ name }, i) => (Object.hasOwn(bones, name) ? bones[name] : guesses[i]));
  return { bones: chosen, guesses };
}

function checkHumanoid(name: string, tree: RobotTree, bones: readonly (HumanoidBone | null)[]): void {
  if (tree.hinges.length === 0) throw new InputError(name, 'expected at least one hinge to drive, got none');
  const legCount = countLegs(tree, guessRobotLimbs(tree));
  if (legCount > 2 || goesOnFourLegs(tree, bones)) {
    throw new InputError(
      name,
      `expected a robot with arms or two legs, got one that goes on ${Math.max(4, legCount)} legs`,
    );
  }
}

/** A hinge that goes with one that follows: its angle is `offset + ratio * leader`. */
interface LedHinge {
  readonly hinge: number;
  readonly leader: number;
  readonly offset: number;
  readonly ratio: number;
}

/** Hinges that are coupled to one that follows and follow none themselves. */
function findLedHinges(
  { hinges }: RobotTree,
  couplings: readonly RobotCoupling[],
  bones: readonly (HumanoidBone | null)[],
): LedHinge[] {
  const numberOf = new Map(hinges.map(({ name }, i) => [name, i]));
  return couplings.flatMap(({ first, second, offset, ratio }): LedHinge[] => {
    const [a, b] = [numberOf.get(first), numberOf.get(second)];
    if (a === undefined || b === undefined || (bones[a] === null) === (bones[b] === null)) return [];
    if (bones[a] === null) return [{ hinge: a, leader: b, offset, ratio }];
    return [{ hinge: b, leader: a, offset: -offset / ratio, ratio: 1 / ratio }];
  });
}

interface RobotGains {
  readonly kp: Float64Array;
  readonly kd: Float64Array;
}

/**
 * Inertia that each hinge moves in the pose in which it is largest, kg m2: of all links beyond it, as far as they are from
 * it. One that twists a stretched arm in the reference pose may carry the whole arm in another.
 */
function largestInertias({ model, data, tree }: Robot): Float64Array {
  return Float64Array.from(tree.hinges, ({ anchor, speed }, hinge) => {
    let inertia = model.dof_armature[speed];
    for (let body = 1; body < model.nbody; body++) {
      if (!isUnder(tree, tree.bodyHinges[body], hinge)) continue;
      const lever = distance(tripleAt(data.xipos, body), anchor);
      inertia += model.body_mass[body] * lever * lever + Math.max(...tripleAt(model.body_inertia, body));
    }
    return inertia;
  });
}

/**
 * Critically damped by the largest inertia of each hinge, more so where it is less; damping is implicit in the engine, so
 * that is stable. Springs and friction of the file are left out.
 */
function findGains(robot: Robot, naturalHz: number): RobotGains {
  const { model, tree } = robot;
  const { hinges } = tree;
  const omega = 2 * Math.PI * naturalHz;
  const kp = new Float64Array(hinges.length);
  const kd = new Float64Array(hinges.length);
  const jointOf = new Map(Array.from(model.jnt_dofadr, (dof, joint) => [dof, joint]));
  const inertias = largestInertias(robot);
  for (const [i, { speed }] of hinges.entries()) {
    kp[i] = inertias[i] * omega * omega;
    kd[i] = 2 * inertias[i] * omega;
    model.dof_damping[speed] = kd[i] + kp[i] * SUBSTEP_SECONDS;
    model.dof_frictionloss[speed] = 0;
    model.jnt_stiffness[jointOf.get(speed) ?? 0] = 0;
  }
  return { kp, kd };
}
