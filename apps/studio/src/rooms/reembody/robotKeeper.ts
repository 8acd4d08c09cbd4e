import type { Pose, Skeleton } from '@leib/core';
import { robotOutputAt } from '@leib/reembody';
import exampleRobot from '@leib/reembody/example-robot.xml?raw';
import type { Object3D } from 'three';
import type { Clock } from '../../time/clock.js';
import { createRobotView, type RobotView } from './scene/robotView.js';
import { readRobotFiles } from './simulation/readRobotFiles.js';
import { type RobotFiles, RobotSimulation } from './simulation/robotSimulation.js';

/** From the person to the robot, which stands to the right, metres. */
const BESIDE = -1.5;

type Say = (kind: 'info' | 'error', text: string) => void;

/** The room's robot: loads it, lets it follow, draws it. A file that is no robot changes nothing. */
export class RobotKeeper {
  robot: RobotSimulation | null = null;
  /** The file that is being read and built. */
  loading: string | null = null;
  readonly #root: Object3D;
  readonly #clock: Clock;
  readonly #say: Say;
  #files: RobotFiles | null = null;
  #skeleton: Skeleton | null = null;
  #next: RobotSimulation | null = null;
  #view: RobotView | null = null;

  constructor(root: Object3D, clock: Clock, say: Say) {
    this.#root = root;
    this.#clock = clock;
    this.#say = say;
  }

  async load(files: readonly File[]): Promise<void> {
    try {
      this.#open(await readRobotFiles(files));
    } catch (error) {
      this.#say('error', `The robot could not be loaded: ${(error as Error).message}.`);
    }
  }

  loadExample(): void {
    this.#open({ name: 'Leib’s example robot', description: exampleRobot, meshes: new Map() });
  }

  /** Another person is another skeleton to follow. */
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

  /** Where a shape of it is, by number, in the person's metres; null where it is not. For measurements. */
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
        this.#say('error', `${files.name}: none of its ${report.unmapped.length} hinges has a name that says a bone.`);
      }
    };
    robot.onFailed = (reason) => {
      this.#say('error', `${files.name}: ${reason}`);
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
