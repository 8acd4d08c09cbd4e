import type { TrackSpec } from '../recording/recorder.js';
import { createMoment, sampleTrack, type Track } from '../recording/track.js';
import type { StreamDof } from './fingers.js';

/** VRM 1.0's expressions. */
const vrmExpressions = [
  ...['neutral', 'happy', 'angry', 'sad', 'relaxed', 'surprised', 'aa', 'ih', 'ou', 'ee', 'oh'],
  ...['blink', 'blinkLeft', 'blinkRight', 'lookUp', 'lookDown', 'lookLeft', 'lookRight'],
];

/** The 52 shapes that phones and headsets track (ARKit's names). */
const trackedShapes = [
  ...['eyeBlinkLeft', 'eyeLookDownLeft', 'eyeLookInLeft', 'eyeLookOutLeft', 'eyeLookUpLeft', 'eyeSquintLeft'],
  ...['eyeWideLeft', 'eyeBlinkRight', 'eyeLookDownRight', 'eyeLookInRight', 'eyeLookOutRight', 'eyeLookUpRight'],
  ...['eyeSquintRight', 'eyeWideRight', 'jawForward', 'jawLeft', 'jawRight', 'jawOpen', 'mouthClose', 'mouthFunnel'],
  ...['mouthPucker', 'mouthLeft', 'mouthRight', 'mouthSmileLeft', 'mouthSmileRight', 'mouthFrownLeft'],
  ...['mouthFrownRight', 'mouthDimpleLeft', 'mouthDimpleRight', 'mouthStretchLeft', 'mouthStretchRight'],
  ...['mouthRollLower', 'mouthRollUpper', 'mouthShrugLower', 'mouthShrugUpper', 'mouthPressLeft', 'mouthPressRight'],
  ...['mouthLowerDownLeft', 'mouthLowerDownRight', 'mouthUpperUpLeft', 'mouthUpperUpRight', 'browDownLeft'],
  ...['browDownRight', 'browInnerUp', 'browOuterUpLeft', 'browOuterUpRight', 'cheekPuff', 'cheekSquintLeft'],
  ...['cheekSquintRight', 'noseSneerLeft', 'noseSneerRight', 'tongueOut'],
];

/** Free for morph targets that a file calls custom1 to custom11. */
const customShapes = Array.from({ length: 11 }, (_, i) => `custom${i + 1}`);

/** Parameters of a face, as many as the paper's face shader had. */
export const faceParameterNames: readonly string[] = [...vrmExpressions, ...trackedShapes, ...customShapes];

/** Numbers of 16 bits that the face of one agent takes. */
export const PACKED_FACE_SIZE = 81;

/** Step of a packed weight. */
export const FACE_STEP = 1 / 32767;

/** A face as it reaches the GPU: 81 weights from -1 to 1 in the order of faceParameterNames, 16 bits each, 162 bytes. */
export function packFace(out: Int16Array, at: number, weights: ArrayLike<number>): void {
  for (let i = 0; i < PACKED_FACE_SIZE; i++) {
    out[at + i] = Math.round(Math.max(-1, Math.min(1, weights[i])) / FACE_STEP);
  }
}

/** How far eyes and jaw turn at a weight of 1, radians. */
export const EYE_TURN = 0.45;
export const JAW_TURN = 0.3;

const turn = (bone: StreamDof['bone'], parameter: string, axis: StreamDof['axis'], factor: number): StreamDof => ({
  bone,
  column: faceParameterNames.indexOf(parameter),
  axis,
  factor,
});

/** Eyes and jaw are bones: the parameters that look and open the mouth turn them. Everything else is a morph target. */
export const faceDofs: readonly StreamDof[] = [
  ...(['left', 'right'] as const).flatMap((side): StreamDof[] => {
    const eye = `${side}Eye` as const;
    const Side = side === 'left' ? 'Left' : 'Right';
    // The nose is to the right of the left eye.
    const inwards = side === 'left' ? -EYE_TURN : EYE_TURN;
    return [
      turn(eye, 'lookLeft', [0, 1, 0], EYE_TURN),
      turn(eye, 'lookRight', [0, 1, 0], -EYE_TURN),
      turn(eye, `eyeLookIn${Side}`, [0, 1, 0], inwards),
      turn(eye, `eyeLookOut${Side}`, [0, 1, 0], -inwards),
      turn(eye, 'lookUp', [1, 0, 0], -EYE_TURN),
      turn(eye, 'lookDown', [1, 0, 0], EYE_TURN),
      turn(eye, `eyeLookUp${Side}`, [1, 0, 0], -EYE_TURN),
      turn(eye, `eyeLookDown${Side}`, [1, 0, 0], EYE_TURN),
    ];
  }),
  turn('jaw', 'jawOpen', [1, 0, 0], JAW_TURN),
];

/** A track for a face: weights by the names of its parameters. */
export function faceTrackSpec(name: string, hz: number): TrackSpec {
  const weights = { kind: 'line', count: PACKED_FACE_SIZE } as const;
  return { name, kind: 'face', hz, about: { names: faceParameterNames }, channels: { weights } };
}

/**
 * Reads a track of a face at times of the recorder's clock: 81 weights, which the next call writes again. A parameter that was not
 * recorded is 0; a gaze in radians (yaw of the left and the right eye, pitch) becomes where each eye looks.
 */
export function createFaceReader(track: Track): (seconds: number) => Float64Array {
  const moment = createMoment(track);
  const out = new Float64Array(PACKED_FACE_SIZE);
  const names = Array.isArray(track.about.names) ? track.about.names : [];
  const columns = names.map((name) => faceParameterNames.indexOf(name));
  return (seconds) => {
    sampleTrack(track, seconds, moment);
    const { weights = [], gaze } = moment.values;
    out.fill(0);
    columns.forEach((column, i) => {
      if (column >= 0) out[column] = weights[i] ?? 0;
    });
    if (gaze?.length === 3) addGaze(out, gaze);
    return out;
  };
}

/** Left and up are positive: out for the left eye, in for the right one. */
function addGaze(out: Float64Array, [leftYaw, rightYaw, pitch]: ArrayLike<number> & Iterable<number>): void {
  const add = (angle: number, positive: string, negative: string) => {
    out[faceParameterNames.indexOf(angle < 0 ? negative : positive)] += Math.abs(angle) / EYE_TURN;
  };
  add(leftYaw, 'eyeLookOutLeft', 'eyeLookInLeft');
  add(rightYaw, 'eyeLookInRight', 'eyeLookOutRight');
  add(pitch, 'eyeLookUpLeft', 'eyeLookDownLeft');
  add(pitch, 'eyeLookUpRight', 'eyeLookDownRight');
}
