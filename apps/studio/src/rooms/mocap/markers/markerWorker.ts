import { defaultSkeleton, defaultStature } from '@leib/body';
import { readC3d } from '@leib/formats';
import { fitMarkers } from '@leib/mocap';
import type { MarkerAnswer, MarkerCall } from './markerMessages.js';

const post = (answer: MarkerAnswer) => postMessage(answer);

/** Fits the markers of one C3D file. */
addEventListener('message', async ({ data: { bytes, name, map } }: MessageEvent<MarkerCall>) => {
  try {
    const file = await readC3d(bytes);
    const options = { skeleton: defaultSkeleton, stature: defaultStature, name, map };
    const fit = fitMarkers(file, options, (progress) => post({ kind: 'progress', progress }));
    post({ kind: 'done', fit });
  } catch (error) {
    post({ kind: 'failed', reason: (error as Error).message });
  }
});
