import { type OneEuroParams, readSmplJoints, SMPL_JOINT_COUNT, smplToJoint } from '@leib/core';
import { createPerson, type EmbodySettings, type Person, solverOf } from '@leib/embody';
import { createSkeletonView } from '@leib/three';
import type { DeviceFrame } from '@leib/tracking';
import { Group } from 'three';
import { addSample, createMeter, type Meter } from '../../world/meter.js';
import { pagePriorWeights } from '../../world/priorWeights.js';
import type { Truth } from '../../world/stageSource.js';

/** Distances from the truth in the last frames, centimetres: of all 22 SMPL joints, the hips, the feet. */
export interface TruthErrors {
  readonly mean: Meter;
  readonly hips: Meter;
  readonly feet: Meter;
}

/** SMPL's numbers: pelvis, and ankles with toes. */
const HIPS = [0];
const FEET = [7, 8, 10, 11];
const ALL = Array.from({ length: SMPL_JOINT_COUNT }, (_, joint) => joint);

/**
 * Beside a clip: its own skeleton, and how far a solve from its head and hands is from it. As in `leib eval` the body
 * solved has the actor's own proportions, so that what is measured is the solver and not the avatar.
 */
export class TruthMeter {
  /** In the tracked space. */
  readonly root = new Group();
  errors: TruthErrors | null = null;
  /** Errors of the rules alone, measured beside a solve with the prior; null while the prior is off. */
  errorsByRules: TruthErrors | null = null;
  #truth: Truth | null = null;
  #choice: EmbodySettings | null;
  /** In the actor's own body, in the clip's own space. */
  #person: Person | null = null;
  #rules: Person | null = null;
  #view: ReturnType<typeof createSkeletonView> | null = null;
  #joints: Int16Array = new Int16Array();
  readonly #solved = new Float64Array(SMPL_JOINT_COUNT * 3);
  readonly #true = new Float64Array(SMPL_JOINT_COUNT * 3);
  readonly #rotations = new Float64Array(SMPL_JOINT_COUNT * 4);

  constructor(choice: EmbodySettings | null) {
    this.#choice = choice;
  }

  setSolver(choice: EmbodySettings | null): void {
    this.#choice = choice;
    if (!this.#person || !this.#truth) return;
    this.#person.set({ solver: solverOf(choice ?? 'baseline') });
    this.#takeRules(this.#truth);
  }

  /** One frame: `devices` as the clip's source wrote them; `smoothing` as the avatar's joints have it. */
  step(
    truth: Truth | null,
    devices: DeviceFrame,
    smoothing: OneEuroParams | null,
    shift: number,
    dtSeconds: number,
  ): void {
    if (truth !== this.#truth) this.#take(truth);
    if (!truth || !this.#person || !this.errors) return;
    if (smoothing !== this.#person.settings.smoothing) this.#person.set({ smoothing });
    this.#person.follow(devices, dtSeconds);
    readSmplJoints(this.#joints, truth.source.truth, this.#true, this.#rotations);
    this.#measure(this.#person, this.errors);
    if (this.#rules && this.errorsByRules) {
      this.#rules.solve(this.#person.reader.joints, dtSeconds);
      this.#measure(this.#rules, this.errorsByRules);
    }
    this.#show(truth, shift);
  }

  dispose(): void {
    this.#take(null);
    this.root.removeFromParent();
  }

  #take(truth: Truth | null): void {
    this.#truth = truth;
    this.#view?.dispose();
    this.#view = null;
    this.#person = null;
    this.errors = null;
    this.#rules = null;
    this.errorsByRules = null;
    if (!truth) return;
    const { skeleton } = truth.source.motion;
    this.#person = personOf(truth, this.#choice);
    this.#joints = smplToJoint(skeleton);
    this.#view = createSkeletonView(skeleton, { leftColor: '#4ade80', rightColor: '#4ade80', middleColor: '#bbf7d0' });
    this.root.add(this.#view.root);
    this.errors = createErrors();
    this.#takeRules(truth);
  }

  /** Beside the prior the rules run as well. */
  #takeRules(truth: Truth): void {
    const choice = this.#choice?.prior.isOn ? { ...this.#choice, prior: { ...this.#choice.prior, isOn: false } } : null;
    if (choice === null) {
      this.#rules = null;
      this.errorsByRules = null;
      return;
    }
    if (this.#rules) this.#rules.set({ solver: choice });
    else this.#rules = personOf(truth, choice);
    this.errorsByRules ??= createErrors();
  }

  #measure(person: Person, errors: TruthErrors): void {
    readSmplJoints(this.#joints, person.pose, this.#solved, this.#rotations);
    addSample(errors.mean, this.#distance(ALL));
    addSample(errors.hips, this.#distance(HIPS));
    addSample(errors.feet, this.#distance(FEET));
  }

  /** Mean over some joints, centimetres. */
  #distance(joints: readonly number[]): number {
    let sum = 0;
    for (let i = 0; i < joints.length; i++) {
      const at = joints[i] * 3;
      const x = this.#solved[at] - this.#true[at];
      const y = this.#solved[at + 1] - this.#true[at + 1];
      const z = this.#solved[at + 2] - this.#true[at + 2];
      sum += Math.sqrt(x * x + y * y + z * z);
    }
    return (100 * sum) / joints.length;
  }

  #show({ placement, source }: Truth, shift: number): void {
    this.root.position.set(placement.x + shift, placement.y, placement.z);
    this.root.rotation.y = placement.yaw;
    this.root.scale.setScalar(placement.scale);
    this.#view?.update(source.truth);
  }
}

function personOf({ source }: Truth, choice: EmbodySettings | null): Person {
  const { skeleton } = source.motion;
  return createPerson({
    skeleton,
    source,
    prior: pagePriorWeights,
    settings: { solver: solverOf(choice ?? 'baseline') },
  });
}

function createErrors(): TruthErrors {
  return { mean: createMeter(), hips: createMeter(), feet: createMeter() };
}
