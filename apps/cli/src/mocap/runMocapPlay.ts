import { defaultSkeleton } from '@leib/body';
import {
  buildRetarget,
  createPose,
  InputError,
  type Motion,
  motionDuration,
  retargetPose,
  sampleMotion,
  updateWorldPose,
} from '@leib/core';
import { createActorPacking, createPackedActor, movesFingers, packActor } from '@leib/core/pack';
import { type DisplayFrame, type DisplayScene, DisplaysClient, displayLimits } from '@leib/net';
import { type CommandRun, UsageError } from '../command.js';
import type { mocapPlayOptions } from '../commands/mocap.js';
import { motionOf, readContent } from '../convert/content.js';
import { readNumberOption, readWordOption } from '../options.js';

const HZ = 60;
const DEFAULT_SERVER = 'http://127.0.0.1:8080/';
/** How long the server may take to answer, milliseconds. */
const PATIENCE_MS = 5000;

export const runMocapPlay: CommandRun<typeof mocapPlayOptions> = async (_operands, options, output) => {
  if (options.in === undefined) throw new UsageError('--in', 'expected a file with a movement, got none');
  const agentCount =
    readNumberOption('agents', options.agents, { low: 1, high: displayLimits.agents, isWhole: true }) ?? 1;
  const frameCount =
    readNumberOption('frames', options.frames, { low: 1, high: 1e9, isWhole: true }) ?? Number.POSITIVE_INFINITY;
  const viewer = readWordOption('head', options.head ?? 'sway', ['sway', 'still']);
  const server = readServer(options.to ?? DEFAULT_SERVER);
  if (typeof globalThis.WebSocket !== 'function') {
    throw new InputError('', `expected Node 22 or newer, which has WebSocket, got ${process.version} without it`);
  }
  const motion = motionOf(await readContent(options.in, {}, output));
  const player = playOnDisplays(motion, agentCount, viewer);
  const client = new DisplaysClient(server, { walls: 'simulation' }, { onProblem: (reason) => output.note(reason) });
  try {
    await untilOpen(client, server);
    client.setScene(player.scene);
    output.print(`${options.in}: playing on ${new URL('/displays', server)} (Ctrl-C stops it)`);
    await playFrames(client, player, frameCount);
  } finally {
    client.dispose();
  }
};

async function untilOpen(client: DisplaysClient, server: string): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!client.isOpen) {
    if (performance.now() > endMs) {
      throw new InputError(
        '--to',
        `expected a running server, got no answer from ${server}; start one with leib serve`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Frames are due by the schedule, not by the timer, which is late now and then; frames that are overdue are left out. */
function playFrames(client: DisplaysClient, player: MotionOnDisplays, frameCount: number): Promise<void> {
  const startMs = performance.now();
  let [sent, lastDue] = [0, -1];
  return new Promise((resolve) => {
    const stop = () => {
      clearInterval(timer);
      process.removeListener('SIGINT', stop);
      process.removeListener('SIGTERM', stop);
      resolve();
    };
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startMs) / 1000) * HZ);
      if (due === lastDue) return;
      lastDue = due;
      if (client.sendFrame(player.frameAt(due / HZ))) sent++;
      if (sent >= frameCount) stop();
    }, 4);
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}

function readServer(text: string): string {
  try {
    const { protocol, href } = new URL(text);
    if (protocol === 'http:' || protocol === 'https:') return href;
  } catch {
    // Not an address at all: the same message.
  }
  throw new UsageError('--to', `expected an address like ${DEFAULT_SERVER}, got "${text}"`);
}

type ViewerKind = 'sway' | 'still';

/** A movement as a simulation of agents with the default body. */
interface MotionOnDisplays {
  readonly scene: DisplayScene;
  /** The moment at a time, seconds; the movement begins again after its end. */
  frameAt(seconds: number): DisplayFrame;
}

/** Where the first agent begins: behind the front wall of the default CAVE, metres. */
const AHEAD = 2.2;
/** Between agents of a row, metres, and the delay of each after the one before, seconds. */
const APART = 1.1;
const DELAY = 0.3;
/** Of the viewer's eyes, metres: above the floor, and behind the middle of the room. */
const EYE_HEIGHT = 1.68;
const STEP_BACK = 0.25;
/** The viewer's way from the middle to each side, metres, and the time there and back, seconds. */
const SWAY = 0.4;
const SWAY_SECONDS = 6;

export function playOnDisplays(motion: Motion, agentCount: number, viewer: ViewerKind): MotionOnDisplays {
  const retarget = buildRetarget(motion.skeleton, defaultSkeleton);
  const [from, to] = [createPose(motion.skeleton), createPose(defaultSkeleton)];
  const fingers = movesFingers(motion);
  const packings = Array.from({ length: agentCount }, () => createActorPacking(defaultSkeleton));
  const duration = Math.max(motionDuration(motion), 1 / motion.hz);
  const poseAt = (seconds: number) => {
    sampleMotion(motion, ((seconds % duration) + duration) % duration, from);
    updateWorldPose(motion.skeleton, from);
    retargetPose(retarget, from, to);
  };
  // Recordings begin anywhere in their room: this one begins before the viewer.
  poseAt(0);
  const [startX, , startZ] = to.rootPosition;
  return {
    scene: {
      kinds: [{ name: motion.name.slice(0, 80), mesh: 'default', scale: 1, ...(fingers ? { fingers } : {}) }],
      agents: packings.map((_, id) => ({
        id,
        kind: 0,
        origin: [(id - (agentCount - 1) / 2) * APART, 0, -AHEAD] as const,
      })),
      viewers: ['head'],
    },
    frameAt(seconds) {
      const actors = packings.map((packing, agent) => {
        poseAt(seconds - agent * DELAY);
        to.rootPosition[0] -= startX;
        to.rootPosition[2] -= startZ;
        updateWorldPose(defaultSkeleton, to);
        const actor = createPackedActor(String(agent), 'captured', { fingers, face: false });
        packActor(packing, to, null, null, actor);
        return actor;
      });
      const x = viewer === 'sway' ? SWAY * Math.sin((2 * Math.PI * seconds) / SWAY_SECONDS) : 0;
      const pose = Float64Array.of(x, EYE_HEIGHT, STEP_BACK, 0, 0, 0, 1);
      return { number: 0, seconds, viewers: [{ pose, isTracked: true }], actors };
    },
  };
}
