import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { averageBody, loadBodySpace } from '@leib/body';
import { loadMujoco } from '@leib/reembody/mujoco';
import { createStudyBodies, type Protocol, type SimulationBodies } from '@leib/study';
import { readPrior } from '../solvers.js';

/** Bodies of simulated participants, of the files that come with the packages. */
export async function openStudyBodies(protocol: Protocol): Promise<SimulationBodies> {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@leib/body/leib-bodies.bin'));
  return createStudyBodies(protocol, await loadMujoco(), { ...averageBody(loadBodySpace(bytes)), prior: readPrior() });
}
