import { Color } from 'three';

/** By number of `quality` in @leib/tracking: lost, inferred, tracked. */
export const qualityColors: readonly Color[] = [new Color('#ef4444'), new Color('#f59e0b'), new Color('#10b981')];
