import type { HumanoidBone, Motion } from '@leib/core';
import { outputAt } from '@leib/reembody';
import { Group } from 'three';
import { createStore } from 'zustand/vanilla';
import type { Clock } from '../../time/clock.js';
import { addSample, createMeter, type Meter } from '../../world/meter.js';
import { GainsController } from './gains/gainsController.js';
import type { PoseMemory } from './gains/poseMemory.js';
import { startGainsWork } from './gains/startGainsWork.js';
import { ModelChoice } from './scene/modelChoice.js';
import { RobotController } from './scene/robotController.js';
import { JointEdits } from './settings/jointEdits.js';
import type { ReembodyStore } from './settings/reembodyShape.js';
import type { BuiltBody, RemoteSimulation } from './simulation/remoteSimulation.js';

type Notify = (kind: 'info' | 'error', text: string) => void;

const TO_DEGREES = 180 / Math.PI;

/** Error and torque of one joint, or of all, over the last frames. */
export interface JointMeters {
  /** Degrees. */
  readonly error: Meter;
  /** N m, the largest of the joint's axes; of all joints the largest. */
  readonly torque: Meter;
}

/** What scene and panels share: the running simulation, its measured values, the selected joints, robot and gains. */
export class ReembodyController {
  readonly settings: ReembodyStore;
  readonly edits: JointEdits;
  /** Parent of the robot's drawing. */
  readonly robotRoot = new Group();
  readonly robot: RobotController;
  simulation: RemoteSimulation | null = null;
  meters: JointMeters = createJointMeters();
  readonly gains: GainsController;
  /** For the evaluation: the local body's last movement, and the clip that is played, if any. */
  memory: PoseMemory | null = null;
  playedClip: () => Motion | null = () => null;
  /** Which model the second body is. */
  readonly model: ModelChoice;
  /** The thing of the room that is being edited, by its number: it can be moved in the picture. -1: none. */
  editedThing = -1;
  /** Called when the second body is to be pushed once. */
  onPushWanted: () => void = () => {};
  /** Called when other joints are selected. */
  onSelected: () => void = () => {};
  #selected: readonly HumanoidBone[] = [];
  #plotted: HumanoidBone | null = null;
  #notify: Notify | null = null;
  /** Messages from before setNotify(). */
  readonly #waiting: Parameters<Notify>[] = [];

  constructor(settings: ReembodyStore, clock: Clock) {
    this.settings = settings;
    this.robot = new RobotController(this.robotRoot, clock, (kind, text) => this.notify(kind, text));
    this.model = new ModelChoice(clock, (kind, text) => this.notify(kind, text));
    this.edits = new JointEdits(settings);
    this.gains = new GainsController(this.edits, startGainsWork, (kind, text) => this.notify(kind, text));
  }

  /** Sets the function that shows messages, and shows those that wait for it. */
  setNotify(notify: Notify): void {
    this.#notify = notify;
    for (const [kind, text] of this.#waiting.splice(0)) notify(kind, text);
  }

  notify(kind: 'info' | 'error', text: string): void {
    if (this.#notify) this.#notify(kind, text);
    else this.#waiting.push([kind, text]);
  }

  /** Joints that are being edited; their limits are drawn. */
  get selected(): readonly HumanoidBone[] {
    return this.#selected;
  }

  set selected(bones: readonly HumanoidBone[]) {
    this.#selected = bones;
    this.onSelected();
  }

  /** The joint whose error and torque are plotted; null for all. */
  get plotted(): HumanoidBone | null {
    return this.#plotted;
  }

  set plotted(bone: HumanoidBone | null) {
    this.#plotted = bone;
    this.meters = createJointMeters();
  }

  /** Takes error and torque of a new frame. */
  measure({ body, layout }: BuiltBody, output: Float64Array): void {
    const { parts, drives } = body;
    let error = output[outputAt.meanError];
    let torque = 0;
    for (let part = 0; part < parts.length; part++) {
      const { bone, drive } = parts[part];
      if (drive < 0 || (this.#plotted !== null && bone !== this.#plotted)) continue;
      if (this.#plotted !== null) error = output[layout.errors + part];
      const { firstSpeed, speedCount } = drives[drive];
      for (let k = 0; k < speedCount; k++) {
        torque = Math.max(torque, Math.abs(output[layout.torques + firstSpeed + k]));
      }
    }
    addSample(this.meters.error, error * TO_DEGREES);
    addSample(this.meters.torque, torque);
  }

  dispose(): void {
    this.model.dispose();
    this.robot.dispose();
    this.gains.cancel();
  }
}

function createJointMeters(): JointMeters {
  return { error: createMeter(), torque: createMeter() };
}

/** The controller of the room while it is open, else null. */
export const openReembody = createStore<{ readonly controller: ReembodyController | null }>(() => ({
  controller: null,
}));
