import type { HumanoidBone, Skeleton } from '@leib/core';
import { ChoiceError, type FileSet, fileSetOfBytes } from '@leib/formats';
import type { RemoteSimulation } from '@leib/reembody';
import exampleRobot from '@leib/reembody/example-robot.xml?raw';
import {
  type BuiltRobot,
  gatherRobot,
  MissingMeshesError,
  type RobotBase,
  type RobotBones,
  type RobotFiles,
  RobotOutput,
  type RobotOutputState,
  type RobotRecording,
  type RobotReport,
  type RobotSocket,
  robotOutputAt,
  robotShapesAt,
} from '@leib/reembody/robot';
import type { Object3D } from 'three';
import type { Clock } from '../../../time/clock.js';
import { explainError } from '../../../ui/explainError.js';
import { medianOf } from '../../../world/meter.js';
import { type PageRobot, type RobotEvents, RobotSimulation } from '../simulation/robotSimulation.js';
import { SharedRobot, type SharedWorld } from '../simulation/sharedRobot.js';
import { workerOf } from '../simulation/workerCarrier.js';
import { keepBones, readKeptBones } from './keptRobotBones.js';
import { createRobotView, type RobotView } from './robotView.js';

/** From the person to the robot, which stands to the right, metres. */
const BESIDE = -1.5;

type Notify = (kind: 'info' | 'error', text: string) => void;

/** What the visitor is asked before a robot can be loaded. */
export type RobotQuestion =
  | { readonly kind: 'which'; readonly candidates: readonly string[]; choose(path: string): void }
  | { readonly kind: 'missing'; readonly missing: readonly string[]; goOn(): void };

/** What is being loaded, and how much of it is, 0..1. */
export interface RobotLoading {
  readonly name: string;
  readonly share: number;
}

/** What the room's panel shows of the robot. */
export interface RobotFigures {
  readonly loading: RobotLoading | null;
  readonly question: RobotQuestion | null;
  readonly name: string | null;
  readonly follows: FollowFigures | null;
  readonly output: {
    readonly state: RobotOutputState;
    readonly isStopped: boolean;
    readonly maxSpeed: number;
    readonly recording: RobotRecording | null;
  };
}

/** How a robot follows: angles to the person's segments, radians. */
export interface FollowFigures {
  readonly report: RobotReport;
  readonly segmentAngles: readonly number[];
  readonly largestAngle: number;
  /** In a world of its own: how long a step takes, milliseconds. */
  readonly stepMs: number | null;
  /** Its own legs carry it. */
  readonly isFree: boolean;
}

/** The room's robot: loads it, has it follow the person (the actor `robot`), draws it. A file that cannot be read changes nothing. */
export class RobotController {
  robot: PageRobot | null = null;
  loading: RobotLoading | null = null;
  question: RobotQuestion | null = null;
  /** Bones that the visitor chose for the joints of this robot. */
  bones: RobotBones = {};
  /** Joint angles to a real one. */
  readonly output: RobotOutput;
  readonly #root: Object3D;
  readonly #clock: Clock;
  readonly #notify: Notify;
  #files: RobotFiles | null = null;
  #skeleton: Skeleton | null = null;
  #next: PageRobot | null = null;
  /** The world of the people where the robot is to live there, and what carries it. */
  #shared: SharedWorld | null = null;
  #view: RobotView | null = null;

  constructor(root: Object3D, clock: Clock, notify: Notify, open: (address: string) => RobotSocket = openSocket) {
    this.output = new RobotOutput({ open, nowSeconds: () => clock.nowSeconds });
    this.#root = root;
    this.#clock = clock;
    this.#notify = notify;
  }

  /** Loads the robot in a folder, a zip or several files. Asks where several files describe one, or meshes are missing. */
  async load(set: FileSet, chosen?: string, isWithoutMissing = false): Promise<void> {
    this.question = null;
    this.loading = { name: set.name, share: 0 };
    try {
      const onProgress = (share: number) => {
        this.loading = { name: set.name, share: share / 2 };
      };
      this.#open(await gatherRobot(set, { chosen, isWithoutMissing, onProgress }), {});
    } catch (error) {
      this.loading = null;
      if (error instanceof ChoiceError) {
        const { candidates } = error;
        this.question = { kind: 'which', candidates, choose: (path) => void this.load(set, path) };
        return;
      }
      if (error instanceof MissingMeshesError) {
        const { missing } = error;
        this.question = { kind: 'missing', missing, goOn: () => void this.load(set, error.path, true) };
      }
      this.#notify('error', `The robot could not be loaded: ${explainError(error)}`);
    }
  }

  async loadExample(): Promise<void> {
    const bytes = new TextEncoder().encode(exampleRobot);
    await this.load(fileSetOfBytes('Leib’s example robot', [['Leib’s example robot.xml', bytes]]));
  }

  /** Sets the skeleton to follow; a loaded robot is rebuilt for it. */
  setSkeleton(skeleton: Skeleton): void {
    this.#skeleton = skeleton;
    // Another body is another world: setWorld() comes when that is built.
    this.#shared = null;
    if (this.#files) this.#open(this.#files, this.bones);
  }

  /** Lets the robot live in the world of the people, or (null) in one of its own; a loaded one moves there. */
  setWorld(simulation: RemoteSimulation | null, base: RobotBase): void {
    const carrier = workerOf(simulation);
    const isSame = carrier === (this.#shared?.carrier ?? null) && (carrier === null || base === this.#shared?.base);
    if (isSame) return;
    this.#shared = simulation && carrier && { simulation, carrier, base };
    if (this.#files) this.#open(this.#files, this.bones);
  }

  /** Makes a joint follow a bone, or none, and keeps that for robots with the same joints. */
  setBone(joint: string, bone: HumanoidBone | null): void {
    const report = this.robot?.built?.report;
    if (!this.#files || !report) return;
    const { [joint]: _, ...others } = this.bones;
    const isGuess = report.joints.some((each) => each.joint === joint && each.guess === bone);
    this.bones = isGuess ? others : { ...others, [joint]: bone };
    keepBones(
      report.joints.map((each) => each.joint),
      this.bones,
    );
    this.#open(this.#files, this.bones);
  }

  update(): void {
    const { output, built } = this.robot ?? {};
    if (!this.#view || !output || !built) return;
    this.#view.root.visible = true;
    this.#view.update(output, robotShapesAt(built.report));
  }

  /** Position of one of its shapes, in the person's metres, or null. For tests. */
  shapePlace(number: number): readonly [x: number, y: number, z: number] | null {
    const shape = this.#view?.root.children[number];
    if (!shape || !this.robot?.output) return null;
    const { x, y, z } = shape.position;
    return [this.robot.isShared ? x : x + BESIDE, y, z];
  }

  figures(): RobotFigures {
    const { loading, question, robot, output } = this;
    const { state, isStopped, recording } = output;
    return {
      loading,
      question,
      name: robot?.name ?? null,
      follows: robot ? followFigures(robot, this.#shared?.base === 'free') : null,
      output: { state, isStopped, maxSpeed: output.options.maxSpeed, recording },
    };
  }

  remove(): void {
    this.output.setRobot('', null);
    this.#tellOfRecording('');
    this.#files = null;
    this.loading = null;
    this.question = null;
    this.#next?.dispose();
    this.#next = null;
    this.#takeDown();
  }

  dispose(): void {
    this.remove();
    this.output.dispose();
  }

  #open(files: RobotFiles, bones: RobotBones): void {
    if (!this.#skeleton) return;
    this.#next?.dispose();
    this.loading = { name: files.name, share: 0.5 };
    const wish = { skeleton: this.#skeleton, bones };
    // One world has one robot: the last one makes room first.
    if (this.#shared) this.#takeDown();
    const events: RobotEvents = {
      progress: (share) => {
        this.loading = { name: files.name, share: 0.5 + share / 2 };
      },
      built: (built) => this.#show(robot, built, files, bones),
      failed: (reason) => {
        this.#notify('error', reason);
        if (robot !== this.#next) return;
        robot.dispose();
        this.#next = null;
        this.loading = null;
      },
    };
    const robot: PageRobot = this.#shared
      ? new SharedRobot(this.#shared, files, wish, this.#clock, events)
      : new RobotSimulation(files, wish, this.#clock, events);
    this.#next = robot;
  }

  #show(robot: PageRobot, { shapes, report }: BuiltRobot, files: RobotFiles, bones: RobotBones): void {
    this.#next = null;
    this.loading = null;
    this.#files = files;
    this.bones = bones;
    this.#takeDown();
    const kept = readKeptBones(report.joints.map(({ joint }) => joint));
    if (Object.keys(bones).length === 0 && Object.keys(kept).length > 0) {
      robot.dispose();
      this.#open(files, kept);
      return;
    }
    this.robot = robot;
    this.output.setRobot(files.name, report);
    this.#tellOfRecording(files.name);
    this.#view = createRobotView(shapes);
    this.#view.root.position.x = robot.isShared ? 0 : BESIDE;
    this.#view.root.visible = false;
    this.#root.add(this.#view.root);
    if (report.segments.length === 0) {
      const advice = 'choose bones for its joints below';
      this.#notify('error', `${files.name}: no limb was found among its ${report.joints.length} hinges; ${advice}.`);
    }
    if (report.notes.length > 0) this.#notify('info', `${files.name}: ${report.notes.join('; ')}.`);
  }

  #takeDown(): void {
    this.robot?.dispose();
    this.robot = null;
    this.#view?.dispose();
    this.#view = null;
  }

  /** Another robot's angles do not go on in the recording of the last one, which is kept. */
  #tellOfRecording(next: string): void {
    const { recording } = this.output;
    if (!recording || recording.robot === next) return;
    this.#notify('info', `The angles of ${recording.robot} are kept: save them under “Joint angles out”.`);
  }
}

function openSocket(address: string): RobotSocket {
  return new WebSocket(address);
}

function followFigures({ built, output, isShared, stepMs }: PageRobot, isFree: boolean): FollowFigures | null {
  if (!built || !output) return null;
  const { report } = built;
  const { largestAngle, segments } = robotOutputAt;
  return {
    report,
    segmentAngles: Array.from(output.subarray(segments, segments + report.segments.length)),
    largestAngle: output[largestAngle],
    stepMs: stepMs && medianOf(stepMs),
    isFree: isShared && isFree,
  };
}
