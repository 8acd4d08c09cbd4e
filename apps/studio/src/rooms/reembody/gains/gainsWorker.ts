import { buildRemoteBody, type MujocoModule, tuneRemoteBody } from '@leib/reembody';
import { evaluateGains } from '@leib/reembody/measure';
import { loadMujoco } from '@leib/reembody/mujoco';
import type { EvaluationTask, GainsAnswer, GainsRequest } from './gainsMessages.js';

const post = postMessage as (answer: GainsAnswer) => void;

function evaluate(mujoco: MujocoModule, { body, motion, before, after }: EvaluationTask): GainsAnswer {
  const [first, second] = [before, after].map((settings, i) =>
    evaluateGains(mujoco, buildRemoteBody(body.skeleton, settings, null, body), motion, (share) =>
      post({ kind: 'share', share: (i + share) / 2 }),
    ),
  );
  return { kind: 'evaluated', before: first, after: second };
}

async function answer({ wasmUrl, task }: GainsRequest): Promise<GainsAnswer> {
  const mujoco = await loadMujoco({ wasmUrl });
  if (task.kind === 'evaluate') return evaluate(mujoco, task);
  const tuning = tuneRemoteBody(mujoco, task.body, task.options, (done, total, found) => {
    post({ kind: 'axis', done, total, found });
    return true;
  });
  return { kind: 'tuned', tuning };
}

addEventListener('message', async ({ data }: MessageEvent<GainsRequest>) => {
  try {
    post(await answer(data));
  } catch (error) {
    post({ kind: 'failed', reason: (error as Error).message });
  }
});
