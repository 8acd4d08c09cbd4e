import { type BlinkState, createBlink, stepBlink } from './blink.js';
import { createGaze, defaultGazeParams, type GazeInput, type GazeState, stepGaze } from './gaze.js';
import { createMouth, type MouthState, stepMouth } from './mouth.js';

/** What a face shows at a moment. Avatar.face draws it. */
export interface FaceValues {
  /** How far the lids are closed, 0 to 1. */
  closedLeft: number;
  closedRight: number;
  /** Eyes in the head, radians: left and up are positive. */
  leftYaw: number;
  rightYaw: number;
  pitch: number;
  /** Weights of the vowels, 0 to 1. */
  aa: number;
  oh: number;
}

export function createFaceValues(): FaceValues {
  return { closedLeft: 0, closedRight: 0, leftYaw: 0, rightYaw: 0, pitch: 0, aa: 0, oh: 0 };
}

/** A face that lives by itself. One per avatar; the same seed and inputs give the same face. */
export interface LivingFace {
  readonly blink: BlinkState;
  readonly gaze: GazeState;
  readonly mouth: MouthState;
  /** Output. */
  readonly values: FaceValues;
}

export function createLivingFace(seed = 1): LivingFace {
  return { blink: createBlink(seed), gaze: createGaze(seed + 1), mouth: createMouth(), values: createFaceValues() };
}

export interface LivingFaceInput extends GazeInput {
  /** Loudness of the microphone, 0 to 1; null: none is open. */
  readonly rms: number | null;
}

/** The upper lid goes down with the eyes: so far closed at the lowest gaze. */
const LID_FOLLOWS = 0.3;

/** Advances a face: gaze, lids, mouth. */
export function stepLivingFace(face: LivingFace, input: LivingFaceInput, dtSeconds: number): void {
  const { blink, gaze, mouth, values } = face;
  stepGaze(gaze, input, dtSeconds);
  stepBlink(blink, gaze.shift, dtSeconds);
  stepMouth(mouth, input.rms, dtSeconds);
  const lowered = (LID_FOLLOWS * Math.max(0, -gaze.eyes.pitch)) / defaultGazeParams.mostDown;
  values.closedLeft = lowered + (1 - lowered) * blink.closed;
  values.closedRight = values.closedLeft;
  values.leftYaw = gaze.eyes.leftYaw;
  values.rightYaw = gaze.eyes.rightYaw;
  values.pitch = gaze.eyes.pitch;
  values.aa = mouth.aa;
  values.oh = mouth.oh;
}
