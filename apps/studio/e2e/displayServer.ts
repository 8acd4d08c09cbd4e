import { join } from 'node:path';
import { createAgentAngles, createPackedActor, defaultAngleLayout, packAngles } from '@leib/core/pack';
import { type DisplayFrame, type DisplayScene, DisplaysClient, defaultWalls, type WallsFile } from '@leib/net';
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
    this.setBody(testBody());
  }

  /** The agent's body from now on: a GLB, which goes to the server first. */
  setBody(file: Uint8Array<ArrayBuffer>): void {
    this.#simulation.setScene(scene, [{ kind: 0, file }]);
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

/** A person of boxes; as large a file as asked for, by bytes that no mesh uses. */
export function testBody(extraBytes = 0): Uint8Array<ArrayBuffer> {
  const rig = Buffer.from(buildTestRig({ format: 'vrm1' }));
  if (extraBytes === 0) return new Uint8Array(rig);
  // GLB: 12 bytes, then JSON and the binary chunk, each after its length and type.
  const jsonLength = rig.readUInt32LE(12);
  const json = JSON.parse(rig.subarray(20, 20 + jsonLength).toString());
  const binary = Buffer.concat([rig.subarray(20 + jsonLength + 8), Buffer.alloc(extraBytes)]);
  json.buffers[0].byteLength = binary.length;
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, 0x20)]);
  const words = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer);
  const size = 12 + 8 + padded.length + 8 + binary.length;
  const head = [rig.subarray(0, 8), words(size, padded.length), rig.subarray(16, 20)];
  return new Uint8Array(Buffer.concat([...head, padded, words(binary.length, 0x004e4942), binary]));
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
  seconds: number,
): DisplayFrame {
  const angles = createAgentAngles(defaultAngleLayout);
  angles.rootPosition.set([x, 0.95, z]);
  const actor = createPackedActor('7', 'captured', { fingers: false, face: false });
  packAngles(actor.body, 0, angles);
  return {
    number: 0,
    seconds,
    viewers: [{ pose: Float64Array.of(...head, 0, 0, 0, 1), isTracked: true }],
    actors: [actor],
  };
}
