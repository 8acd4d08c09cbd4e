import { type HumanoidBone, InputError, multiplyFlat, multiplyInverseFlat, type Pose, type Skeleton } from '@leib/core';
import { jointKind, type MujocoData, type MujocoModel, type MujocoModule, objectKind } from '../engine/mujoco.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';
import { buildRobotChains, type RobotChain } from './buildRobotChains.js';
import { guessRobotBone } from './guessRobotBone.js';
import type { RobotJoint } from './robotJoint.js';
import { solveHingeChain } from './solveHingeChain.js';

/** Hinges of a robot's file that follow a bone, and those that do not. */
export interface RobotReport {
  readonly mapped: readonly { readonly joint: string; readonly bone: HumanoidBone }[];
  readonly unmapped: readonly string[];
}

export interface RobotOptions {
  /** Bones of joints by name, over what is guessed; null frees a joint from any bone. */
  readonly bones?: Readonly<Record<string, HumanoidBone | null>>;
  /** Files that the description names (meshes), by their name there without folders. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** How it stands when all its angles are zero; robots mostly let their arms hang. */
  readonly zeroPose?: 'armsDown' | 'tPose';
  /** The robot's own up axis; robots mostly have z. */
  readonly up?: 'y' | 'z';
  /** Natural frequency of its drives, Hz. */
  readonly naturalHz?: number;
}

const MAX_RATE = 30;

/**
 * A robot as remote avatar: any MJCF or URDF humanoid of hinges. Its base stands where its file puts it (a free base is
 * held there); its hinges follow the person's bones that they were mapped to, within their limits. It owns memory of the
 * engine: call dispose() when done.
 */
export class Robot {
  readonly mujoco: MujocoModule;
  readonly model: MujocoModel;
  readonly data: MujocoData;
  readonly joints: readonly RobotJoint[];
  readonly report: RobotReport;
  /** Angle that each joint should have, radians. */
  readonly targets: Float64Array;
  /** Built for #skeleton. */
  #chains: readonly RobotChain[] = [];
  #skeleton: Skeleton | null = null;
  readonly #before: Float64Array;
  readonly #gains: { readonly kp: Float64Array; readonly kd: Float64Array };
  readonly #base: Float64Array | null;
  #frameSeconds = 0;
  #substeps = 0;
  #hasTarget = false;

  constructor(mujoco: MujocoModule, description: string, options: RobotOptions = {}) {
    this.mujoco = mujoco;
    this.model = compile(mujoco, description, options.files);
    this.data = new mujoco.MjData(this.model);
    mujoco.mj_forward(this.model, this.data);
    this.joints = findJoints(mujoco, this.model, this.data, options);
    if (this.joints.length === 0) {
      this.dispose();
      throw new InputError('robot', 'expected at least one hinge to drive, got none');
    }
    this.report = {
      mapped: this.joints.flatMap(({ name, bone }) => (bone === null ? [] : [{ joint: name, bone }])),
      unmapped: this.joints.filter(({ bone }) => bone === null).map(({ name }) => name),
    };
    this.targets = Float64Array.from(this.joints, ({ coordinate }) => this.data.qpos[coordinate]);
    this.#before = this.targets.slice();
    this.#gains = findGains(this.model, this.joints, options.naturalHz ?? 8);
    // Coordinates of a free base come first; it is put back there after every substep.
    const hasFreeBase = this.model.njnt > 0 && this.model.jnt_type[0] === jointKind.free;
    this.#base = hasFreeBase ? this.data.qpos.slice(0, 7) : null;
  }

  /** Sets the person's pose as target: of a humanoid skeleton, with its world arrays up to date. */
  setTarget(skeleton: Skeleton, pose: Pose): void {
    if (skeleton !== this.#skeleton) {
      this.#skeleton = skeleton;
      this.#chains = buildRobotChains(this.joints, skeleton);
    }
    retargetAngles(this.joints, this.#chains, pose, this.targets);
  }

  /** One frame: the hinges go on towards their targets. */
  step(dtSeconds: number): void {
    if (!(dtSeconds > 0)) return;
    if (!this.#hasTarget) this.#before.set(this.targets);
    this.#hasTarget = true;
    const start = this.#frameSeconds;
    this.#frameSeconds += dtSeconds;
    while (this.#substeps * SUBSTEP_SECONDS < this.#frameSeconds - 1e-9) {
      this.#substeps++;
      const amount = Math.min(1, (this.#substeps * SUBSTEP_SECONDS - start) / dtSeconds);
      this.#stepOnce(amount, dtSeconds);
    }
    this.#before.set(this.targets);
  }

  #stepOnce(amount: number, dtSeconds: number): void {
    const { qpos, qvel, qfrc_applied: forces } = this.data;
    const { kp, kd } = this.#gains;
    for (let i = 0; i < this.joints.length; i++) {
      const { coordinate, speed } = this.joints[i];
      const change = this.targets[i] - this.#before[i];
      const rate = Math.min(MAX_RATE, Math.max(-MAX_RATE, change / dtSeconds));
      const target = this.#before[i] + change * amount;
      forces[speed] = kp[i] * (target - qpos[coordinate]) + kd[i] * rate;
    }
    this.mujoco.mj_step(this.model, this.data);
    if (this.#base === null) return;
    this.data.qpos.set(this.#base);
    for (let k = 0; k < 6; k++) qvel[k] = 0;
  }

  /** Largest distance of a driven hinge from its target, radians. */
  largestError(): number {
    const { qpos } = this.data;
    let largest = 0;
    for (let i = 0; i < this.joints.length; i++) {
      if (this.joints[i].bone === null) continue;
      largest = Math.max(largest, Math.abs(qpos[this.joints[i].coordinate] - this.targets[i]));
    }
    return largest;
  }

  dispose(): void {
    this.data.delete();
    this.model.delete();
  }
}

function compile(mujoco: MujocoModule, description: string, files?: ReadonlyMap<string, Uint8Array>): MujocoModel {
  const folder = new mujoco.MjVFS();
  try {
    for (const [name, bytes] of files ?? []) folder.addBuffer(name, bytes);
    const text = files === undefined ? description : withoutFolders(description);
    return mujoco.MjModel.from_xml_string(withSubstep(text), folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
    throw new InputError('robot', `could not be read as MJCF or URDF: ${reason}`);
  } finally {
    folder.delete();
  }
}

/** Files come without their folders: so they are named in the description, too. */
function withoutFolders(description: string): string {
  return description
    .replace(/\s(meshdir|texturedir|assetdir)\s*=\s*("[^"]*"|'[^']*')/g, '')
    .replace(/(\s(?:file|filename)\s*=\s*["'])([^"']*[\\/])/g, '$1');
}

/** Replaces the time step of MJCF by ours. URDF has none; MuJoCo's extension element adds it. */
function withSubstep(description: string): string {
  const option = `<option timestep="${SUBSTEP_SECONDS}" integrator="implicitfast"/>`;
  if (/<mujoco[\s>]/.test(description)) {
    const isUrdf = /<robot[\s>]/.test(description);
    if (isUrdf) return description.replace(/<\/mujoco>/, `${option}</mujoco>`);
    return description.replace(/<\/mujoco>\s*$/, `${option}</mujoco>`);
  }
  return description.replace(/<\/robot>\s*$/, `<mujoco>${option}</mujoco></robot>`);
}

function findJoints(
  mujoco: MujocoModule,
  model: MujocoModel,
  data: MujocoData,
  { bones = {}, up = 'z', zeroPose = 'armsDown' }: RobotOptions,
): RobotJoint[] {
  const joints: RobotJoint[] = [];
  const { xquat } = data;
  for (let joint = 0; joint < model.njnt; joint++) {
    if (model.jnt_type[joint] !== jointKind.hinge) continue;
    const name = mujoco.mj_id2name(model, objectKind.joint, joint);
    const body = model.jnt_bodyid[joint];
    const [w, x, y, z] = xquat.subarray(body * 4, body * 4 + 4);
    const [ax, ay, az] = model.jnt_axis.subarray(joint * 3, joint * 3 + 3);
    const tx = 2 * (y * az - z * ay);
    const ty = 2 * (z * ax - x * az);
    const tz = 2 * (x * ay - y * ax);
    const world = [ax + w * tx + y * tz - z * ty, ay + w * ty + z * tx - x * tz, az + w * tz + x * ty - y * tx];
    const isLimited = model.jnt_range[joint * 2] < model.jnt_range[joint * 2 + 1];
    // Robots face +x with z up (ROS REP 103): their y is our x, their z our y, their x our z.
    const axis: Axis = up === 'z' ? [world[1], world[2], world[0]] : [world[0], world[1], world[2]];
    const bone = name in bones ? bones[name] : guessRobotBone(name);
    joints.push({
      name,
      coordinate: model.jnt_qposadr[joint],
      speed: model.jnt_dofadr[joint],
      axis: zeroPose === 'tPose' ? axis : axisUnderArm(bone, axis),
      zeroTurn: zeroPose === 'tPose' ? [0, 0, 0, 1] : zeroTurnOf(bone),
      low: isLimited ? model.jnt_range[joint * 2] : -Math.PI,
      high: isLimited ? model.jnt_range[joint * 2 + 1] : Math.PI,
      bone,
    });
  }
  return joints;
}

type Axis = readonly [number, number, number];

/** A quarter turn about z brings the left arm from the T-pose down; the opposite one the right arm. */
function zeroTurnOf(bone: HumanoidBone | null): RobotJoint['zeroTurn'] {
  if (bone === 'leftUpperArm') return [0, 0, -Math.SQRT1_2, Math.SQRT1_2];
  if (bone === 'rightUpperArm') return [0, 0, Math.SQRT1_2, Math.SQRT1_2];
  return [0, 0, 0, 1];
}

/** Below the shoulder a hinge hangs on an arm that is turned down: the same axis, seen from the arm. */
function axisUnderArm(bone: HumanoidBone | null, [x, y, z]: Axis): Axis {
  if (bone === 'leftLowerArm' || bone === 'leftHand') return [-y, x, z];
  if (bone === 'rightLowerArm' || bone === 'rightHand') return [y, -x, z];
  return [x, y, z];
}

/** Critically damped by the inertia that each hinge has in the pose of the file; the engine's own damping is replaced. */
function findGains(model: MujocoModel, joints: readonly RobotJoint[], naturalHz: number) {
  const omega = 2 * Math.PI * naturalHz;
  const kp = new Float64Array(joints.length);
  const kd = new Float64Array(joints.length);
  for (const [i, { speed }] of joints.entries()) {
    const inertia = model.dof_M0[speed];
    kp[i] = inertia * omega * omega;
    kd[i] = 2 * inertia * omega;
    model.dof_damping[speed] = kd[i] + kp[i] * SUBSTEP_SECONDS;
  }
  return { kp, kd };
}

/**
 * The angle of every hinge: all that turn one segment, as the three of a shoulder, together make the person's turn there,
 * from the robot's own zero pose. The search starts from the angles in `outAngles`.
 */
function retargetAngles(
  joints: readonly RobotJoint[],
  chains: readonly RobotChain[],
  pose: Pose,
  outAngles: Float64Array,
): void {
  for (let c = 0; c < chains.length; c++) {
    const { numbers, joint, reference } = chains[c];
    if (reference < 0) for (let k = 0; k < 4; k++) turn[k] = pose.worldRotations[joint * 4 + k];
    else multiplyInverseFlat(turn, 0, pose.worldRotations, reference * 4, pose.worldRotations, joint * 4);
    // From the robot's zero pose to the person's: turn * zeroTurn^-1, in the space of the reference.
    const { zeroTurn } = joints[numbers[0]];
    for (let k = 0; k < 3; k++) zeroBack[k] = -zeroTurn[k];
    zeroBack[3] = zeroTurn[3];
    multiplyFlat(moved, 0, turn, 0, zeroBack, 0);
    solveHingeChain(moved, joints, numbers, outAngles);
  }
}
// Scratch of retargetAngles.
const turn = new Float64Array(4);
const moved = new Float64Array(4);
const zeroBack = new Float64Array(4);
