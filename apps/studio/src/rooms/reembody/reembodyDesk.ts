import type { HumanoidBone, Motion } from '@leib/core';
import { outputAt } from '@leib/reembody';
import { Group } from 'three';
import { createStore } from 'zustand/vanilla';
import type { SettingsStore } from '../../settings/settingsStore.js';
import type { Clock } from '../../time/clock.js';
import { addSample, createMeter, type Meter } from '../../world/meter.js';
import { GainsBench } from './gains/gainsBench.js';
import type { PoseMemory } from './gains/poseMemory.js';
import { startGainsWork } from './gains/startGainsWork.js';
import { JointEdits } from './jointEdits.js';
import type { reembodyShape } from './reembodyShape.js';
import { RobotKeeper } from './robotKeeper.js';
import type { BuiltBody, RemoteSimulation } from './simulation/remoteSimulation.js';

export type ReembodyStore = SettingsStore<typeof reembodyShape>;

type Notify = (kind: 'info' | 'error', text: string) => void;

const TO_DEGREES = 180 / Math.PI;

/** Error and torque of one joint, or of all, over the last frames. */
export interface JointMeters {
  /** Degrees. */
  readonly error: Meter;
  /** N m, the largest of the joint's axes; of all joints the largest. */
  readonly torque: Meter;
}

/** What the scene runs and the panels look at: the simulation, what was measured of it, what is selected. */
export class ReembodyDesk {
  readonly settings: ReembodyStore;
  readonly edits: JointEdits;
  /** The robot stands in there. */
  readonly robotRoot = new Group();
  readonly robot: RobotKeeper;
  simulation: RemoteSimulation | null = null;
  meters: JointMeters = createJointMeters();
  readonly gains: GainsBench;
  /** What the local body did last, to be evaluated on; and the clip that is played, where one is. */
  memory: PoseMemory | null = null;
  playedClip: () => Motion | null = () => null;
  /** Called when other joints are selected. */
  onSelected: () => void = () => {};
  #selected: readonly HumanoidBone[] = [];
  #plotted: HumanoidBone | null = null;
  #notify: Notify | null = null;
  readonly #unheard: Parameters<Notify>[] = [];

  constructor(settings: ReembodyStore, clock: Clock) {
    this.settings = settings;
    this.robot = new RobotKeeper(this.robotRoot, clock, (kind, text) => this.say(kind, text));
    this.edits = new JointEdits(settings);
    this.gains = new GainsBench(this.edits, startGainsWork, (kind, text) => this.say(kind, text));
  }

  /** Who shows messages to the visitor; hears those of before, too. */
  listen(notify: Notify): void {
    this.#notify = notify;
    for (const [kind, text] of this.#unheard.splice(0)) notify(kind, text);
  }

  say(kind: 'info' | 'error', text: string): void {
    if (this.#notify) this.#notify(kind, text);
    else this.#unheard.push([kind, text]);
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

  /** Every frame that came back. */
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
    this.robot.dispose();
    this.gains.cancel();
  }
}

function createJointMeters(): JointMeters {
  return { error: createMeter(), torque: createMeter() };
}

/** The desk of the open room; null where one is in another. */
export const reembodyDesk = createStore<{ readonly desk: ReembodyDesk | null }>(() => ({ desk: null }));
