import { createPose, multiplyFlat, type Pose, type Skeleton, updateWorldPose } from '@leib/core';
import { type MujocoModule, shapeKind } from '../engine/mujoco.js';
import { Robot, type RobotOptions, type RobotReport } from './robot.js';

/** A shape that a robot is drawn with, in its own space as MuJoCo has it: capsules and cylinders stand along z. */
export interface RobotShape {
  readonly kind: 'sphere' | 'capsule' | 'ellipsoid' | 'cylinder' | 'box' | 'mesh';
  /** As MuJoCo has it: radius; radius and half length; half sizes. Metres. */
  readonly size: readonly [number, number, number];
  /** 0..1. */
  readonly color: readonly [red: number, green: number, blue: number, opacity: number];
  /** Of a mesh, else empty: corners x 3, triangles x 3. */
  readonly vertices: Float32Array;
  readonly triangles: Uint32Array;
}

export interface RobotSessionSetup {
  /** MJCF or URDF. */
  readonly description: string;
  /** Of the person whom it follows. */
  readonly skeleton: Skeleton;
  readonly options: RobotOptions;
}

/** Where the numbers of a frame's input are. */
export const robotInputAt = {
  dtSeconds: 0,
  /** Local rotations of the person, joints x 4. */
  rotations: 1,
} as const;

/** Where the numbers of a frame's output are. */
export const robotOutputAt = {
  /** Of the hinge that is farthest from its target, radians. */
  largestError: 0,
  /** Times the engine lost the simulation and started anew. */
  resets: 1,
  /** Places of the shapes, position and rotation x y z w, Y up. shapes x 7. */
  shapes: 2,
} as const;

/** Robots face +x with z up (ROS REP 103), we +z with y up: a third of a turn about the diagonal. */
const fromRobot = Float64Array.of(-0.5, -0.5, -0.5, 0.5);
/** MuJoCo's viewer leaves out groups from here on: shapes to collide with, which others are drawn over. */
const FIRST_HIDDEN_GROUP = 3;

/**
 * A robot as remote avatar, for a worker: flat numbers in, flat numbers out. It has a world of its own, with its own step
 * and contacts, and touches no other body. Stands with its lowest point on the floor. Owns memory of the engine: call
 * dispose().
 */
export class RobotSession {
  readonly shapes: readonly RobotShape[];
  readonly report: RobotReport;
  readonly inputLength: number;
  readonly outputLength: number;
  readonly #robot: Robot;
  readonly #skeleton: Skeleton;
  readonly #target: Pose;
  /** Engine's number of each drawn shape. */
  readonly #numbers: readonly number[];
  /** What is added to the robot's height, metres. */
  readonly #lift: number;
  readonly #turn = new Float64Array(4);
  #resets = 0;

  constructor(mujoco: MujocoModule, { description, skeleton, options }: RobotSessionSetup) {
    this.#robot = new Robot(mujoco, description, options);
    this.#skeleton = skeleton;
    this.#target = createPose(skeleton);
    this.report = this.#robot.report;
    this.#numbers = drawnShapes(this.#robot);
    this.shapes = this.#numbers.map((number) => readShape(this.#robot, number));
    this.#lift = -lowestPoint(this.#robot, this.#numbers);
    this.inputLength = robotInputAt.rotations + skeleton.jointCount * 4;
    this.outputLength = robotOutputAt.shapes + this.shapes.length * 7;
  }

  step(input: Float64Array, output: Float64Array): void {
    const { localRotations } = this.#target;
    for (let i = 0; i < localRotations.length; i++) localRotations[i] = input[robotInputAt.rotations + i];
    updateWorldPose(this.#skeleton, this.#target);
    const timeBefore = this.#robot.data.time;
    this.#robot.setTarget(this.#skeleton, this.#target);
    this.#robot.step(input[robotInputAt.dtSeconds]);
    if (this.#robot.data.time < timeBefore) this.#resets++;
    output[robotOutputAt.largestError] = this.#robot.largestError();
    output[robotOutputAt.resets] = this.#resets;
    this.#writeShapes(output);
  }

  dispose(): void {
    this.#robot.dispose();
  }

  #writeShapes(output: Float64Array): void {
    const { geom_xpos: positions, geom_xmat: matrices } = this.#robot.data;
    for (let i = 0; i < this.#numbers.length; i++) {
      const number = this.#numbers[i];
      const at = robotOutputAt.shapes + i * 7;
      output[at] = positions[number * 3 + 1];
      output[at + 1] = positions[number * 3 + 2] + this.#lift;
      output[at + 2] = positions[number * 3];
      quatOfMatrix(this.#turn, matrices, number * 9);
      multiplyFlat(output, at + 3, fromRobot, 0, this.#turn, 0);
    }
  }
}

/** Shapes of moving bodies that are meant to be seen; where none is marked so, all of them. */
function drawnShapes({ model }: Robot): number[] {
  const all = Array.from({ length: model.ngeom }, (_, i) => i).filter(
    (i) => model.geom_bodyid[i] > 0 && kindOf(model.geom_type[i]) !== null,
  );
  const meant = all.filter((i) => model.geom_group[i] < FIRST_HIDDEN_GROUP && colorOf({ model }, i)[3] > 0);
  return meant.length > 0 ? meant : all;
}

function kindOf(type: number): RobotShape['kind'] | null {
  for (const kind of ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh'] as const) {
    if (shapeKind[kind] === type) return kind;
  }
  return null;
}

function colorOf({ model }: Pick<Robot, 'model'>, number: number): RobotShape['color'] {
  const material = model.geom_matid[number];
  const colors = material < 0 ? model.geom_rgba : model.mat_rgba;
  const at = (material < 0 ? number : material) * 4;
  return [colors[at], colors[at + 1], colors[at + 2], colors[at + 3]];
}

function readShape(robot: Robot, number: number): RobotShape {
  const { model } = robot;
  const mesh = model.geom_dataid[number];
  const kind = kindOf(model.geom_type[number]) ?? 'sphere';
  const isMesh = kind === 'mesh' && mesh >= 0;
  const vertex = isMesh ? model.mesh_vertadr[mesh] * 3 : 0;
  const face = isMesh ? model.mesh_faceadr[mesh] * 3 : 0;
  return {
    kind,
    size: [model.geom_size[number * 3], model.geom_size[number * 3 + 1], model.geom_size[number * 3 + 2]],
    color: colorOf(robot, number),
    vertices: isMesh ? model.mesh_vert.slice(vertex, vertex + model.mesh_vertnum[mesh] * 3) : new Float32Array(0),
    triangles: isMesh
      ? Uint32Array.from(model.mesh_face.slice(face, face + model.mesh_facenum[mesh] * 3))
      : new Uint32Array(0),
  };
}

/** Of the boxes around all shapes, as the robot stands now; metres along its own z. */
function lowestPoint({ model, data }: Robot, numbers: readonly number[]): number {
  const { geom_aabb: boxes } = model;
  const { geom_xpos: positions, geom_xmat: matrices } = data;
  let lowest = Number.POSITIVE_INFINITY;
  for (const number of numbers) {
    let z = positions[number * 3 + 2];
    for (let k = 0; k < 3; k++) {
      const up = matrices[number * 9 + 6 + k];
      z += up * boxes[number * 6 + k] - Math.abs(up) * boxes[number * 6 + 3 + k];
    }
    lowest = Math.min(lowest, z);
  }
  return Number.isFinite(lowest) ? lowest : 0;
}

/** Rotation x y z w of a matrix by rows; the largest part first, so that nothing is divided by next to nothing. */
function quatOfMatrix(out: Float64Array, m: Float64Array, at: number): void {
  const a = m[at];
  const b = m[at + 4];
  const c = m[at + 8];
  const trace = a + b + c;
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    out[3] = s / 4;
    out[0] = (m[at + 7] - m[at + 5]) / s;
    out[1] = (m[at + 2] - m[at + 6]) / s;
    out[2] = (m[at + 3] - m[at + 1]) / s;
  } else if (a > b && a > c) {
    const s = 2 * Math.sqrt(1 + a - b - c);
    out[3] = (m[at + 7] - m[at + 5]) / s;
    out[0] = s / 4;
    out[1] = (m[at + 1] + m[at + 3]) / s;
    out[2] = (m[at + 2] + m[at + 6]) / s;
  } else if (b > c) {
    const s = 2 * Math.sqrt(1 + b - a - c);
    out[3] = (m[at + 2] - m[at + 6]) / s;
    out[0] = (m[at + 1] + m[at + 3]) / s;
    out[1] = s / 4;
    out[2] = (m[at + 5] + m[at + 7]) / s;
  } else {
    const s = 2 * Math.sqrt(1 + c - a - b);
    out[3] = (m[at + 3] - m[at + 1]) / s;
    out[0] = (m[at + 2] + m[at + 6]) / s;
    out[1] = (m[at + 5] + m[at + 7]) / s;
    out[2] = s / 4;
  }
}
