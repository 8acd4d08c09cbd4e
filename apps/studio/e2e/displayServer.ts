import { join } from 'node:path';
import { createAgentAngles, defaultAngleLayout, packAngles } from '@leib/mocap';
import {
  AGENT_VALUES,
  type DisplayFrame,
  type DisplayScene,
  DisplaysClient,
  defaultWalls,
  type WallsFile,
} from '@leib/net';
import { type RunningServer, startServer } from '@leib/server';
import { buildTestRig } from '@leib/three/testing';
import { expect } from 'vitest';
import { root } from '../../../scripts/project.mjs';
import { patience } from './studioPage.js';

/** The default CAVE in few pixels. */
export const smallWalls: WallsFile = {
  ...defaultWalls,
  walls: defaultWalls.walls.map((wall) => ({ ...wall, resolution: [100, 80] })),
};

/** One person of boxes. */
const scene: DisplayScene = {
  kinds: [{ name: 'boxes', mesh: 'default', scale: 1 }],
  agents: [{ id: 7, kind: 0 }],
  viewers: ['head'],
};

/** A server whose walls go by a clock that stands still unless it is advanced, and a simulation of one agent. */
export class DisplayServer {
  readonly server: RunningServer;
  readonly #simulation: DisplaysClient;
  readonly #clock: SteppedClock;
  readonly problems: string[] = [];
  /** Frames sent so far. */
  sent = 0;

  private constructor(server: RunningServer, clock: SteppedClock) {
    this.server = server;
    this.#clock = clock;
    this.#simulation = new DisplaysClient(
      server.url,
      { walls: 'simulation' },
      { onProblem: (reason) => this.problems.push(reason) },
    );
    this.#simulation.setScene(scene, [{ kind: 0, file: new Uint8Array(buildTestRig({ format: 'vrm1' })) }]);
  }

  static async open(walls: WallsFile = smallWalls): Promise<DisplayServer> {
    const clock = new SteppedClock();
    const studioDir = join(root, 'apps/studio/dist');
    return new DisplayServer(await startServer({ port: 0, studioDir, clock, displays: { walls } }), clock);
  }

  /** Sends a frame: the agent's hips at x, z and the viewer's head. Over when all connected walls that are in step show it. */
  async play(
    agent: readonly [x: number, z: number],
    head: readonly [x: number, y: number, z: number],
  ): Promise<number> {
    await expect.poll(() => this.#simulation.isOpen, patience).toBe(true);
    this.#clock.advance(1000 / 60);
    this.#simulation.sendFrame(frameOf(agent, head, this.sent / 60));
    this.sent++;
    await expect.poll(() => this.status.frame, { ...patience, interval: 2 }).toBe(this.sent);
    return this.sent;
  }

  get status() {
    return this.server.displays.status;
  }

  stateOf(wall: string): string | undefined {
    return this.status.walls.find(({ name }) => name === wall)?.state;
  }

  advance(ms: number): void {
    this.#clock.advance(ms);
  }

  async close(): Promise<void> {
    this.#simulation.dispose();
    await this.server.close();
  }
}

/** The server's time. */
class SteppedClock {
  #nowMs = 0;
  readonly #timers = new Set<() => void>();

  readonly nowMs = (): number => this.#nowMs;

  every(_periodMs: number, work: () => void): () => void {
    this.#timers.add(work);
    return () => this.#timers.delete(work);
  }

  /** All that is repeated is done once. */
  advance(ms: number): void {
    this.#nowMs += ms;
    for (const work of [...this.#timers]) work();
  }
}

function frameOf(
  [x, z]: readonly [number, number],
  head: readonly [number, number, number],
  timeSeconds: number,
): DisplayFrame {
  const angles = createAgentAngles(defaultAngleLayout);
  angles.rootPosition.set([x, 0.95, z]);
  const packed = new Int16Array(AGENT_VALUES);
  packAngles(packed, 0, angles);
  return {
    number: 0,
    timeSeconds,
    viewers: [{ pose: Float64Array.of(...head, 0, 0, 0, 1), isTracked: true }],
    agentIds: Uint16Array.of(7),
    packed,
    streams: [],
  };
}
