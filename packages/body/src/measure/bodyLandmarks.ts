/**
 * Landmarks for measuring: vertices of the default body's surface of 13380 vertices, left before right. Their
 * definitions are in docs/body-measures.md.
 */
export interface BodyLandmarks {
  readonly navel: number;
  readonly glabella: number;
  readonly occiput: number;
  readonly suprasternale: number;
  readonly cervicale: number;
  /** Front of the neck under the Adam's apple. */
  readonly infrathyroid: number;
  /** Skin in the plane of symmetry between the legs, front to back; the lowest is the crotch. */
  readonly perineum: readonly number[];
  readonly nipples: readonly [number, number];
  /** In the fold under each breast. */
  readonly underBusts: readonly [number, number];
  readonly acromia: readonly [number, number];
  readonly stylia: readonly [number, number];
  readonly middleFingertips: readonly [number, number];
  readonly glutealFolds: readonly [number, number];
  readonly kneecaps: readonly [number, number];
  readonly kneecapTops: readonly [number, number];
}

export const defaultLandmarks: BodyLandmarks = {
  navel: 4121,
  glabella: 227,
  occiput: 962,
  suprasternale: 1522,
  cervicale: 857,
  infrathyroid: 803,
  perineum: [4347, 4370, 4372, 6431, 4374, 4376, 4267, 4259],
  nipples: [8460, 1788],
  underBusts: [10723, 4068],
  acromia: [8236, 1558],
  stylia: [10438, 3771],
  middleFingertips: [8787, 2119],
  glutealFolds: [10893, 4262],
  kneecaps: [11242, 4624],
  kneecapTops: [11204, 4586],
};
