import { createPose, type Pose, type Skeleton, updateWorldPose } from '@leib/core';
import type { MujocoModule } from '../engine/mujoco.js';
import { dot, type Triple } from './mapping/triple.js';
import type { RobotDescription } from './reading/robotDescription.js';
import { Robot, type RobotOptions, type RobotReport } from './robot.js';
import { drawnShapes, lowestPoint, quatOfMatrix, type RobotShape, readShape } from './robotShapes.js';

export interface RobotSessionSetup {
  readonly description: RobotDescription;
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
  /** Largest angle between a segment of the robot and the person's, radians. */
  largestAngle: 0,
  /** Times the engine lost the simulation and started anew. */
  resets: 1,
  /** Angles between segments and the person's, radians, one of each segment of the report; then the shapes. */
  segments: 2,
} as const;

/** Where the places of shapes begin in the output: position and rotation x y z w, Y up. shapes x 7. */
export function robotShapesAt({ segments }: RobotReport): number {
  return robotOutputAt.segments + segments.length;
}

/** Where the angles of the joints begin in the output, radians, in the order of the report. */
export function robotAnglesAt(report: RobotReport, shapeCount: number): number {
  return robotShapesAt(report) + shapeCount * 7;
}

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
  /** Where the robot's world begins in ours: its lowest point on the floor, its base in the middle. */
  readonly #origin: Triple;
  readonly #toOurs: RobotToOurs;
  #resets = 0;

  constructor(mujoco: MujocoModule, { description, skeleton, options }: RobotSessionSetup) {
    this.#robot = new Robot(mujoco, description, options);
    this.#skeleton = skeleton;
    this.#target = createPose(skeleton);
    this.report = this.#robot.report;
    this.#numbers = drawnShapes(this.#robot);
    this.shapes = this.#numbers.map((number) => readShape(this.#robot, description.meshes, number));
    const { left, up, ahead } = this.#robot.frame;
    const base = this.#robot.basePosition();
    this.#origin = [dot(left, base), lowestPoint(this.#robot, up), dot(ahead, base)];
    this.#toOurs = createRobotToOurs();
    this.inputLength = robotInputAt.rotations + skeleton.jointCount * 4;
    this.outputLength = robotAnglesAt(this.report, this.shapes.length) + this.report.joints.length;
  }

  step(input: Float64Array, output: Float64Array): void {
    const { localRotations } = this.#target;
    for (let i = 0; i < localRotations.length; i++) localRotations[i] = input[robotInputAt.rotations + i];
    updateWorldPose(this.#skeleton, this.#target);
    const timeBefore = this.#robot.data.time;
    this.#robot.setTarget(this.#skeleton, this.#target);
    this.#robot.step(input[robotInputAt.dtSeconds]);
    if (this.#robot.data.time < timeBefore) this.#resets++;
    this.#robot.measure(this.#target);
    const { segmentAngles } = this.#robot;
    output[robotOutputAt.largestAngle] = segmentAngles.reduce((most, angle) => Math.max(most, angle), 0);
    output[robotOutputAt.resets] = this.#resets;
    output.set(segmentAngles, robotOutputAt.segments);
    this.#writeShapes(output);
    output.set(this.#robot.angles, robotAnglesAt(this.report, this.shapes.length));
  }

  dispose(): void {
    this.#robot.dispose();
  }

  /** Shapes as seen by a robot whose hips are where they were: bodies that hang on the chest move, not the hips. */
  #writeShapes(output: Float64Array): void {
    const { geom_xpos: positions, geom_xmat: matrices } = this.#robot.data;
    const { rotation, place, turn } = this.#toOurs;
    const { left, up, ahead } = this.#robot.frame;
    this.#robot.writeHips(rotation, place);
    const axes = [left, up, ahead];
    for (let i = 0; i < this.#numbers.length; i++) {
      const number = this.#numbers[i];
      const at = robotShapesAt(this.report) + i * 7;
      for (let row = 0; row < 3; row++) {
        // Rows of our axes times the inverse turn of the hips.
        const axis = axes[row];
        const back = (k: number) =>
          axis[0] * rotation[k * 3] + axis[1] * rotation[k * 3 + 1] + axis[2] * rotation[k * 3 + 2];
        const [x, y, z] = [back(0), back(1), back(2)];
        const p = number * 3;
        output[at + row] =
          x * (positions[p] - place[0]) + y * (positions[p + 1] - place[1]) + z * (positions[p + 2] - place[2]);
        output[at + row] -= this.#origin[row];
        const m = number * 9;
        for (let k = 0; k < 3; k++)
          turn[row * 3 + k] = x * matrices[m + k] + y * matrices[m + 3 + k] + z * matrices[m + 6 + k];
      }
      quatOfMatrix(output, at + 3, turn);
    }
  }
}

/** Scratch of the way from the robot's world to ours. */
interface RobotToOurs {
  readonly rotation: Float64Array;
  readonly place: Float64Array;
  readonly turn: Float64Array;
}

function createRobotToOurs(): RobotToOurs {
  return { rotation: new Float64Array(9), place: new Float64Array(3), turn: new Float64Array(9) };
}
