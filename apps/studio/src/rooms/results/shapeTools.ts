import { loadBodySpace } from '@leib/body';
import bodiesUrl from '@leib/body/leib-bodies.bin?url';
import type { ShapeTools } from '@leib/study/results';
import { canvasOfPicture } from '../body/comparing.js';
import { readWithProgress } from '../body/worker/readWithProgress.js';

/** The page draws and answers before what comes after. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** What a report of a shape study needs of this page. */
export const shapeTools: ShapeTools = {
  openSpace: async () => loadBodySpace(await readWithProgress(new URL(bodiesUrl, location.href).href, () => {})),
  encode: (picture) => canvasOfPicture(picture).toDataURL('image/png'),
};
