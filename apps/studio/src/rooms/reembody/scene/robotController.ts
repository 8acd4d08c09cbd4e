import type { Pose, Skeleton } from '@leib/core';
import { robotOutputAt } from '@leib/reembody';
import exampleRobot from '@leib/reembody/example-robot.xml?raw';
import type { Object3D } from 'three';
import type { Clock } from '../../../time/clock.js';
import { explainError } from '../../../ui/explainError.js';
import { readRobotFiles } from '../simulation/readRobotFiles.js';
import { type RobotFiles, RobotSimulation } from '../simulation/robotSimulation.js';
import { createRobotView, type RobotView } from './robotView.js';

/** From the person to the robot, which stands to the right, metres. */
const BESIDE = -1.5;

type Notify = (kind: 'info' | 'error', text: string) => void;

/** The room's robot: loads it, makes it follow the person, draws it. A file that cannot be read changes nothing. */
export class RobotController {
  robot: RobotSimulation | null = null;
  /** The file that is being read and built. */
  loading: string | null = null;
  readonly #root: Object3D;
  readonly #clock: Clock;
  readonly #notify: Notify;
  #files: RobotFiles | null = null;
  #skeleton: Skeleton | null = null;
  #next: RobotSimulation | null = null;
  #view: RobotView | null = null;

  constructor(root: Object3D, clock: Clock, notify: Notify) {
    this.#root = root;
    this.#clock = clock;
    this.#notify = notify;
  }

  async load(files: readonly File[]): Promise<void> {
    try {
      this.#open(await readRobotFiles(files));
    } catch (error) {
      this.#notify('error', `The robot could not be loaded: ${explainError(error)}`);
    }
  }

  loadExample(): void {
    this.#open({ name: 'Leib’s example robot', description: exampleRobot, meshes: new Map() });
  }

  /** Sets the skeleton to follow; a loaded robot is rebuilt for it. */
  setSkeleton(skeleton: Skeleton): void {
    this.#skeleton = skeleton;
    if (this.#files) this.#open(this.#files);
  }

  step(pose: Pose, dtSeconds: number): void {
    this.robot?.step(pose, dtSeconds);
  }

  update(): void {
    const output = this.robot?.output;
    if (!this.#view || !output) return;
    this.#view.root.visible = true;
    this.#view.update(output, robotOutputAt.shapes);
  }

  /** Position of one of its shapes, in the person's metres, or null. For tests. */
  shapePlace(number: number): readonly [x: number, y: number, z: number] | null {
    const shape = this.#view?.root.children[number];
    return shape && this.robot?.output ? [shape.position.x + BESIDE, shape.position.y, shape.position.z] : null;
  }

  remove(): void {
    this.#files = null;
    this.loading = null;
    this.#next?.dispose();
    this.#next = null;
    this.#takeDown();
  }

  dispose(): void {
    this.remove();
  }

  #open(files: RobotFiles): void {
    if (!this.#skeleton) return;
    this.#next?.dispose();
    this.loading = files.name;
    const robot = new RobotSimulation(files, this.#skeleton, this.#clock);
    this.#next = robot;
    robot.onBuilt = ({ shapes, report }) => {
      this.#next = null;
      this.loading = null;
      this.#files = files;
      this.#takeDown();
      this.robot = robot;
      this.#view = createRobotView(shapes);
      this.#view.root.position.x = BESIDE;
      this.#view.root.visible = false;
      this.#root.add(this.#view.root);
      if (report.mapped.length === 0) {
        this.#notify(
          'error',
          `${files.name}: none of its ${report.unmapped.length} hinges has the name of a bone, such as "left_hip_pitch".`,
        );
      }
    };
    robot.onFailed = (reason) => {
      this.#notify('error', `${files.name}: ${reason}`);
      if (robot !== this.#next) return;
      robot.dispose();
      this.#next = null;
      this.loading = null;
    };
  }

  #takeDown(): void {
    this.robot?.dispose();
    this.robot = null;
    this.#view?.dispose();
    this.#view = null;
  }
}
