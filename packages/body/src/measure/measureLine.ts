import type { MeasureName } from './measureNames.js';

/** A measure and the line on the body along which it was taken. */
export interface MeasureLine {
  readonly name: MeasureName;
  /** Metres, or kilograms for the weight. */
  readonly value: number;
  /** Definition in words, for display. */
  readonly how: string;
  /** `estimated` where a bony point was assumed at its usual place. */
  readonly certainty: 'measured' | 'estimated';
  /** Corners of the line in the space of the measured surface, metres. Empty: no line. */
  readonly points: Float64Array;
  readonly isClosed: boolean;
  /**
   * Two vertices for each point, which lies on the edge between them: point = a + share (b - a). With these the line
   * follows the skin in any pose. Null where points are not on edges.
   */
  readonly anchors: { readonly vertices: Uint32Array; readonly shares: Float64Array } | null;
}
