import type { TrackerRole } from '@leib/calibration';
import type { FeedRecording } from '@leib/feeds';
import { POSE_SIZE } from '@leib/tracking';
import { chapterOfTask, TURN_PERIOD, type WearerTask } from './performance.js';
import { createSimulatedWearer, standingFrame } from './simulatedWearer.js';

/** Twice the rate of the recording, for a smooth body. */
const SOLVE_HZ = 50;
const FRAMES_PER_SAMPLE = 2;
/** Time to go over to the next task; it is not recorded, so that every chapter can be looped. */
const SETTLE_SECONDS = 2;

const turned: readonly TrackerRole[] = ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'];
const parts: readonly { readonly task: WearerTask; readonly seconds: number }[] = [
  { task: { kind: 'follow' }, seconds: 2 },
  { task: { kind: 'tPose' }, seconds: 3 },
  ...turned.map((role) => ({ task: { kind: 'turn', role } as const, seconds: 2 * TURN_PERIOD })),
  // The first part of the demo: arms, a look around, a wave.
  { task: { kind: 'move' }, seconds: 13 },
];

/** The recorded feed that comes with the studio: the demo's performer with six trackers, one chapter per step. */
export function makeWornFeed(): FeedRecording {
  const wearer = createSimulatedWearer();
  const frame = standingFrame(wearer.skeleton);
  const times: number[] = [];
  const poses: number[] = [];
  const chapters: FeedRecording['chapters'][number][] = [];
  const dt = 1 / SOLVE_HZ;
  let seconds = 0;
  for (const { task, seconds: length } of parts) {
    if (task.kind !== 'move') for (let i = 0; i < SETTLE_SECONDS * SOLVE_HZ; i++) wearer.step(frame, task, dt);
    const startSeconds = seconds;
    const count = Math.round(length * SOLVE_HZ);
    for (let i = 0; i < count; i++) {
      wearer.step(frame, task, dt);
      if (i % FRAMES_PER_SAMPLE === 0) {
        times.push(seconds);
        for (const { pose } of wearer.devices) poses.push(...pose);
      }
      seconds += dt;
    }
    chapters.push({
      name: chapterOfTask(task),
      startSeconds: round(startSeconds),
      endSeconds: round(times[times.length - 1]),
    });
  }
  return {
    floorY: 0,
    chapters,
    devices: wearer.devices.map(({ id, name, kind, suggestedPoint }) => ({
      id: id.replace('simulated/', ''),
      name,
      kind,
      suggestedPoint,
    })),
    frameCount: times.length,
    times: Float64Array.from(times),
    poses: Float64Array.from(poses),
    quality: new Uint8Array(poses.length / POSE_SIZE).fill(2),
  };
}

const round = (value: number) => Number(value.toFixed(4));
