import { clamp, createQuat, easeScalar, ownValue } from '@leib/core';
import { FINGER_COUNT, type HandSignal, turnHand } from '../handSignal.js';

/** The left hand's home row: each key closes the finger that would lie on it; the space bar is the thumb. */
export const mouseHandKeys: Readonly<Record<string, readonly number[]>> = {
  Space: [0],
  KeyF: [1],
  KeyD: [2],
  KeyS: [3],
  KeyA: [4],
  KeyG: [1, 2, 3, 4],
  KeyH: [0, 1, 2, 3, 4],
};

/** A key is a switch, a finger is not: it takes about a tenth of a second to close. */
const FINGER_HALF_LIFE = 0.045;
const POSE_HALF_LIFE = 0.03;
/** From the middle of the picture to its edge, metres. */
const REACH = 0.25;
const DISTANCE = 0.3;
const TURN = 1.3;
/** Metres per pixel of the wheel, radians per pixel of a turn. */
const WHEEL_STEP = 0.0004;
const TURN_STEP = 0.006;

/** A hand on mouse and keyboard, for trying: keys are held down by the other hand. */
export class MouseHand {
  /** Fingers whose keys are down. */
  readonly #isHeld = new Uint8Array(FINGER_COUNT);
  readonly #bends = new Float64Array(FINGER_COUNT);
  /** Where the hand goes, and where it is: x, y, z, yaw, pitch; metres and radians. */
  readonly #goal = new Float64Array(5);
  readonly #shown = new Float64Array(5);
  readonly #rotation = createQuat();

  /** A key by its KeyboardEvent.code. True where it is one of a finger's. */
  press(code: string, isDown: boolean): boolean {
    const closed = ownValue(mouseHandKeys, code);
    if (closed === undefined) return false;
    for (const finger of closed) this.#isHeld[finger] = isDown ? 1 : 0;
    return true;
  }

  /** A page that loses the focus gets no key up. */
  releaseKeys(): void {
    this.#isHeld.fill(0);
  }

  /** Where the pointer is in the picture: -1 left and bottom, 1 right and top. */
  move(x: number, y: number): void {
    this.#goal[0] = clamp(x, -1, 1) * REACH;
    this.#goal[1] = clamp(y, -1, 1) * REACH;
  }

  /** A drag that turns the hand, pixels. */
  turn(dxPixels: number, dyPixels: number): void {
    const goal = this.#goal;
    goal[3] = clamp(goal[3] + dxPixels * TURN_STEP, -TURN, TURN);
    goal[4] = clamp(goal[4] - dyPixels * TURN_STEP, -TURN, TURN);
  }

  /** The wheel: away from the user and near, pixels. */
  push(deltaPixels: number): void {
    this.#goal[2] = clamp(this.#goal[2] + deltaPixels * WHEEL_STEP, -DISTANCE, DISTANCE);
  }

  step(dtSeconds: number, out: HandSignal): void {
    const [bends, goal, shown] = [this.#bends, this.#goal, this.#shown];
    for (let i = 0; i < FINGER_COUNT; i++) {
      bends[i] = easeScalar(bends[i], this.#isHeld[i], FINGER_HALF_LIFE, dtSeconds);
    }
    for (let i = 0; i < goal.length; i++) shown[i] = easeScalar(shown[i], goal[i], POSE_HALF_LIFE, dtSeconds);
    out.bends.set(bends);
    out.position.set(shown.subarray(0, 3));
    turnHand(this.#rotation, shown[3], shown[4], 0);
    out.rotation.set(this.#rotation);
    out.confidence = 1;
  }
}
