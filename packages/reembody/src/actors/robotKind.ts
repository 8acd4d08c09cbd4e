import { decodeValue, InputError, type Pose, requireDecoded, type Skeleton } from '@leib/core';
import type { Actor, ActorDoc, ActorId, ActorKind, Figures, PackedBody, StageView } from '@leib/stage';
import * as v from 'valibot';
import type { MujocoModule } from '../engine/mujoco.js';
import { defaultJointStreamOptions } from '../robot/jointStream.js';
import type { RobotDescription } from '../robot/reading/robotDescription.js';
import type { RobotOptions, RobotReport } from '../robot/robot.js';
import { RobotOutput, type RobotOutputSetup } from '../robot/robotOutput.js';
import {
  RobotSession,
  type RobotSessionSetup,
  robotAnglesAt,
  robotInputAt,
  robotOutputAt,
} from '../robot/robotSession.js';
import type { RobotShape } from '../robot/robotShapes.js';
import { numberFrom } from '../settings/schemas.js';
import { nobody } from './follower.js';
import { readFollowedSource } from './simulatedSettings.js';

/** Whom a robot follows. */
export type RobotLeader = Pick<Actor, 'skeleton' | 'pose'>;

/** A robot that was built. */
export interface BuiltRobot {
  readonly shapes: readonly RobotShape[];
  readonly report: RobotReport;
}

/** A robot that follows, wherever it is simulated. */
export interface RobotRunner {
  readonly name: string;
  readonly built: BuiltRobot | null;
  /** Numbers of its last frame (robotOutputAt), in other memory than those of the frame before. */
  readonly output: Float64Array | null;
  step(leader: RobotLeader, dtSeconds: number): void;
  dispose(): void;
}

/** A robot as an actor has it. */
export interface RobotParts {
  /** What follows now; null while nothing is loaded. */
  runner(): RobotRunner | null;
  /** Where its joint angles go: one stream for as long as it is there. Whoever loads a robot says so (setRobot). */
  readonly output: RobotOutput;
}

/** How a robot's document is opened. Throws, or rejects, InputError. */
export interface RobotRefs {
  open(doc: ActorDoc, id: ActorId): RobotParts | Promise<RobotParts>;
  /** Whether what the leader does is known at this moment: otherwise a real robot stops. */
  isKnown(leader: Actor): boolean;
  /** Frees what open() gave; absent: its owner does. */
  release?(parts: RobotParts): void;
}

/** A robot on a stage. Its skeleton and pose are those that it follows. */
export interface RobotActor extends Actor {
  readonly runner: RobotRunner | null;
  readonly output: RobotOutput;
}

export function isRobotActor(actor: Actor | undefined): actor is RobotActor {
  return actor instanceof RobotOnStage;
}

/** A robot that follows another actor, `{ kind: 'pose', of: ID }`: its segments point as theirs do. */
export function createRobotKind(refs: RobotRefs): ActorKind {
  return {
    create(doc, id) {
      readLeader(doc);
      readSettings(doc);
      const parts = refs.open(doc, id);
      const make = (opened: RobotParts) => new RobotOnStage(refs, opened, doc, id);
      return parts instanceof Promise ? parts.then(make) : make(parts);
    },
  };
}

/** A robot right here, in a world of its own: built when it has somebody to follow. */
export function runRobotInline(
  mujoco: MujocoModule,
  description: RobotDescription,
  { bones, ...output }: RobotOutputSetup & Pick<RobotOptions, 'bones'>,
): RobotParts {
  const parts = { output: new RobotOutput(output), runner: () => runner };
  const runner = new InlineRobot(mujoco, { description, options: bones ? { bones } : {} }, parts.output);
  return parts;
}

class InlineRobot implements RobotRunner {
  readonly name: string;
  readonly #mujoco: MujocoModule;
  readonly #setup: Pick<RobotSessionSetup, 'description' | 'options'>;
  readonly #stream: RobotOutput;
  #running: {
    readonly session: RobotSession;
    readonly skeleton: Skeleton;
    readonly input: Float64Array;
    readonly outputs: [Float64Array, Float64Array];
  } | null = null;
  output: Float64Array | null = null;

  constructor(mujoco: MujocoModule, setup: Pick<RobotSessionSetup, 'description' | 'options'>, stream: RobotOutput) {
    this.name = setup.description.name;
    this.#mujoco = mujoco;
    this.#setup = setup;
    this.#stream = stream;
  }

  get built(): BuiltRobot | null {
    return this.#running?.session ?? null;
  }

  step({ skeleton, pose }: RobotLeader, dtSeconds: number): void {
    if (this.#running?.skeleton.jointCount !== skeleton.jointCount) this.#build(skeleton);
    if (this.#running === null || !(dtSeconds > 0)) return;
    const { session, input, outputs } = this.#running;
    input[robotInputAt.dtSeconds] = dtSeconds;
    input.set(pose.localRotations, robotInputAt.rotations);
    const [output] = outputs.reverse();
    session.step(input, output);
    this.output = output;
  }

  dispose(): void {
    this.#running?.session.dispose();
    this.#running = null;
  }

  #build(skeleton: Skeleton): void {
    this.dispose();
    const session = new RobotSession(this.#mujoco, { ...this.#setup, skeleton });
    this.#stream.setRobot(this.name, session.report);
    const { inputLength, outputLength } = session;
    const outputs: [Float64Array, Float64Array] = [new Float64Array(outputLength), new Float64Array(outputLength)];
    this.#running = { session, skeleton, input: new Float64Array(inputLength), outputs };
  }
}

const settingsSchema = v.strictObject({
  /** What joints of a real one keep to, radians a second (squared); as RobotOutput has it where absent. */
  maxSpeed: v.optional(numberFrom(0.01, 50)),
  maxAcceleration: v.optional(numberFrom(0.1, 1000)),
});
type RobotDocSettings = v.InferOutput<typeof settingsSchema>;
const limits = ['maxSpeed', 'maxAcceleration'] as const;

function readLeader(doc: ActorDoc): ActorId {
  const { of, place } = readFollowedSource(doc);
  if (place === null) return of;
  throw new InputError('source', 'expected no place: a robot is where its world has it');
}

function readSettings({ settings }: ActorDoc): RobotDocSettings {
  return requireDecoded(decodeValue({ settings }, v.object({ settings: settingsSchema }))).settings;
}

class RobotOnStage implements RobotActor {
  readonly id: ActorId;
  readonly kind: string;
  readonly #refs: RobotRefs;
  readonly #parts: RobotParts;
  #doc: ActorDoc;
  #of: ActorId;
  #limits: RobotDocSettings = {};
  #leader: RobotLeader = nobody;
  /** Its last frame that was passed on. */
  #sent: Float64Array | null = null;

  constructor(refs: RobotRefs, parts: RobotParts, doc: ActorDoc, id: ActorId) {
    this.id = id;
    this.kind = doc.kind;
    this.#refs = refs;
    this.#parts = parts;
    this.#doc = doc;
    this.#of = readLeader(doc);
    this.#limit(readSettings(doc));
  }

  get skeleton(): Skeleton {
    return this.#leader.skeleton;
  }

  get pose(): Pose {
    return this.#leader.pose;
  }

  get runner(): RobotRunner | null {
    return this.#parts.runner();
  }

  get output(): RobotOutput {
    return this.#parts.output;
  }

  step({ actors }: StageView, dtSeconds: number): void {
    const leader = actors.get(this.#of);
    if (leader) this.#leader = leader;
    const { runner } = this;
    if (leader) runner?.step(leader, dtSeconds);
    const { built = null, output = null } = runner ?? {};
    // Frames take turns in two buffers.
    const isNew = output?.buffer !== this.#sent?.buffer;
    this.#sent = output;
    const at = built ? robotAnglesAt(built.report, built.shapes.length) : 0;
    // While it is built anew a real one holds, too.
    const isKnown = leader !== undefined && isNew && this.#refs.isKnown(leader);
    const angles = built && output && isKnown ? output.subarray(at, at + built.report.joints.length) : null;
    this.output.step(angles, dtSeconds);
  }

  set(doc: ActorDoc): boolean {
    if (doc.body !== this.#doc.body) return false;
    const settings = readSettings(doc);
    this.#of = readLeader(doc);
    this.#limit(settings);
    this.#doc = doc;
    return true;
  }

  /** Its joints are its own: they go out as angles. */
  pack(): PackedBody | null {
    return null;
  }

  figures(): Figures {
    const { built, output } = this.runner ?? {};
    if (!built || !output) return { numbers: {}, remarks: [`There is no "${this.#of}" to follow yet.`] };
    const { largestAngle, resets } = robotOutputAt;
    const stopped = this.output.isStopped ? ['Its joints hold: there is no new pose.'] : [];
    return {
      numbers: {
        hinges: built.report.joints.length,
        largestAngleDeg: (output[largestAngle] * 180) / Math.PI,
        resets: output[resets],
      },
      remarks: [...built.report.notes, ...stopped],
    };
  }

  dispose(): void {
    this.#refs.release?.(this.#parts);
  }

  /** What the document has never said is left to whoever owns the stream. */
  #limit(settings: RobotDocSettings): void {
    const changed = limits.filter((name) => settings[name] !== this.#limits[name]);
    this.#limits = settings;
    if (changed.length === 0) return;
    const next = changed.map((name) => [name, settings[name] ?? defaultJointStreamOptions[name]]);
    this.output.options = { ...this.output.options, ...Object.fromEntries(next) };
  }
}
