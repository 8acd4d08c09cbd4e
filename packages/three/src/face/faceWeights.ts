import { EYE_TURN, faceParameterNames } from '@leib/core/pack';
import type { FaceValues } from './livingFace.js';

/** The weights of a face by the names of their parameters. */
const names = { blinkLeft: 'closedLeft', blinkRight: 'closedRight', aa: 'aa', oh: 'oh' } as const;
const weights = Object.entries(names).map(([name, key]) => [faceParameterNames.indexOf(name), key] as const);

/** Where each eye looks: the parameter for a positive angle, and the one for a negative. Left and up are positive. */
const gaze = (
  [
    ['leftYaw', 'eyeLookOutLeft', 'eyeLookInLeft'],
    ['rightYaw', 'eyeLookInRight', 'eyeLookOutRight'],
    ['pitch', 'eyeLookUpLeft', 'eyeLookDownLeft'],
    ['pitch', 'eyeLookUpRight', 'eyeLookDownRight'],
  ] as const
).map(
  ([key, positive, negative]) =>
    [key, faceParameterNames.indexOf(positive), faceParameterNames.indexOf(negative)] as const,
);

/** A face -> weights in the order of faceParameterNames, as they are sent and recorded. */
export function writeFaceWeights(values: Readonly<FaceValues>, out: Float64Array): Float64Array {
  out.fill(0);
  for (const [column, key] of weights) out[column] = values[key];
  for (const [key, positive, negative] of gaze)
    out[values[key] < 0 ? negative : positive] = Math.abs(values[key]) / EYE_TURN;
  return out;
}

/** The other way. */
export function readFaceWeights(from: ArrayLike<number>, out: FaceValues): FaceValues {
  for (const [column, key] of weights) out[key] = from[column];
  for (const [key, positive, negative] of gaze) out[key] = (from[positive] - from[negative]) * EYE_TURN;
  return out;
}
