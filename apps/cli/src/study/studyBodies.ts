import { loadMujoco } from '@leib/reembody/mujoco';
import { createStudyBodies, type Protocol, type SimulationBodies } from '@leib/study';
import { readBodySpace } from '../body/readModel.js';
import { readPrior } from '../solvers.js';

/** Bodies of simulated participants, of the files that come with the packages. */
export async function openStudyBodies(protocol: Protocol): Promise<SimulationBodies> {
  return createStudyBodies(protocol, await loadMujoco(), await readBodySpace(), readPrior());
}
