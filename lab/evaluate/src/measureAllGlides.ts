import { defaultStature, scaleSkeleton } from '@leib/body';
import {
  buildEmbody,
  createCrowd,
  createEmbodyCrowdSolver,
  defaultEmbodySettings,
  defaultLodSettings,
  stepCrowd,
} from '@leib/embody';
import { readPrior } from '../../../apps/cli/dist/readPrior.js';
import type { Solver } from '../../../apps/cli/dist/solver.js';
import { type GlideResult, measureGlides } from './measureGlides.js';

/** One level of a crowd's detail, by the distance at which it is shown, metres. */
function crowdSolver(name: string, distance: number): Solver {
  const prior = readPrior();
  return {
    name,
    create(skeleton) {
      const solver = createEmbodyCrowdSolver(buildEmbody(skeleton, defaultEmbodySettings, prior));
      const crowd = createCrowd([{ skeleton, solver }]);
      const distances = Float64Array.of(distance);
      return {
        pose: crowd.avatars[0].pose,
        step: (frame, dtSeconds) => stepCrowd(crowd, [frame], distances, dtSeconds),
      };
    },
  };
}

/** How legs carry the default body below a head that glides: by solvers, and in the crowd's levels of detail. */
export function measureAllGlides(
  solvers: readonly Solver[],
  progress: (text: string) => void,
): readonly { readonly solver: string; readonly ways: readonly GlideResult[] }[] {
  const { fullDistance, reducedDistance } = defaultLodSettings;
  const skeleton = scaleSkeleton(defaultStature);
  const levels = [
    crowdSolver('crowd, reduced', (fullDistance + reducedDistance) / 2),
    crowdSolver('crowd, far', 3 * reducedDistance),
  ];
  return [...solvers, ...levels].map((solver) => {
    progress(`ten ways, ${solver.name}`);
    return { solver: solver.name, ways: measureGlides(solver, skeleton) };
  });
}
