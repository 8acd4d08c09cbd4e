/** Points as a file has them: its own axes and unit. Made once and filled again. */
export interface PointBatch {
  count: number;
  /** capacity x 3. */
  readonly positions: Float64Array;
  /** Red, green, blue from 0 to 65535, capacity x 3; all 0 where the file has no colours. */
  readonly colours: Uint16Array;
  /** 0 to 65535. */
  readonly intensities: Uint16Array;
}

/** What the points of a file have. */
export interface PointsAbout {
  readonly kind: 'PLY' | 'LAS' | 'LAZ' | 'E57';
  /** How many the file announces. */
  readonly count: number;
  readonly hasColours: boolean;
  readonly hasIntensities: boolean;
  /** Upright axis that the format prescribes; null: it prescribes none. */
  readonly up: 'z' | null;
}

/** The points of a file, one batch after the other. */
export interface PointFile {
  readonly about: PointsAbout;
  batches(): AsyncGenerator<PointBatch>;
}

const BATCH_POINTS = 16_384;

export function createPointBatch(capacity = BATCH_POINTS): PointBatch {
  return {
    count: 0,
    positions: new Float64Array(capacity * 3),
    colours: new Uint16Array(capacity * 3),
    intensities: new Uint16Array(capacity),
  };
}
