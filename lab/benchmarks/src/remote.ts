import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, type Pose, updateWorldPose } from '@leib/core';
import {
  defaultRemoteBodySettings,
  defaultRoom,
  inputAt,
  type MujocoModule,
  outputAt,
  RemoteClient,
  RemoteSession,
} from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { type ServerOptions, startServer } from '@leib/server';
import type { BenchmarkOptions } from './benchmarkOptions.js';
import { median } from './measureTimes.js';
import type { BenchResult } from './report.js';

const HZ = 90;
/** Bodies beside each other, hands just not in each other's way, metres. */
const APART = 1.9;

/** Everybody's arms go up and down in two seconds. */
function momentOf(timeSeconds: number, x: number): Pose {
  const pose = createPose(defaultSkeleton);
  const turn = 0.4 + 0.35 * Math.sin(Math.PI * timeSeconds);
  for (const [bone, sign] of [
    ['leftUpperArm', -1],
    ['rightUpperArm', 1],
  ] as const) {
    const at = jointOfBone(defaultSkeleton, bone) * 4;
    pose.localRotations[at + 2] = sign * Math.sin(turn);
    pose.localRotations[at + 3] = Math.cos(turn);
  }
  pose.rootPosition[0] = x;
  updateWorldPose(defaultSkeleton, pose);
  return pose;
}

function writeFrame(input: Float64Array, bodyCount: number, timeSeconds: number): void {
  const blockLength = input.length / bodyCount;
  for (let body = 0; body < bodyCount; body++) {
    const { rootPosition, localRotations } = momentOf(timeSeconds + 0.2 * body, body * APART);
    input.set(rootPosition, body * blockLength + inputAt.targetRootPosition);
    input.set(localRotations, body * blockLength + inputAt.targetRotations);
  }
  input[inputAt.dtSeconds] = 1 / HZ;
}

const body = { skeleton: defaultSkeleton, skin: null, settings: defaultRemoteBodySettings };

/** A session's frame with so many bodies in the default room, microseconds, ascending. */
function measureSession(mujoco: MujocoModule, bodyCount: number, frames: number): number[] {
  const session = new RemoteSession(mujoco, { bodies: Array(bodyCount).fill(body), objects: defaultRoom });
  const input = new Float64Array(session.layout.inputLength);
  const output = new Float64Array(session.layout.outputLength);
  const times: number[] = [];
  for (let frame = 0; frame < frames + HZ; frame++) {
    writeFrame(input, bodyCount, frame / HZ);
    const begunMs = performance.now();
    session.step(input, output);
    if (frame >= HZ) times.push((performance.now() - begunMs) * 1000);
  }
  session.dispose();
  return times.sort((a, b) => a - b);
}

interface RoundTrips {
  /** Microseconds, ascending: to and fro, and of that the step itself. */
  readonly trips: readonly number[];
  readonly steps: readonly number[];
}

/** A client of the server on loopback that sends 90 frames a second. */
async function measureRoundTrip(remote: ServerOptions['remote'] & object, frames: number): Promise<RoundTrips> {
  const server = await startServer({ port: 0, studioDir: null, remote });
  const trips: number[] = [];
  const steps: number[] = [];
  let sentMs = 0;
  let onBuilt = () => {};
  let onFailed = (_: Error) => {};
  const built = new Promise<void>((resolve, reject) => {
    onBuilt = resolve;
    onFailed = reject;
  });
  const [x, y, z] = defaultSkeleton.restOffsets;
  const opening = { body, starts: [[x, y, z] as const], objects: defaultRoom };
  const client = new RemoteClient(server.url, null, opening, {
    built: () => onBuilt(),
    frame(output, isAnswer) {
      if (!isAnswer) return;
      trips.push((performance.now() - sentMs) * 1000);
      steps.push(output[outputAt.stepSeconds] * 1e6);
    },
    failed: (reason) => onFailed(new Error(reason)),
  });
  await built;
  await new Promise<void>((resolve) => {
    let frame = 0;
    const timer = setInterval(() => {
      if (trips.length >= frames + HZ) {
        clearInterval(timer);
        resolve();
      } else if (client.input) {
        writeFrame(client.input, 1, frame++ / HZ);
        sentMs = performance.now();
        client.send();
      }
    }, 1000 / HZ);
  });
  client.dispose();
  await server.close();
  const ascending = (values: number[]) => values.slice(HZ).sort((a, b) => a - b);
  return { trips: ascending(trips), steps: ascending(steps) };
}

const p95 = (ascending: readonly number[]) => ascending[Math.floor(ascending.length * 0.95)];

/** Several bodies in one session, and the way to a server and back. */
export async function benchRemote({ targetCount }: BenchmarkOptions): Promise<BenchResult[]> {
  const seconds = targetCount >= 1000 ? 20 : targetCount >= 200 ? 5 : 1;
  const mujoco = await loadMujoco();
  const results = [1, 2, 4, 8].map((bodyCount): BenchResult => {
    const times = measureSession(mujoco, bodyCount, seconds * HZ);
    return {
      name: `remote/session-${bodyCount}-bodies`,
      ours: median(times),
      unit: 'us',
      peers: {},
      ratio: {},
      bytesPerCall: null,
      facts: { p95Us: p95(times), perBodyUs: median(times) / bodyCount },
    };
  });
  const inThread = await measureRoundTrip({}, seconds * HZ);
  const inMain = await measureRoundTrip({ threadScript: null }, seconds * HZ);
  const [ours, main] = [median([...inThread.trips]), median([...inMain.trips])];
  const peer = 'the server’s main thread';
  results.push({
    name: 'remote/round-trip-loopback',
    ours,
    unit: 'us',
    peers: { [peer]: main },
    ratio: { [peer]: main / ours },
    bytesPerCall: null,
    facts: {
      frames: inThread.trips.length,
      p95Us: p95(inThread.trips),
      stepUs: median([...inThread.steps]),
      mainP95Us: p95(inMain.trips),
    },
  });
  return results;
}
