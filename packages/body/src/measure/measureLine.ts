import type { MeasureName } from './measureNames.js';

/** A measure and where it was taken, to be drawn on the body. */
export interface MeasureLine {
  readonly name: MeasureName;
  /** Metres, or kilograms for the weight. */
  readonly value: number;
  /** In words, for people. */
  readonly how: string;
  /** `estimated` where a place that only a hand can feel was put where it usually is. */
  readonly certainty: 'measured' | 'estimated';
  /** Corners of the line, in the space of the measured surface, metres; a tape returns to its first. Empty: no line. */
  readonly points: Float64Array;
  readonly isClosed: boolean;
  /**
   * Two vertices for each point, which lies on the edge between them: point = a + share (b - a). So the line stays on
   * the skin in any pose. Null where points are not on edges.
   */
  readonly anchors: { readonly vertices: Uint32Array; readonly shares: Float64Array } | null;
}
