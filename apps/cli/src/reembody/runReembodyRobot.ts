import { type HumanoidBone, InputError } from '@leib/core';
import { loadMujoco, type MujocoModule } from '@leib/reembody/mujoco';
import {
  defaultJointStreamOptions,
  parseRobotBones,
  type RobotBones,
  robotBonesText,
  robotOutputAt,
} from '@leib/reembody/robot';
import { type CommandRun, UsageError } from '../command.js';
import type { reembodyRobotOptions } from '../commands/reembody.js';
import { withPath } from '../fileErrors.js';
import { readText, writeOutput } from '../files.js';
import { readNumberOption } from '../options.js';
import { gestures } from './gestures.js';
import { readMotion } from './reembodyInput.js';
import { framesOf, openRobot, playAngles, type RobotWish } from './robotAngles.js';

/** Median and 95th percentile of an angle, degrees. */
interface Spread {
  readonly medianDeg: number;
  readonly p95Deg: number;
}

interface RobotFigures {
  readonly robot: string;
  readonly loadSeconds: number;
  readonly joints: readonly { readonly joint: string; readonly bone: HumanoidBone | null }[];
  readonly notes: readonly string[];
  readonly segments: Readonly<Record<string, Spread>>;
}

/** Columns of the table, each with the bones of both sides. */
const columns: readonly (readonly [title: string, bones: RegExp])[] = [
  ['upper arm', /UpperArm$/],
  ['forearm', /LowerArm$/],
  ['hand', /Hand$/],
  ['thigh', /UpperLeg$/],
  ['shin', /LowerLeg$/],
  ['foot', /Foot$/],
  ['torso', /^spine$/],
  ['head', /^head$/],
];

/** Angles are not counted in the first second: the robot comes from its own pose. */
const SKIPPED_SECONDS = 1;

export const runReembodyRobot: CommandRun<typeof reembodyRobotOptions> = async (paths, options, output) => {
  const wantsAngles = options.angles !== undefined || options.send !== undefined;
  if (wantsAngles && paths.length !== 1) {
    throw new UsageError('--angles', `expected one robot, got ${paths.length}; call it for each`);
  }
  const limits = {
    ...defaultJointStreamOptions,
    maxSpeed:
      readNumberOption('max-speed', options['max-speed'], { low: 0.01, high: 50 }) ??
      defaultJointStreamOptions.maxSpeed,
    maxAcceleration:
      readNumberOption('max-acceleration', options['max-acceleration'], { low: 0.1, high: 1000 }) ??
      defaultJointStreamOptions.maxAcceleration,
  };
  if (options.send !== undefined && !/^wss?:\/\/[^/]+/.test(options.send)) {
    throw new UsageError('--send', `expected an address as ws://HOST:PORT, got "${options.send}"`);
  }
  const motion = options.in === undefined ? gestures() : await readMotion(options.in);
  const bones = options.bones === undefined ? {} : await readBones(options.bones);
  const gather = { chosen: options.root, isWithoutMissing: options['without-missing'] };
  const wish = { gather, bones, motion, limits };
  const mujoco = await loadMujoco();
  const robots: (RobotFigures | { readonly robot: string; readonly reason: string })[] = [];
  if (!options.json)
    output.print(`${'robot'.padEnd(34)}  load s  follow ${columns.map(([title]) => title.padStart(12)).join('')}`);
  for (const path of paths) {
    output.progress(`loading ${path} …`);
    try {
      const figures = await measureRobot(mujoco, path, wish);
      robots.push(figures);
      if (!options.json) output.print(rowOf(figures));
      for (const note of figures.notes) output.note(`${path}: ${note}`);
      if (options['save-bones'] !== undefined) {
        const all = Object.fromEntries(figures.joints.map(({ joint, bone }) => [joint, bone]));
        await writeOutput(options['save-bones'], robotBonesText(all));
      }
    } catch (error) {
      if (!(error instanceof InputError) || paths.length === 1) throw error;
      robots.push({ robot: path, reason: error.message });
      if (!options.json) output.print(`${path.slice(-34).padEnd(34)}  ${error.message}`);
    }
  }
  const sent = wantsAngles ? await passAnglesOn(mujoco, paths[0], wish, options) : null;
  if (options.json) output.print(JSON.stringify({ robots, ...(sent !== null && { messages: sent }) }));
  else if (sent !== null)
    output.print(`${sent} messages ${options.angles ? `in ${options.angles}` : `sent to ${options.send}`}`);
};

/** Writes or sends the joint angles of a robot that follows the motion; returns how many messages. */
async function passAnglesOn(
  mujoco: MujocoModule,
  path: string,
  wish: RobotWish,
  { angles, send }: { readonly angles?: string | undefined; readonly send?: string | undefined },
): Promise<number> {
  const opened = await openRobot(mujoco, path, wish);
  try {
    const text = await playAngles(opened, wish.motion, send ?? null);
    if (angles !== undefined) await writeOutput(angles, text);
    return text.split('\n').length - 1;
  } finally {
    opened.robot.dispose();
  }
}

async function readBones(path: string): Promise<RobotBones> {
  try {
    return parseRobotBones(await readText(path));
  } catch (error) {
    throw withPath(path, error);
  }
}

async function measureRobot(mujoco: MujocoModule, path: string, wish: RobotWish): Promise<RobotFigures> {
  const begunMs = performance.now();
  const { robot, built } = await openRobot(mujoco, path, wish);
  const loadSeconds = (performance.now() - begunMs) / 1000;
  const { report } = built;
  const { motion } = wish;
  const angles = new Map<string, number[]>();
  let frame = 0;
  for (const numbers of framesOf(robot, motion)) {
    if (frame++ < Math.min(SKIPPED_SECONDS * motion.hz, motion.frameCount / 2)) continue;
    for (const [i, bone] of report.segments.entries()) {
      const title = columns.find(([, pattern]) => pattern.test(bone))?.[0] ?? bone;
      const list = angles.get(title) ?? [];
      list.push((numbers[robotOutputAt.segments + i] * 180) / Math.PI);
      angles.set(title, list);
    }
  }
  robot.dispose();
  for (const [title, list] of angles) {
    if (list.every(Number.isFinite)) continue;
    const wanted = 'expected joints that the engine can turn, got angles that are no numbers';
    throw new InputError(path, `${title}: ${wanted}; check their inertia, armature and limits`);
  }
  return {
    robot: path,
    loadSeconds,
    joints: report.joints.map(({ joint, bone }) => ({ joint, bone })),
    notes: report.notes,
    segments: Object.fromEntries([...angles].map(([title, list]) => [title, spreadOf(list)])),
  };
}

function spreadOf(angles: readonly number[]): Spread {
  const sorted = [...angles].sort((a, b) => a - b);
  return { medianDeg: sorted[Math.floor(sorted.length / 2)], p95Deg: sorted[Math.floor(sorted.length * 0.95)] };
}

function rowOf({ robot, loadSeconds, joints, segments }: RobotFigures): string {
  const following = joints.filter(({ bone }) => bone !== null).length;
  const cells = columns.map(([title]) => {
    const spread = segments[title];
    return (spread ? `${spread.medianDeg.toFixed(1)}, ${spread.p95Deg.toFixed(0)}` : '').padStart(12);
  });
  const share = `${following}/${joints.length}`;
  return `${robot.slice(-34).padEnd(34)}  ${loadSeconds.toFixed(1).padStart(6)}  ${share.padStart(6)} ${cells.join('')}`;
}
