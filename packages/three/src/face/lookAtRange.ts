import type { GltfJson } from '../avatar/readGltfJson.js';
import { defaultGazeParams } from './gaze.js';

/** How a VRM's eyes follow a gaze: by bones, or by its expressions lookUp, lookDown, lookLeft and lookRight. */
export interface LookAtRange {
  readonly type: 'bone' | 'expression';
  /** What the eyes do at the limit of the gaze: a turn in radians, or an expression's weight. */
  readonly inner: number;
  readonly outer: number;
  readonly up: number;
  readonly down: number;
}

interface RangeMap {
  readonly inputMaxValue?: number;
  readonly outputScale?: number;
}

interface Vrm1LookAt {
  readonly type?: string;
  readonly rangeMapHorizontalInner?: RangeMap;
  readonly rangeMapHorizontalOuter?: RangeMap;
  readonly rangeMapVerticalUp?: RangeMap;
  readonly rangeMapVerticalDown?: RangeMap;
}

interface Vrm0Range {
  readonly xRange?: number;
  readonly yRange?: number;
}

interface Vrm0FirstPerson {
  readonly lookAtTypeName?: string;
  readonly lookAtHorizontalInner?: Vrm0Range;
  readonly lookAtHorizontalOuter?: Vrm0Range;
  readonly lookAtVerticalUp?: Vrm0Range;
  readonly lookAtVerticalDown?: Vrm0Range;
}

/**
 * What a VRM file says of its eyes; null where it says nothing. The file's outputScale is how far its eyes may turn. It is
 * reached where our gaze ends, and not at 90 degrees as many files have it: eyes would hardly move.
 */
export function readLookAtRange(json: GltfJson): LookAtRange | null {
  const vrm1 = (json.extensions?.VRMC_vrm as { readonly lookAt?: Vrm1LookAt } | undefined)?.lookAt;
  if (vrm1) {
    return rangeOf(vrm1.type === 'expression', [
      vrm1.rangeMapHorizontalInner?.outputScale,
      vrm1.rangeMapHorizontalOuter?.outputScale,
      vrm1.rangeMapVerticalUp?.outputScale,
      vrm1.rangeMapVerticalDown?.outputScale,
    ]);
  }
  const vrm0 = (json.extensions?.VRM as { readonly firstPerson?: Vrm0FirstPerson } | undefined)?.firstPerson;
  if (!vrm0?.lookAtTypeName) return null;
  return rangeOf(vrm0.lookAtTypeName === 'BlendShape', [
    vrm0.lookAtHorizontalInner?.yRange,
    vrm0.lookAtHorizontalOuter?.yRange,
    vrm0.lookAtVerticalUp?.yRange,
    vrm0.lookAtVerticalDown?.yRange,
  ]);
}

/** `scales`: inner, outer, up, down; degrees or weights. A file may hold anything: what is no number gets VRM's usual value. */
function rangeOf(isExpression: boolean, scales: readonly unknown[]): LookAtRange {
  const { mostYaw, mostUp, mostDown } = defaultGazeParams;
  const limits = [mostYaw, mostYaw, mostUp, mostDown];
  const [inner, outer, up, down] = scales.map((scale, i) => {
    const isNumber = typeof scale === 'number' && Number.isFinite(scale) && scale >= 0;
    if (isExpression) return Math.min(1, isNumber ? scale : 1);
    return Math.min(limits[i], (isNumber ? scale : 10) * (Math.PI / 180));
  });
  return { type: isExpression ? 'expression' : 'bone', inner, outer, up, down };
}
