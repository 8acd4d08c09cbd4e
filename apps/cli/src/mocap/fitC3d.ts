import { defaultSkeleton, defaultStature } from '@leib/body';
import { readC3d, type UpAxis } from '@leib/formats';
import { fitMarkers, type MarkerFit, type MarkerMap } from '@leib/mocap';
import type { CommandOutput } from '../command.js';
import { named } from '../fileErrors.js';

export interface FitC3dOptions {
  readonly map?: MarkerMap | null;
  readonly up?: UpAxis | null;
}

/** Markers of a C3D file as the movement of the default body, which is given the person's lengths. */
export function fitC3d(
  path: string,
  bytes: Uint8Array,
  output: Pick<CommandOutput, 'progress'>,
  options: FitC3dOptions = {},
): Promise<MarkerFit> {
  return named(path, async () => {
    const file = await readC3d(bytes);
    const body = { skeleton: defaultSkeleton, stature: defaultStature, name: baseName(path), ...options };
    return fitMarkers(file, body, ({ stage, share }) => {
      output.progress(`${path}: ${stage}, ${Math.round(100 * share)} %`);
    });
  });
}

/** "takes/walk.c3d.gz" -> "walk" */
function baseName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(/\.gz$/i, '').replace(/\.[^.]+$/, '') || 'markers';
}
