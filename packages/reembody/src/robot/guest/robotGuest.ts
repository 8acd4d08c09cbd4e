import type { Pose, Skeleton } from '@leib/core';
import { readXml, writeXml } from '@leib/formats';
import type { EngineViews } from '../../engine/engineViews.js';
import type { MujocoData, MujocoModel, MujocoModule } from '../../engine/mujoco.js';
import { SUBSTEP_SECONDS } from '../../engine/substep.js';
import type { WorldGuest } from '../../world/worldGuest.js';
import { distance, dot, tripleAt } from '../mapping/triple.js';
import type { RobotDescription } from '../reading/robotDescription.js';
import { TOUCH_MARK } from '../reading/touchShape.js';
import { copyOf, type EditedElement } from '../reading/xmlEditing.js';
import { Robot, type RobotOptions, type RobotReport } from '../robot.js';
import { robotAnglesAt, robotOutputAt, robotShapesAt } from '../robotSession.js';
import { drawnShapes, lowestPoint, quatOfMatrix, type RobotShape, readShape } from '../robotShapes.js';
import { highestFloor, lowestTouch } from './lowestTouch.js';

/** What carries a robot: its base stands fast, or its own legs carry it. */
export type RobotBase = 'held' | 'free';

export interface RobotGuestSetup {
  readonly description: RobotDescription;
  /** Of the person whom it follows. */
  readonly skeleton: Skeleton;
  readonly options: RobotOptions;
  readonly base: RobotBase;
  /** Where it stands, metres, and which way it turns from +z, radians. */
  readonly place: { readonly x: number; readonly z: number; readonly yaw: number };
}

const FILE = 'robot.xml';
/** Natural frequency of legs that carry a robot, Hz. */
const LEG_HZ = 4;

/** A robot in the world of the people: it touches them and things, and hands can take its hands. Owns memory: call dispose(). */
export class RobotGuest implements WorldGuest {
  readonly asset = `<model name="robot" file="${FILE}"/>`;
  readonly body: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly shapes: readonly RobotShape[];
  readonly report: RobotReport;
  readonly base: RobotBase;
  readonly outputLength: number;
  hands: readonly number[] = [];
  readonly #robot: Robot;
  readonly #skeleton: Skeleton;
  readonly #shapeNumbers: readonly number[];
  readonly #kp: Float64Array;
  readonly #kd: Float64Array;
  /** Targets at the frame's beginning and end, no faster than hinges may turn. */
  readonly #led: Float64Array;
  readonly #before: Float64Array;
  #dtSeconds = 1 / 90;
  #model: MujocoModel | null = null;
  #data: MujocoData | null = null;
  /** Whether it begins anew: in the person's pose, so that legs which carry it do not throw it up. */
  #isNew = true;
  /** Where its first coordinate and speed lie in the world, how many there are, and its hinges' own. */
  #first = { coordinate: 0, speed: 0, shape: 0 };
  #coordinates = new Int32Array(0);
  #speeds = new Int32Array(0);
  /** As it was in the last world. */
  #kept: { readonly qpos: Float64Array; readonly qvel: Float64Array } | null = null;

  constructor(mujoco: MujocoModule, { description, skeleton, options, base, place }: RobotGuestSetup) {
    const robot = new Robot(mujoco, description, options);
    this.#robot = robot;
    this.#skeleton = skeleton;
    this.base = base;
    this.report = robot.report;
    this.#shapeNumbers = drawnShapes(robot);
    this.shapes = this.#shapeNumbers.map((number) => readShape(robot, description.meshes, number));
    this.outputLength = robotAnglesAt(this.report, this.shapes.length) + this.report.joints.length;
    this.files = new Map([
      ...description.files,
      [FILE, new TextEncoder().encode(guestMjcf(description, base === 'free'))],
    ]);
    this.body = placedBody(robot, base, place);
    const { kp, kd } = robot.gains;
    this.#kp = kp.slice();
    this.#kd = kd.slice();
    if (base === 'free') this.#stiffenLegs();
    this.#led = robot.targets.slice();
    this.#before = robot.targets.slice();
  }

  bind(model: MujocoModel, data: MujocoData): void {
    const { tree, model: own } = this.#robot;
    this.#model = model;
    this.#data = data;
    this.#coordinates = Int32Array.from(tree.hinges, ({ coordinate }) => model.nq - own.nq + coordinate);
    this.#speeds = Int32Array.from(tree.hinges, ({ speed }) => model.nv - own.nv + speed);
    const free = this.base === 'free';
    this.#first = {
      coordinate: model.nq - own.nq - (free ? 7 : 0),
      speed: model.nv - own.nv - (free ? 6 : 0),
      shape: model.ngeom - own.ngeom,
    };
    this.hands = this.#findHands().map((body) => model.nbody - own.nbody + body);
    for (let i = 0; i < tree.hinges.length; i++) {
      model.dof_damping[this.#speeds[i]] = this.#kd[i] + this.#kp[i] * SUBSTEP_SECONDS;
      model.dof_frictionloss[this.#speeds[i]] = 0;
      if (!this.#kept) data.qpos[this.#coordinates[i]] = this.#led[i];
    }
    if (this.#kept) {
      data.qpos.set(this.#kept.qpos, this.#first.coordinate);
      data.qvel.set(this.#kept.qvel, this.#first.speed);
    }
  }

  /** Takes the person's pose as target of the next frame. */
  follow(pose: Pose, dtSeconds: number): void {
    if (!(dtSeconds > 0)) return;
    this.#robot.setTarget(this.#skeleton, pose);
    if (this.#isNew) this.#beginInPose();
    this.#before.set(this.#led);
    this.#robot.leadTargets(this.#led, dtSeconds);
    this.#dtSeconds = dtSeconds;
  }

  standUp(): void {
    if (this.base === 'free') this.#isNew = true;
  }

  /** Puts the hinges to their targets at once, at rest; a free base stands upright on its feet then, where it is. */
  #beginInPose(): void {
    const [model, data] = [this.#model, this.#data];
    if (!model || !data) return;
    this.#isNew = false;
    this.#led.set(this.#robot.targets);
    const { coordinate, speed } = this.#first;
    data.qvel.fill(0, speed);
    if (this.base === 'free') {
      // Upright as it was put there, over where it lies.
      for (const k of [1, 3, 4, 5, 6]) data.qpos[coordinate + k] = model.qpos0[coordinate + k];
    }
    for (let i = 0; i < this.#led.length; i++) data.qpos[this.#coordinates[i]] = this.#led[i];
    if (this.base === 'held') return;
    this.#robot.mujoco.mj_kinematics(model, data);
    const lowest = lowestTouch(model, data, this.#first.shape);
    const floor = highestFloor(model, data, this.#first.shape);
    if (Number.isFinite(lowest)) data.qpos[this.#first.coordinate + 1] += floor - lowest;
  }

  drive({ qpos, appliedForces }: EngineViews, amount: number): void {
    for (let i = 0; i < this.#speeds.length; i++) {
      const change = this.#led[i] - this.#before[i];
      const target = this.#before[i] + change * Math.min(1, amount);
      const error = target - qpos[this.#coordinates[i]];
      appliedForces[this.#speeds[i]] = this.#kp[i] * error + (this.#kd[i] * change) / this.#dtSeconds;
    }
  }

  /** After a frame: writes what RobotSession writes, places in the world's space. */
  write(pose: Pose, output: Float64Array, at: number): void {
    const data = this.#data;
    if (!data) return;
    const { tree, segmentAngles, angles } = this.#robot;
    for (const [i, { coordinate }] of tree.hinges.entries()) {
      this.#robot.data.qpos[coordinate] = data.qpos[this.#coordinates[i]];
    }
    this.#robot.measure(pose);
    output[at + robotOutputAt.largestAngle] = segmentAngles.reduce((most, angle) => Math.max(most, angle), 0);
    output[at + robotOutputAt.resets] = 0;
    output.set(segmentAngles, at + robotOutputAt.segments);
    const places = at + robotShapesAt(this.report);
    const { geom_xpos: positions, geom_xmat: matrices } = data;
    for (const [i, number] of this.#shapeNumbers.entries()) {
      const shape = this.#first.shape + number;
      for (let k = 0; k < 3; k++) output[places + i * 7 + k] = positions[shape * 3 + k];
      quatOfMatrix(output, places + i * 7 + 3, matrices.subarray(shape * 9, shape * 9 + 9));
    }
    output.set(angles, at + robotAnglesAt(this.report, this.shapes.length));
    this.#kept = { qpos: data.qpos.slice(this.#first.coordinate), qvel: data.qvel.slice(this.#first.speed) };
  }

  dispose(): void {
    this.#robot.dispose();
  }

  /** Links that hands shake: the last of each arm. */
  #findHands(): number[] {
    const { tree, report } = this.#robot;
    return (['left', 'right'] as const).flatMap((side) => {
      for (const bone of [`${side}Hand`, `${side}LowerArm`]) {
        const hinge = report.joints.findLastIndex((joint) => joint.bone === bone);
        if (hinge >= 0) return [tree.hinges[hinge].body];
      }
      return [];
    });
  }

  /** Legs that stand carry all of the robot, not only what hangs on them. */
  #stiffenLegs(): void {
    const { tree, report, model, data } = this.#robot;
    const omega = 2 * Math.PI * LEG_HZ;
    for (const [i, { bone }] of report.joints.entries()) {
      if (bone === null || !/Leg$|Foot$/.test(bone)) continue;
      let inertia = 0;
      for (let body = 1; body < model.nbody; body++) {
        inertia += model.body_mass[body] * distance(tripleAt(data.xipos, body), tree.hinges[i].anchor) ** 2;
      }
      this.#kp[i] = Math.max(this.#kp[i], inertia * omega * omega);
      this.#kd[i] = Math.max(this.#kd[i], 2 * inertia * omega);
    }
  }
}

/** The robot in our axes, its lowest point on the floor, its base in the middle of its place. */
function placedBody(robot: Robot, base: RobotBase, { x, z, yaw }: RobotGuestSetup['place']): string {
  const { left, up, ahead } = robot.frame;
  const rows = [...left, ...up, ...ahead];
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  const turn = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    turn[k] = cos * rows[k] + sin * rows[6 + k];
    turn[3 + k] = rows[3 + k];
    turn[6 + k] = cos * rows[6 + k] - sin * rows[k];
  }
  const own = robot.basePosition();
  const floor = [dot([turn[0], turn[1], turn[2]], own), lowestPoint(robot, up), dot([turn[6], turn[7], turn[8]], own)];
  const quat = new Float64Array(4);
  quatOfMatrix(quat, 0, turn);
  const at = `pos="${x - floor[0]} ${-floor[1]} ${z - floor[2]}" quat="${quat[3]} ${quat[0]} ${quat[1]} ${quat[2]}"`;
  const attach = '<attach model="robot" prefix="robot."/>';
  if (base === 'held') return `<frame ${at}>${attach}</frame>`;
  const inertial = '<inertial pos="0 0 0" mass="0.001" diaginertia="1e-5 1e-5 1e-5"/>';
  return `<body name="robot base" ${at}><freejoint/>${inertial}<frame>${attach}</frame></body>`;
}

/** Contact bits: it touches bodies (1) and things (2), and no part of itself. */
const TOUCHES = { contype: '4', conaffinity: '3' };
const TOUCHES_NOT = { contype: '0', conaffinity: '0' };

/** A robot's MJCF for a world that it shares: its shapes can be touched, and its drives make up for gravity where its base is held. */
function guestMjcf({ mjcf }: RobotDescription, isFree: boolean): string {
  const root = copyOf(readXml(mjcf));
  root.children = root.children.filter(({ name }) => name !== 'option');
  for (const each of root.children) {
    if (each.name !== 'worldbody') continue;
    // What stands around the robot in its file, such as a floor, stays behind.
    each.children = each.children.filter(({ name }) => name === 'body' || name === 'frame');
    for (const child of each.children) prepare(child, isFree);
  }
  return writeXml(root);
}

function prepare(element: EditedElement, isFree: boolean): void {
  if (element.name === 'body') element.attributes.gravcomp = isFree ? '0' : '1';
  if (element.name === 'geom') {
    const { user, type, mesh } = element.attributes;
    const isTouched = user === TOUCH_MARK || (user === undefined && mesh === undefined && type !== 'mesh');
    Object.assign(element.attributes, isTouched ? TOUCHES : TOUCHES_NOT);
  }
  for (const child of element.children) prepare(child, isFree);
}
