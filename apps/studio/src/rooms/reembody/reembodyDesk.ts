import type { HumanoidBone } from '@leib/core';
import { applyTuning, type BodyTuning, defaultRemoteBodySettings, outputAt } from '@leib/reembody';
import { createStore } from 'zustand/vanilla';
import type { SettingsStore } from '../../settings/settingsStore.js';
import { addSample, createMeter, type Meter } from '../../world/meter.js';
import type { reembodyShape } from './reembodyShape.js';
import { type BuiltBody, type RemoteSimulation, tuneInWorker } from './simulation/remoteSimulation.js';

export type ReembodyStore = SettingsStore<typeof reembodyShape>;

type Notify = (kind: 'info' | 'error', text: string) => void;

const TO_DEGREES = 180 / Math.PI;

/** How far the tuning is. */
export interface TuningProgress {
  readonly done: number;
  readonly total: number;
}

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
  simulation: RemoteSimulation | null = null;
  meters: JointMeters = createJointMeters();
  tuning: TuningProgress | null = null;
  /** Called when other joints are selected. */
  onSelected: () => void = () => {};
  #selected: readonly HumanoidBone[] = [];
  #plotted: HumanoidBone | null = null;
  #cancel: (() => void) | null = null;
  #notify: Notify | null = null;
  readonly #unheard: Parameters<Notify>[] = [];

  constructor(settings: ReembodyStore) {
    this.settings = settings;
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

  /** Finds stiffness and damping of every axis, beside the running simulation. */
  tune(): void {
    const built = this.simulation?.built;
    if (!built || this.#cancel) return;
    this.tuning = { done: 0, total: 1 };
    this.#cancel = tuneInWorker(
      built.body,
      (done, total) => {
        this.tuning = { done, total };
      },
      (result) => this.#endTuning(result),
    );
  }

  /** Ends the tuning; nothing is changed. */
  cancelTuning(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.tuning = null;
  }

  dispose(): void {
    this.cancelTuning();
  }

  #endTuning(result: BodyTuning | Error): void {
    this.#cancel = null;
    this.tuning = null;
    if (result instanceof Error) {
      this.say('error', `Tuning failed: ${result.message}`);
      return;
    }
    const base = this.settings.values().body ?? defaultRemoteBodySettings;
    this.settings.set('body', applyTuning(base, result));
    this.settings.endGesture();
    const others = result.axes.filter(({ method }) => method !== 'relay').map(({ name }) => name);
    this.say(
      'info',
      `${result.axes.length} axes tuned${others.length > 0 ? `; by inertia, without oscillation: ${others.join(', ')}` : ''}.`,
    );
  }
}

function createJointMeters(): JointMeters {
  return { error: createMeter(), torque: createMeter() };
}

/** The desk of the open room; null where one is in another. */
export const reembodyDesk = createStore<{ readonly desk: ReembodyDesk | null }>(() => ({ desk: null }));
