import type { RobotBase, RobotFiles } from '@leib/reembody/robot';
import type { Clock, Release } from '../../../time/clock.js';
import { createMeter } from '../../../world/meter.js';
import type { RemoteSimulation } from './remoteSimulation.js';
import type { BuiltRobot, RobotRunner, RobotWish } from './robotSimulation.js';
import type { WorkerCarrier } from './workerCarrier.js';

/** Where the robot stands: to the right, beyond the ghost, where stretched arms meet. */
const PLACE = { x: -1.4, z: 0, yaw: 0 } as const;

/** A robot in the world of the people: it touches them and things, and its hands can be shaken. */
export class SharedRobot implements RobotRunner {
  readonly name: string;
  readonly isShared = true;
  built: BuiltRobot | null = null;
  readonly stepMs = createMeter();
  onBuilt: (built: BuiltRobot) => void = () => {};
  onFailed: (reason: string) => void = () => {};
  onProgress: (share: number) => void = () => {};
  readonly #simulation: RemoteSimulation;
  readonly #carrier: WorkerCarrier;
  #waiting: Release | null;

  constructor(
    simulation: RemoteSimulation,
    carrier: WorkerCarrier,
    files: RobotFiles,
    { skeleton, bones }: RobotWish,
    base: RobotBase,
    clock: Clock,
  ) {
    this.name = files.name;
    this.#simulation = simulation;
    this.#carrier = carrier;
    this.#waiting = clock.hold();
    carrier.onRobot = (answer) => {
      this.#waiting?.();
      this.#waiting = null;
      if (answer.kind === 'robotFailed') this.onFailed(answer.reason);
      else {
        this.built = { shapes: answer.shapes, report: answer.report };
        this.onBuilt(this.built);
      }
    };
    carrier.setRobot({ files, skeleton, bones, base, place: PLACE });
  }

  /** Its numbers of the world's last frame. */
  get output(): Float64Array | null {
    const { output, built } = this.#simulation;
    if (!output || !built || built.frame.outputLength === built.frame.robot) return null;
    return output.subarray(built.frame.robot, built.frame.outputLength);
  }

  /** It follows what the second body follows. */
  step(): void {}

  dispose(): void {
    this.#waiting?.();
    if (this.#simulation.worker === this.#carrier) this.#carrier.setRobot(null);
  }
}
