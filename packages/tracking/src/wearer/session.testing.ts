import { createQuat, DEG, quat } from '@leib/core';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import { composePoses } from '../frame/poseSlice.js';
import { loseEverything, pointNumber, quality } from '../frame/trackedParts.js';
import { jointOfDevice, type TrackerOffsets } from '../frame/trackerOffsets.js';
import { eyeHeightOfStature, headHeightOfStature } from '../reader/standing.js';
import { createXrOffsets } from '../xr/xrOffsets.js';

/** Tests only: what a headset says while somebody wears it, and does this and that. */

export type Activity = keyof typeof durations;

/** How long people do something, seconds. */
const durations = {
  stand: [2.5, 5],
  slouch: [2, 6],
  'look about': [2, 5],
  walk: [2.5, 5],
  crouch: [1, 4],
  sit: [3, 8],
  jump: [1.2, 3.4],
  'reach up': [0.8, 1.8],
  'put down': [4, 8],
  'hang up': [5, 8],
  'put on': [2, 3],
} as const;

export type Doing = readonly [activity: Activity, seconds: number];

export interface Session {
  /** What the reader takes for the headset's place on the head: an average adult's, straight. */
  readonly offsets: TrackerOffsets;
  /** Height of the head joint by these offsets when this person stands straight and looks ahead, metres. */
  readonly standingHead: number;
  readonly hz: number;
  /** Writes the next frame; false: it is over. */
  step(out: DeviceFrame): boolean;
}

type Random = () => number;
const within = (random: Random, min: number, max: number) => min + (max - min) * random();
const normal = (random: Random) => (random() + random() + random() - 1.5) * 2;

/** What somebody is on the way to: head below that of standing straight, gaze, speed, and how fast they get there, seconds. */
interface Goal {
  readonly below: number;
  readonly pitch: number;
  readonly yaw: number;
  readonly speed: number;
  readonly ease: number;
}

function goalOf(activity: Activity, random: Random, head: number, yaw: number): Goal {
  const size = head / headHeightOfStature(1.7);
  const between = (min: number, max: number) => within(random, min, max);
  const calm = { below: between(0, 0.01) * size, pitch: between(-5, 10) * DEG, yaw, speed: 0, ease: 0.25 };
  switch (activity) {
    case 'slouch':
      return { ...calm, below: between(0.02, 0.06) * size, pitch: between(0, 18) * DEG };
    case 'walk':
      return { ...calm, below: 0.012 * size, yaw: yaw + between(-1, 1), speed: between(0.8, 1.4) * size };
    case 'crouch':
      return { ...calm, below: between(0.25, 0.45) * head, pitch: between(0, 30) * DEG };
    case 'sit':
      // On a chair of one height, but for children.
      return { ...calm, below: head - 0.46 * head - Math.min(between(0.42, 0.48), 0.3 * head), ease: 0.3 };
    case 'reach up':
      return { ...calm, below: -between(0.04, 0.08) * size, pitch: -between(5, 20) * DEG, ease: 0.15 };
    case 'put down':
      return { ...calm, below: head - 0.75, pitch: between(-90, 90) * DEG, ease: 0.3 };
    case 'hang up':
      return { ...calm, below: head - between(1.2, 1.7), pitch: between(-8, 8) * DEG, ease: 0.3 };
    default:
      return calm;
  }
}

/** How far a head is above where its owner holds it, `seconds` after the activity began. */
function leapOf(activity: Activity, seconds: number): number {
  if (activity === 'put on') return seconds < 1 ? 0.1 * Math.sin(Math.PI * seconds) : 0;
  if (activity !== 'jump') return 0;
  const phase = seconds % 1.1;
  if (phase < 0.5) return -0.2 * Math.sin(2 * Math.PI * phase) ** 2;
  return Math.max(0, 2.4 * (phase - 0.5) - 4.8 * (phase - 0.5) ** 2);
}

/** One person in one headset. */
export function createSession(random: Random, stature: number, doings: readonly Doing[]): Session {
  const head = headHeightOfStature(stature);
  const size = stature / 1.7;
  const hz = [60, 72, 90, 120][Math.floor(4 * random())];
  const [offsets, worn] = [createXrOffsets(), createStrapped(random, stature)];
  const pose = Float64Array.of(within(random, -2, 2), 0, within(random, -2, 2), 0, 0, 0, 1);
  const rotation = createQuat();
  const shown = { below: head - 0.85, pitch: 0.5, yaw: within(random, -3, 3), speed: 0 };
  let [index, since, seconds] = [0, 0, 0];
  let goal = goalOf(doings[0][0], random, head, shown.yaw);
  if (doings[0][0] !== 'put on') Object.assign(shown, { below: goal.below, pitch: goal.pitch });

  function step(out: DeviceFrame): boolean {
    seconds += 1 / hz;
    since += 1 / hz;
    if (since > doings[index][1]) {
      if (++index >= doings.length) return false;
      since = 0;
      goal = goalOf(doings[index][0], random, head, shown.yaw);
    }
    const [activity] = doings[index];
    const share = 1 - Math.exp(-1 / hz / goal.ease);
    for (const key of ['below', 'pitch', 'yaw', 'speed'] as const) shown[key] += (goal[key] - shown[key]) * share;
    const isLying = (activity === 'put down' || activity === 'hang up') && since > 1.5;
    // Steps bob the head in their rhythm; people who stand sway and breathe; what lies only trembles.
    const bob = 0.014 * Math.sin(2 * Math.PI * 1.9 * seconds) * Math.min(size, shown.speed);
    const sway = isLying ? 0 : 0.002 * Math.sin(1.7 * seconds) + 0.001 * Math.sin(5.1 * seconds);
    const rock = isLying ? 0 : 0.004 * Math.sin(2.3 * seconds) + 0.003 * Math.sin(7.3 * seconds);
    const look = activity === 'look about' ? Math.sin(1.3 * seconds) : 0;
    const nod = 0.4 * look * Math.cos(seconds);
    pose[0] += (Math.sin(shown.yaw) * shown.speed) / hz;
    pose[2] += (Math.cos(shown.yaw) * shown.speed) / hz;
    pose[1] = head - shown.below + bob + sway + leapOf(activity, since) - 0.03 * size * Math.abs(nod);
    quat.setAxisAngle(rotation, [0, 1, 0], shown.yaw + look + 2 * sway);
    pose.set(quat.rotateX(rotation, rotation, shown.pitch + nod + rock), 3);
    loseEverything(out);
    composePoses(out.devicePoses, 0, pose, 0, worn, 0);
    const tremble = isLying ? 0.0002 : 0.0005;
    for (let k = 0; k < 3; k++) out.devicePoses[k] += tremble * normal(random);
    // Now and then a frame is wrong, or missing.
    if (random() < 0.002) out.devicePoses[1] += within(random, -0.4, 0.4);
    out.quality[pointNumber.head] = random() < 0.002 ? quality.lost : quality.tracked;
    return true;
  }

  const straight = Float64Array.of(0, head, 0, 0, 0, 0, 1);
  composePoses(straight, 0, straight, 0, worn, 0);
  jointOfDevice(straight, 0, straight, offsets, 0);
  return { offsets, standingHead: straight[1], hz, step };
}

/** Where the device really is on this head: eyes are as high in it as it is large, and straps sit a little higher, lower, or askew. */
function createStrapped(random: Random, stature: number): TrackerOffsets {
  const up = eyeHeightOfStature(stature) - headHeightOfStature(stature) + within(random, -0.008, 0.008);
  const worn = createXrOffsets({ eyesInHead: [0, up, (0.085 * stature) / 1.7] });
  const tilt = Float64Array.of(0, 0, 0, ...quat.setAxisAngle(createQuat(), [1, 0, 0], within(random, -5, 5) * DEG));
  composePoses(worn, 0, worn, 0, tilt, 0);
  return worn;
}

export function lasting(random: Random, activity: Activity): Doing {
  const [min, max] = durations[activity];
  return [activity, within(random, min, max)];
}

/** Half a minute of this and that in random order, with a few seconds of standing. @param walks they walk at the end */
export function randomDoings(random: Random, walks: boolean): Doing[] {
  const any = ['slouch', 'look about', 'walk', 'crouch', 'sit', 'jump', 'reach up', 'stand'] as const;
  const list = [lasting(random, 'stand'), lasting(random, 'stand')];
  if (random() < 0.3) list.push(lasting(random, random() < 0.5 ? 'put down' : 'hang up'));
  let seconds = list.reduce((sum, [, length]) => sum + length, 0);
  while (seconds < 27) {
    const next = lasting(random, any[Math.floor(any.length * random())]);
    // Nobody stands on tiptoe for a tenth of the time.
    if (next[0] === 'reach up' && list.filter(([activity]) => activity === 'reach up').length > 1) continue;
    list.push(next);
    seconds += next[1];
  }
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor((i + 1) * random());
    [list[i], list[j]] = [list[j], list[i]];
  }
  if (random() < 0.5) list.unshift(lasting(random, 'put on'));
  return walks ? [...list, ['walk', 4], lasting(random, 'stand')] : list;
}
