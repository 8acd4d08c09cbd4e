import { InputError, type Motion } from '@leib/core';
import { fitMarkersInWorker } from '../../rooms/mocap/markers/fitMarkersInWorker.js';
import { setBusy } from '../../ui/pageStore.js';

/** Markers of a C3D file as the movement of a body that is fitted to them, beside the page. */
export async function motionOfMarkers(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<{ readonly motion: Motion; readonly remarks: readonly string[] }> {
  const work = fitMarkersInWorker({ bytes, name, map: null }, ({ stage, share }) => {
    setBusy(`Fitting a body to the markers of ${name}: ${stage}, ${Math.round(100 * share)} %`);
  });
  const fit = await work.result;
  if (fit === null) throw new InputError('', 'the fit was cancelled');
  const { motion, report, markers } = fit;
  const residual = (1000 * report.meanResidual).toFixed(0);
  return {
    motion,
    remarks: [
      `A body was fitted to ${markers.length} markers, ${residual} mm off in the mean. Mocap shows each of them.`,
    ],
  };
}
