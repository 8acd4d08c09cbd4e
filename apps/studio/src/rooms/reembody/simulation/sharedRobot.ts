import type { RemoteSimulation } from '@leib/reembody';
import type { BuiltRobot, RobotBase, RobotFiles } from '@leib/reembody/robot';
import type { Clock, Release } from '../../../time/clock.js';
import type { PageRobot, RobotEvents, RobotWish } from './robotSimulation.js';
import type { WorkerCarrier } from './workerCarrier.js';

/** Where the robot stands: to the right, beyond the ghost, where stretched arms meet. */
const PLACE = { x: -1.4, z: 0, yaw: 0 } as const;

/** The world of the people where a robot is to live, and what carries it. */
export interface SharedWorld {
  readonly simulation: RemoteSimulation;
  readonly carrier: WorkerCarrier;
  readonly base: RobotBase;
}

/** A robot in the world of the people: it touches them and things, and its hands can be shaken. */
export class SharedRobot implements PageRobot {
  readonly name: string;
  readonly isShared = true;
  built: BuiltRobot | null = null;
  readonly stepMs = null;
  readonly #simulation: RemoteSimulation;
  readonly #carrier: WorkerCarrier;
  readonly #waiting: Release;
  #isDisposed = false;

  constructor(
    { simulation, carrier, base }: SharedWorld,
    files: RobotFiles,
    { skeleton, bones }: RobotWish,
    clock: Clock,
    events: Pick<RobotEvents, 'built' | 'failed'>,
  ) {
    this.name = files.name;
    this.#simulation = simulation;
    this.#carrier = carrier;
    this.#waiting = clock.hold();
    void carrier.setRobot({ files, skeleton, bones, base, place: PLACE }).then(({ built, reason }) => {
      this.#waiting();
      if (this.#isDisposed) return;
      this.built = built;
      if (built) events.built(built);
      else events.failed(reason ?? 'the robot could not be built');
    });
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
    this.#isDisposed = true;
    this.#waiting();
    if (this.#simulation.carrier === this.#carrier) void this.#carrier.setRobot(null);
  }
}
