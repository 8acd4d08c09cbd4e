import { loadBodySpace } from '@leib/body';
import { loadPrior } from '@leib/embody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { createStudyBodies } from '@leib/study';
import { type DryRunProgress, dryRunStudy } from '@leib/study/editor';
import { answerJob } from '../../../files/workerJob.js';
import type { DryRunCall } from './startDryRun.js';

answerJob<DryRunCall, DryRunProgress>(async ({ setup, number, urls }, onProgress) => {
  const [mujoco, bodies, prior] = await Promise.all([
    loadMujoco({ wasmUrl: urls.mujoco }),
    read(urls.bodies),
    read(urls.prior),
  ]);
  return dryRunStudy({
    ...{ setup, number, onProgress },
    bodies: createStudyBodies(setup.protocol, mujoco, loadBodySpace(bodies), loadPrior(prior)),
    seed: setup.protocol.seed,
  });
});

async function read(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`expected the file ${url}, got status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
