import type { Motion, Skeleton } from '@leib/core';
import { agentProportions, buildAgentSkeleton } from '@leib/core/pack';
import { floorOfMotion, resampleMotion } from '@leib/formats';
import { buildTransfer, measureTransfer, type TransferFigures, transferMotion } from '@leib/mocap';
import type { CommandOutput, CommandRun } from '../command.js';
import type { mocapTransferOptions } from '../commands/mocap.js';
import { motionOf, readContent } from '../convert/content.js';
import { kindOfMotionFile, writeMotion } from '../convert/encodeContent.js';
import { named } from '../fileErrors.js';
import { readRateOption, readWordOption, requiredOption } from '../options.js';

export const runMocapTransfer: CommandRun<typeof mocapTransferOptions> = async (_operands, options, output) => {
  const inPath = requiredOption('in', options.in);
  const agent = requiredOption('to', options.to);
  const method = readWordOption('method', options.method ?? 'contacts', ['contacts', 'angles']);
  if (options.out !== undefined) kindOfMotionFile(options.out);
  const hz = readRateOption('hz', options.hz);
  const read = await readMotion(inPath, output);
  const motion = hz === undefined ? read : resampleMotion(read, hz);
  const to = await readAgent(agent, motion.skeleton, output);
  const floorY = floorOfMotion(motion);

  const figures: Record<string, ReturnType<typeof inCentimetres>> = {};
  for (const each of ['angles', 'contacts'] as const) {
    output.progress(`${each} …`);
    const model = buildTransfer(motion.skeleton, to, { method: each, floorY });
    const transferred = transferMotion(model, motion);
    figures[each] = inCentimetres(measureTransfer(model, motion, transferred));
    if (each === method && options.out !== undefined) await writeMotion(options.out, transferred);
  }
  const { frameCount: frames, hz: rate } = motion;
  const summary = { in: inPath, to: agent, method, out: options.out ?? null, frames, hz: rate, ...figures };
  if (options.json) return output.print(JSON.stringify(summary));
  for (const [name, figure] of Object.entries(figures)) output.print(`${name}: ${describe(figure)}`);
  if (options.out !== undefined) output.print(`${options.out}: ${frames} frames at ${rate} Hz, by ${method}`);
};

async function readMotion(path: string, output: CommandOutput): Promise<Motion> {
  const content = await readContent(path, {}, output);
  return named(path, () => motionOf(content));
}

/** An agent made from the actor's own body, or the skeleton of a file. */
async function readAgent(agent: string, actor: Skeleton, output: CommandOutput): Promise<Skeleton> {
  if (Object.hasOwn(agentProportions, agent)) {
    return buildAgentSkeleton(actor, agentProportions[agent as keyof typeof agentProportions]);
  }
  return (await readMotion(agent, output)).skeleton;
}

function inCentimetres({ footSlide, actorFootSlide, palms, floor, body }: TransferFigures) {
  const cm = (metres: number) => (Number.isNaN(metres) ? null : Number((metres * 100).toFixed(3)));
  const distance = ({ count, mean, max }: TransferFigures['palms']) => ({ count, meanCm: cm(mean), maxCm: cm(max) });
  return {
    footSlideCmPerS: cm(footSlide),
    actorFootSlideCmPerS: cm(actorFootSlide),
    palms: distance(palms),
    floor: distance(floor),
    body: distance(body),
  };
}

function describe(figures: ReturnType<typeof inCentimetres>): string {
  const contacts = (['palms', 'floor', 'body'] as const)
    .filter((name) => figures[name].count > 0)
    .map((name) => `${name} ${figures[name].meanCm} cm off in ${figures[name].count} contacts`);
  const slide = `feet slide ${figures.footSlideCmPerS} cm/s (actor ${figures.actorFootSlideCmPerS})`;
  return [slide, ...contacts].join(', ');
}
