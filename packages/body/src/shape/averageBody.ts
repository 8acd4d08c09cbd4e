import { defaultStature } from '../defaultBody.generated.js';
import type { BodySpace } from './bodyModel.js';
import { createShapedBody, shapeBody, skeletonOfShape } from './shapeBody.js';

/** The average body of a space, neither female nor male, with the skin that exact colliders are made of, at its own stature (metres). */
export function averageBody({ neutral: model }: BodySpace) {
  const shaped = createShapedBody(model);
  shapeBody(model, new Float64Array(model.betaCount), shaped);
  return {
    skeleton: skeletonOfShape(model, shaped),
    skin: { positions: shaped.positions, joints: Uint16Array.from(model.skinJoints), weights: model.skinWeights },
    stature: defaultStature,
  };
}
