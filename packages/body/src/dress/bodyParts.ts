import type { BodyModel } from '../shape/bodyModel.js';

export type PartMaterial = 'skin' | 'top' | 'trousers' | 'hair' | 'shoes' | 'sole' | 'brows' | 'eye';

interface CommonPart {
  readonly name: string;
  readonly material: PartMaterial;
  readonly vertexCount: number;
  readonly triangles: Uint16Array;
  /** Linear factors on the material's colour, share x 255. vertexCount x 3, or null for plain ones. */
  readonly colours: Uint8Array | null;
}

/** A part whose vertices lie over the body's skin and follow it. */
export interface SurfacePart extends CommonPart {
  readonly binding: 'surface';
  /** Triangle of the body that each vertex lies over. */
  readonly anchorTriangles: Uint16Array;
  /** Shares of the triangle's second and third corner x 65535. vertexCount x 2. */
  readonly anchorShares: Uint16Array;
  /** Distance from the skin along its normal, in steps of OFFSET_STEP. */
  readonly heights: Int16Array;
  /** What remains of the offset, world axes of the T-pose, in steps of OFFSET_STEP. vertexCount x 3. */
  readonly shifts: Int16Array;
  /** Hair: the same for the scalp below it, so that it can be shorter or gone. Null for other parts. */
  readonly bare: { readonly heights: Int16Array; readonly shifts: Int16Array } | null;
}

/** A part of its own shape: placed with an eye, a foot or the head, and scaled with it. */
export interface RigidPart extends CommonPart {
  readonly binding: 'eye' | 'foot' | 'head';
  readonly side: 'left' | 'right' | 'middle';
  /** In the rest frame of what it is bound to, in steps of OFFSET_STEP. vertexCount x 3. */
  readonly places: Int16Array;
  /** Four joints per vertex and their shares, which sum to 255. vertexCount x 4. */
  readonly joints: Uint8Array;
  readonly shares: Uint8Array;
}

export type BodyPart = SurfacePart | RigidPart;

/** Metres per step of offsets and places: 1/100 mm, so that 16 bits reach 33 cm. */
export const OFFSET_STEP = 1e-5;

/** Displacements of body vertices: an expression, or the face of an old person. */
export interface BodyField {
  readonly name: string;
  /** How much of it the resting face has. */
  readonly restShare: number;
  /** Metres, at the size of the default person. bodyVertexCount x 3. */
  readonly displacements: Float32Array;
}

/** Foot or upper head of the default person: the box that rigid parts were made around. */
export interface RestBox {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** Everything a body can wear, as leib-parts.bin holds it; fits any body of the shape space. */
export interface BodyParts {
  readonly bodyVertexCount: number;
  readonly bodyTriangleCount: number;
  readonly parts: readonly BodyPart[];
  /** Expressions of the face, in the order of the morph targets. */
  readonly expressions: readonly BodyField[];
  readonly ageing: BodyField;
  /** How much the surface below is smoothed as cloth smooths it, share x 255. bodyVertexCount. */
  readonly clothAmounts: Uint8Array;
  /** Distance between the eyes of the default person, metres. */
  readonly eyesApart: number;
  /** Vertices of the lids, and their places about the eye's centre, metres. count x 3. */
  readonly lids: Readonly<
    Record<'left' | 'right', { readonly vertices: readonly number[]; readonly places: readonly number[] }>
  >;
  /** Height of the ankle joint above the skin of the sole, metres; the thickness of the sole under it. */
  readonly ankleHeight: number;
  readonly soleHeight: number;
  readonly foot: Readonly<Record<'left' | 'right', RestBox>>;
  readonly head: RestBox;
}

/** Vertices of the body that belong to a foot, and those of the upper head. */
export function boxVertices(model: BodyModel, what: 'left' | 'right' | 'head', eyeHeight: number, p: Float64Array) {
  const names = what === 'head' ? ['head'] : [`${what}Foot`, `${what}Toes`];
  const joints = names.map((name) => model.jointNames.indexOf(name as (typeof model.jointNames)[number]));
  const found: number[] = [];
  for (let vertex = 0; vertex < model.vertexCount; vertex++) {
    let weight = 0;
    for (let k = vertex * 4; k < vertex * 4 + 4; k++) {
      if (joints.includes(model.skinJoints[k])) weight += model.skinWeights[k];
    }
    if (weight >= 0.5 && (what !== 'head' || p[vertex * 3 + 1] > eyeHeight)) found.push(vertex);
  }
  return found;
}

export function boxOf(vertices: readonly number[], p: Float64Array): RestBox {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = min.map((value) => -value);
  for (const vertex of vertices) {
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], p[vertex * 3 + k]);
      max[k] = Math.max(max[k], p[vertex * 3 + k]);
    }
  }
  return { min, max };
}
