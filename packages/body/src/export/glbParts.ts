import type { HumanoidBone } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';
import type { ShapedBody } from '../shape/shapeBody.js';
import { jointsOfShape } from '../shape/shapeBody.js';

/** Corners of triangles, in two bytes each where these are enough. */
export function indicesOf(triangles: Uint32Array, vertexCount: number): Uint32Array | Uint16Array {
  return vertexCount <= 65535 ? Uint16Array.from(triangles) : triangles;
}

/** Nodes of a body's bones, in the model's order, all unrotated. */
export function boneNodes(model: BodyModel, shaped: ShapedBody): { readonly name: HumanoidBone }[] {
  return jointsOfShape(model, shaped).map(({ offset }, joint) => {
    const children = model.jointNames.flatMap((_, child) => (model.parents[child] === joint ? [child] : []));
    return { name: model.jointNames[joint], translation: offset, ...(children.length > 0 && { children }) };
  });
}

/** 16-bit colours with an alpha of 1. */
export function quantised(colours: Float32Array): Uint16Array {
  const count = colours.length / 3;
  const out = new Uint16Array(count * 4).fill(65535);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < 3; k++) out[row * 4 + k] = Math.round(colours[row * 3 + k] * 65535);
  }
  return out;
}

/** 16-bit weights whose sum is exactly 65535: the rounding error goes to the first, which is the strongest. */
export function quantisedWeights(weights: Float32Array): Uint16Array {
  const out = Uint16Array.from(weights, (weight) => Math.round(weight * 65535));
  for (let at = 0; at < out.length; at += 4) {
    out[at] += 65535 - (out[at] + out[at + 1] + out[at + 2] + out[at + 3]);
  }
  return out;
}
