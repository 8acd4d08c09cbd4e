import { defaultSkeleton, defaultStature } from '@leib/body';
import { readC3d } from '@leib/formats';
import { fitMarkers, type MarkerFitProgress } from '@leib/mocap';
import { answerJob } from '../../../files/workerJob.js';
import type { MarkerCall } from './fitMarkersInWorker.js';

/** Fits the markers of one C3D file. */
answerJob<MarkerCall, MarkerFitProgress>(async ({ bytes, name, map }, onProgress) => {
  const options = { skeleton: defaultSkeleton, stature: defaultStature, name, map };
  return fitMarkers(await readC3d(bytes), options, onProgress);
});
