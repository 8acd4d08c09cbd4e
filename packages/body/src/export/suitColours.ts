import type { HumanoidBone } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';

/** Linear red, green, blue. */
export type Colour = readonly [red: number, green: number, blue: number];

interface SuitColours {
  readonly suit: Colour;
  /** Head, hands and feet. */
  readonly skin: Colour;
}

/** sRGB #5f7f86 and #cdb7a6. */
const defaultColours: SuitColours = { suit: [0.114, 0.212, 0.238], skin: [0.61, 0.474, 0.381] };

/** The suit blends into skin between these shares of a vertex' weight on bare bones: a seam about 1 cm wide. */
const SEAM_FROM = 0.4;
const SEAM_TO = 0.6;

/** Share of the neck bone that counts as bare, which puts the collar in the middle of the neck. */
const NECK_PART = 0.5;

/**
 * Colours of a plain suit from neck to wrists and ankles, chosen by the bones that move each vertex, so that it works for
 * any body model and shape. Linear. vertexCount x 3.
 */
export function suitColours(model: BodyModel, colours: Partial<SuitColours> = {}): Float32Array {
  const { suit, skin } = { ...defaultColours, ...colours };
  const { jointNames, parents, skinJoints, skinWeights, vertexCount } = model;
  const bareness = jointNames.map((_, joint) => barenessOf(jointNames, parents, joint));
  const out = new Float32Array(vertexCount * 3);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let bare = 0;
    for (let k = vertex * 4; k < vertex * 4 + 4; k++) bare += skinWeights[k] * bareness[skinJoints[k]];
    const along = Math.min(1, Math.max(0, (bare - SEAM_FROM) / (SEAM_TO - SEAM_FROM)));
    const skinPart = along * along * (3 - 2 * along);
    for (let c = 0; c < 3; c++) {
      out[vertex * 3 + c] = suit[c] + skinPart * (skin[c] - suit[c]);
    }
  }
  return out;
}

const bareBones: readonly HumanoidBone[] = ['head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'];

function barenessOf(names: readonly HumanoidBone[], parents: Int16Array, joint: number): number {
  if (names[joint] === 'neck') return NECK_PART;
  for (let at = joint; at >= 0; at = parents[at]) if (bareBones.includes(names[at])) return 1;
  return 0;
}
