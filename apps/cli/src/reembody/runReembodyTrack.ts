import { type Motion, poseTrackSpec, readSmplJoints, type Skeleton, smplToJoint, valuesOfPose } from '@leib/core';
import {
  createJointsFrame,
  createMemorySink,
  jointsTrackSpec,
  openRecordingWriter,
  valuesOfJoints,
} from '@leib/formats';
import {
  applyTuning,
  buildRemoteBody,
  type MujocoModule,
  type RemoteBodySettings,
  RemoteWorld,
  tuneRemoteBody,
} from '@leib/reembody';
import { partError, type TrackFrame, type TrackReport, trackMotion } from '@leib/reembody/measure';
import { loadMujoco } from '@leib/reembody/mujoco';
import { type CommandRun, UsageError } from '../command.js';
import type { reembodyTrackOptions } from '../commands/reembody.js';
import { writeOutput } from '../files.js';
import { readNumberOption } from '../options.js';
import { readVersion } from '../process.js';
import { readMotion, readSettings } from './reembodyInput.js';

export const runReembodyTrack: CommandRun<typeof reembodyTrackOptions> = async (_operands, options, output) => {
  if (options.in === undefined)
    throw new UsageError('--in', 'expected a value, got nothing; see leib reembody track --help');
  const hz = readNumberOption('hz', options.hz, { low: 30, high: 240 }) ?? 90;
  const floorY =
    options.floor === undefined ? null : (readNumberOption('floor', options.floor, { low: -10, high: 10 }) ?? 0);
  const latencyMs = readNumberOption('latency', options.latency, { low: 0, high: 1000 }) ?? 0;
  const settings = await readSettings(options.settings, options.fingers);
  const motion = await readMotion(options.in);
  const rows: (readonly number[])[] = [];
  const poses = options.poses === undefined ? null : await createTrackedPoses(motion.skeleton, hz);
  let used = settings;
  const report = trackClip(await loadMujoco(), motion, settings, {
    hz,
    isTuned: !options.untuned && options.settings === undefined,
    floorY,
    onProgress: (text) => output.progress(text),
    latencySeconds: latencyMs / 1000,
    delaysHips: options['hips-late'],
    onBody: (body) => {
      used = body;
    },
    onFrame: (frame, errors) => {
      rows.push([...errors, frame.delaySeconds * 1000]);
      poses?.append(frame);
    },
  });
  if (poses && options.poses !== undefined) {
    const about = { settings: used, latencyMs, delaysHips: options['hips-late'], hz };
    await writeOutput(options.poses, await poses.finish(about));
  }
  if (options.series !== undefined) {
    const lines = [
      [...Object.keys(report.perJoint), 'delay ms'],
      ...rows.map((row) => row.map((value) => value.toFixed(4))),
    ];
    const text = lines.map((line, i) => [i === 0 ? 'time' : ((i - 1) / hz).toFixed(4), ...line].join(',')).join('\n');
    await writeOutput(options.series, new TextEncoder().encode(`${text}\n`));
  }
  if (options.json) return output.print(JSON.stringify({ in: options.in, hz, ...report }));
  output.print(
    `${options.in}: mean ${report.meanErrorDeg.toFixed(2)}, RMS ${report.rmsErrorDeg.toFixed(2)}, largest ${report.maxErrorDeg.toFixed(1)} degrees; ` +
      `projection ${report.projectionLossDeg.toFixed(2)}; ${delayText(report)}${report.resets} resets, ${report.nan} NaN; ${report.usPerFrame.toFixed(0)} us a frame`,
  );
  for (const [bone, joint] of Object.entries(report.perJoint)) {
    const numbers = [joint.meanDeg, joint.rmsDeg, joint.maxDeg, joint.projectionLossDeg].map((value) =>
      value.toFixed(2).padStart(8),
    );
    output.print(`  ${bone.padEnd(24)}${numbers.join('')}`);
  }
};

function delayText({ meanDelayMs, maxDelayMs }: TrackReport): string {
  return maxDelayMs > 0 ? `delay ${meanDelayMs.toFixed(0)}, at most ${maxDelayMs.toFixed(0)} ms; ` : '';
}

interface TrackClipOptions {
  readonly hz: number;
  /** Tune the clip's own body first. */
  readonly isTuned: boolean;
  /** A floor at this height, metres, or none. */
  readonly floorY: number | null;
  readonly onProgress: (text: string) => void;
  /** Delay of the targets, seconds. */
  readonly latencySeconds?: number;
  readonly delaysHips?: boolean;
  /** Called with every frame and its errors, degrees, in the order of the report's joints. */
  readonly onFrame?: (frame: TrackFrame, errorsDeg: readonly number[]) => void;
  /** Called with the settings that the body has in the end. */
  readonly onBody?: (settings: RemoteBodySettings) => void;
}

/** Plays a clip to the simulated body of its own skeleton. */
function trackClip(
  mujoco: MujocoModule,
  motion: Motion,
  settings: RemoteBodySettings,
  { hz, isTuned, floorY, onProgress, onFrame, onBody, latencySeconds = 0, delaysHips = false }: TrackClipOptions,
): TrackReport {
  const untuned = buildRemoteBody(motion.skeleton, settings);
  const tuning = isTuned
    ? tuneRemoteBody(mujoco, untuned, undefined, (done, total) => {
        onProgress(`tuning: ${done} of ${total} axes`);
        return true;
      })
    : null;
  const body = tuning === null ? untuned : buildRemoteBody(motion.skeleton, applyTuning(settings, tuning));
  const objects = floorY === null ? [] : [{ kind: 'floor', name: 'floor', height: floorY } as const];
  onBody?.(body.settings);
  const world = new RemoteWorld(mujoco, [body], objects);
  try {
    return trackMotion(world, 0, motion, {
      hz,
      nowMs: () => performance.now(),
      latencySeconds,
      delaysHips,
      onFrame: (each) => {
        const { frame, frameCount } = each;
        onFrame?.(
          each,
          body.drives.map(({ part }) => (partError(world.bodies[0], part) * 180) / Math.PI),
        );
        if (frame % 90 === 0) onProgress(`${motion.name}: frame ${frame} of ${frameCount}`);
        return true;
      },
    });
  } finally {
    world.dispose();
  }
}

/** Both poses of every frame of a clip that is played to a body, as an MCAP file in the making. */
interface TrackedPoses {
  append(frame: TrackFrame): void;
  /** Ends the file. @param settings with which the body was simulated */
  finish(settings: unknown): Promise<Uint8Array>;
}

async function createTrackedPoses(skeleton: Skeleton, hz: number): Promise<TrackedPoses> {
  const sink = createMemorySink();
  const writer = await openRecordingWriter(sink, { versions: { leib: readVersion() } });
  const joints = writer.track(jointsTrackSpec('joints', hz));
  const remote = writer.track(jointsTrackSpec('reached', hz));
  // The whole body, too: fingers and the bones that SMPL's joints do not have.
  const body = writer.track(poseTrackSpec('body', skeleton, hz));
  const smplJoints = smplToJoint(skeleton);
  const frame = createJointsFrame();
  let lastSeconds = 0;
  return {
    append({ timeSeconds, wished, reached, delaySeconds }) {
      lastSeconds = timeSeconds;
      readSmplJoints(smplJoints, wished, frame.positions, frame.rotations);
      joints.append(timeSeconds, valuesOfJoints(frame));
      body.append(timeSeconds, valuesOfPose(wished));
      readSmplJoints(smplJoints, reached, frame.positions, frame.rotations);
      remote.append(timeSeconds, valuesOfJoints(frame, delaySeconds));
    },
    async finish(settings) {
      writer.document(lastSeconds, settings);
      await writer.dispose();
      return sink.bytes();
    },
  };
}
