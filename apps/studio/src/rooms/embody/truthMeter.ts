import { type OneEuroParams, readSmplJoints, type Skeleton, SMPL_JOINT_COUNT, smplToJoint } from '@leib/core';
import { flatGround } from '@leib/embody';
import { createSkeletonView, type SkeletonView } from '@leib/three';
import { createJointReader, type DeviceFrame, type JointFrame, type JointReader, readJoints } from '@leib/tracking';
import { Group } from 'three';
import { type BodySolver, chooseSolver, createBodySolver, type SolverChoice } from '../../world/bodySolver.js';
import { addSample, createMeter } from '../../world/meter.js';
import type { TruthErrors } from '../../world/roomScene.js';
import type { Truth } from '../../world/truth.js';

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
  #choice: SolverChoice;
  #solver: BodySolver | null = null;
  #rules: BodySolver | null = null;
  #view: SkeletonView | null = null;
  #joints: Int16Array = new Int16Array();
  readonly #ground = flatGround();
  /** Of the clip's actor, in the clip's own space. */
  #reader: JointReader | null = null;
  readonly #solved = new Float64Array(SMPL_JOINT_COUNT * 3);
  readonly #true = new Float64Array(SMPL_JOINT_COUNT * 3);
  readonly #rotations = new Float64Array(SMPL_JOINT_COUNT * 4);

  constructor(choice: SolverChoice) {
    this.#choice = choice;
  }

  setSolver(choice: SolverChoice): void {
    this.#choice = choice;
    if (!this.#solver || !this.#truth) return;
    const { skeleton } = this.#truth.source.motion;
    this.#solver = chooseSolver(this.#solver, skeleton, choice, this.#ground);
    this.#takeRules(skeleton);
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
    if (!truth || !this.#solver || !this.#reader || !this.errors) return;
    this.#reader.smoothing = smoothing;
    const joints = readJoints(this.#reader, devices, truth.source.offsets, dtSeconds);
    readSmplJoints(this.#joints, truth.source.truth, this.#true, this.#rotations);
    this.#measure(this.#solver, joints, this.errors, dtSeconds);
    if (this.#rules && this.errorsByRules) this.#measure(this.#rules, joints, this.errorsByRules, dtSeconds);
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
    this.#solver = null;
    this.#reader = null;
    this.errors = null;
    this.#rules = null;
    this.errorsByRules = null;
    if (!truth) return;
    const { skeleton } = truth.source.motion;
    this.#solver = createBodySolver(skeleton, this.#choice, this.#ground);
    this.#reader = createJointReader(skeleton);
    this.#joints = smplToJoint(skeleton);
    this.#view = createSkeletonView(skeleton, { leftColor: '#4ade80', rightColor: '#4ade80', middleColor: '#bbf7d0' });
    this.root.add(this.#view.root);
    this.errors = createErrors();
    this.#takeRules(skeleton);
  }

  /** Beside the prior the rules run as well. */
  #takeRules(skeleton: Skeleton): void {
    const choice = this.#choice?.prior.isOn ? { ...this.#choice, prior: { ...this.#choice.prior, isOn: false } } : null;
    if (choice === null) {
      this.#rules = null;
      this.errorsByRules = null;
      return;
    }
    this.#rules = this.#rules
      ? chooseSolver(this.#rules, skeleton, choice, this.#ground)
      : createBodySolver(skeleton, choice, this.#ground);
    this.errorsByRules ??= createErrors();
  }

  #measure(solver: BodySolver, joints: JointFrame, errors: TruthErrors, dtSeconds: number): void {
    solver.step(joints, dtSeconds);
    readSmplJoints(this.#joints, solver.pose, this.#solved, this.#rotations);
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

function createErrors(): TruthErrors {
  return { mean: createMeter(), hips: createMeter(), feet: createMeter() };
}
