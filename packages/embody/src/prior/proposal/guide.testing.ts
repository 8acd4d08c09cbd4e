import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';
import { copyJointFrame, createJointFrame, type JointFrame } from '@leib/tracking';
import { buildEmbody, type EmbodyModel } from '../../embodyModel.js';
import { defaultEmbodySettings, type EmbodySettings } from '../../embodySettings.js';
import { createEmbodyState, type EmbodyState } from '../../embodyState.js';
import type { Ground } from '../../ground/ground.js';
import { stepEmbody } from '../../stepEmbody.js';
import { buildTestBody, createTestReader, setPoint, standingFrame, wanderingFrame } from '../../testing.js';
import { loadPrior } from '../network/loadPrior.js';
import { readPriorBytes } from '../network/prior.testing.js';

/** Tests only: a whole body that goes by the shipped weights. */

export const priorWeights = loadPrior(await readPriorBytes());

export const rulesSettings: EmbodySettings = {
  ...defaultEmbodySettings,
  prior: { ...defaultEmbodySettings.prior, isOn: false },
};

export interface Person {
  model: EmbodyModel;
  readonly state: EmbodyState;
  readonly frame: JointFrame;
  /** Reads the frame as devices: what is lost is held. */
  readonly read: ReturnType<typeof createTestReader>;
  /** Seconds since the start. */
  clock: number;
}

export function createPerson(
  settings: EmbodySettings = defaultEmbodySettings,
  ground?: Ground,
  skeleton: Skeleton = buildTestBody(),
): Person {
  const model = buildEmbody(skeleton, settings, priorWeights);
  const read = createTestReader(skeleton);
  return { model, state: createEmbodyState(model, ground), frame: createJointFrame(), read, clock: 0 };
}

/** What is tracked at a time. */
export type Movement = (seconds: number, out: JointFrame) => void;

/** Goes on for some seconds and looks at every frame. */
export function live(
  person: Person,
  movement: Movement,
  seconds: number,
  hz: number,
  look: () => void = () => {},
): void {
  const { state, frame } = person;
  const start = person.clock;
  const count = Math.round(seconds * hz);
  for (let i = 0; i < count; i++) {
    movement(person.clock, frame);
    frame.timeSeconds = person.clock;
    stepEmbody(person.model, state, person.read(frame, 1 / hz), 1 / hz);
    look();
    person.clock = start + (i + 1) / hz;
  }
}

/** Other settings for a person who is solved already. */
export function changeSettings(person: Person, settings: EmbodySettings): void {
  person.model = buildEmbody(person.model.skeleton, settings, priorWeights);
}

/**
 * A person of 1.70 m who walks along +Z at 1.1 m/s: the head bobs twice and sways once per stride, the hands swing
 * against the legs. `floorAt`: how high the ground is, over which head and hands are.
 */
export function walking(size = 1, floorAt: (z: number) => number = () => 0): Movement {
  return (seconds, out) => {
    const started = Math.min(1, seconds / 0.8);
    const phase = 2 * Math.PI * 0.9 * Math.max(0, seconds - 0.4);
    const z = 1.1 * size * (seconds < 0.8 ? (seconds * seconds) / 1.6 : seconds - 0.4);
    const height = smoothHeight(floorAt, z);
    const x = 0.02 * size * started * Math.sin(phase);
    const y = height + size * (1.5 - 0.02 * started * Math.cos(2 * phase));
    setPoint(out, 'head', [x, y, z, 0.05, 0, 0, Math.sqrt(1 - 0.0025)]);
    for (const [point, mirror] of [
      ['leftHand', 1],
      ['rightHand', -1],
    ] as const) {
      const swing = mirror * 0.18 * started * Math.sin(phase);
      const turn = (mirror * -Math.PI) / 4;
      setPoint(out, point, [
        x + mirror * 0.26 * size,
        height + size * (0.88 + 0.25 * swing * swing),
        z + size * (0.06 + swing),
        0,
        0,
        Math.sin(turn),
        Math.cos(turn),
      ]);
    }
  };
}

/** People rise over the length of a stair, not at its edge. */
function smoothHeight(floorAt: (z: number) => number, z: number): number {
  let sum = 0;
  for (let i = -5; i <= 5; i++) sum += floorAt(z + 0.04 * i) / 11;
  return sum;
}

/** How far the joints of two poses are apart, metres: mean and largest. */
export function poseDistance(a: ArrayLike<number>, b: ArrayLike<number>): { mean: number; largest: number } {
  let [sum, largest] = [0, 0];
  for (let i = 0; i < a.length; i += 3) {
    const distance = Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
    sum += distance;
    largest = Math.max(largest, distance);
  }
  return { mean: (sum * 3) / a.length, largest };
}

export const wandering =
  (seed: number): Movement =>
  (seconds, out) =>
    wanderingFrame(seed, seconds, out);
export const standing: Movement = (_, out) => copyJointFrame(out, standingFrame());

/** World space. */
export function placeOf({ state, model }: Person, bone: HumanoidBone): Float64Array {
  const joint = jointOfBone(model.skeleton, bone) * 3;
  return state.pose.worldPositions.subarray(joint, joint + 3);
}
