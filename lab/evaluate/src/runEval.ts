import { join } from 'node:path';
import { defaultStature, scaleSkeleton } from '@leib/body';
import {
  buildEmbody,
  createCrowd,
  createEmbodyCrowdSolver,
  defaultEmbodySettings,
  defaultLodSettings,
  type OtherSolver,
  stepCrowd,
} from '@leib/embody';
import { readBvh } from '@leib/formats';
import type { CommandRun } from '../../../apps/cli/dist/command.js';
import type { evalOptions } from '../../../apps/cli/dist/commands/lab.js';
import { type EvalManifestClip, listEvalFolder } from '../../../apps/cli/dist/evalFolder.js';
import { named } from '../../../apps/cli/dist/fileErrors.js';
import { readInput, readJson, writeOutput } from '../../../apps/cli/dist/files.js';
import { readTrackersWithHead } from '../../../apps/cli/dist/options.js';
import type { Solver } from '../../../apps/cli/dist/solvers.js';
import { createAllSolvers, readPrior } from '../../../apps/cli/dist/solvers.js';
import { buildEvalClip, defaultEvalClipOptions, type EvalClip, type EvalClipOptions } from './evalClip.js';
import { evaluateSolvers } from './evaluateSolvers.js';
import { formatEvaluation } from './formatEvaluation.js';
import { formatGlides, type GlideResult, measureGlides } from './measureGlides.js';

export const runEval: CommandRun<typeof evalOptions> = async ([folder], options, output) => {
  const points = readTrackersWithHead(options.trackers) ?? defaultEvalClipOptions.points;
  const settings = options.settings === undefined ? undefined : await readJson(options.settings);
  const solvers = await named(options.settings ?? '', () => createAllSolvers(settings));
  if (folder === 'glides') {
    const results = measureAllGlides(solvers, (text) => output.progress(text));
    return report(results, results.map(({ solver, ways }) => formatGlides(solver, ways)).join('\n\n'));
  }
  const { clips, notes } = await listEvalFolder(folder, options.only);
  const clipOptions = { ...defaultEvalClipOptions, points };
  const results = await evaluateSolvers(
    clips.map((clip) => () => loadEvalClip(folder, clip, clipOptions)),
    solvers,
    (done, total, clip, solver) => output.progress(`${done + 1} of ${total}: ${clip}, ${solver}`),
  );
  for (const note of notes) output.note(note);
  return report(results, formatEvaluation(results));

  async function report(all: readonly unknown[], tables: string): Promise<void> {
    const json = JSON.stringify({ folder, hz: defaultEvalClipOptions.hz, trackers: points, results: all });
    if (options.json === '-') return output.print(json);
    if (options.json !== undefined) await writeOutput(options.json, new TextEncoder().encode(`${json}\n`));
    output.print(tables);
  }
};

/** Reads one clip. Errors begin with its file's path. */
async function loadEvalClip(folder: string, clip: EvalManifestClip, options: EvalClipOptions): Promise<EvalClip> {
  const path = join(folder, clip.file);
  const bytes = await readInput(path);
  return named(path, async () => buildEvalClip((await readBvh(bytes)).motion, clip, options));
}

/** One level of a crowd's detail, by the distance at which it is shown, metres. */
function crowdSolver(name: string, distance: number): Solver {
  const prior = readPrior();
  const choice: OtherSolver = {
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
  return { name, choice, prior };
}

/** How legs carry the default body below a head that glides: by solvers, and in the crowd's levels of detail. */
function measureAllGlides(
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
