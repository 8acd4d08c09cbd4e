import { InputError } from '@leib/core';
import { faceOfRecording } from '@leib/formats';
import { DisplaysClient, displayLimits } from '@leib/net';
import { type CommandRun, UsageError } from '../command.js';
import type { mocapPlayOptions } from '../commands/mocap.js';
import { motionOf, readContent } from '../convert/content.js';
import { readNumberOption, readWordOption } from '../options.js';
import { type MotionOnDisplays, playOnDisplays } from './motionOnDisplays.js';

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
  const content = await readContent(options.in, {}, output);
  const player = playOnDisplays(motionOf(content), agentCount, viewer, faceOfRecording(content.recording));
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
