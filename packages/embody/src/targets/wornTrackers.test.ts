import type { SessionInput } from '@leib/calibration';
import { writeJointFrame } from '@leib/calibration/testing';
import { createQuat, jointOfBone, quat, type Vec3, vec3 } from '@leib/core';
import { randomPoint, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { trackedPointBones } from '@leib/formats';
import {
  createJointFrame,
  createTrackerOffsets,
  type JointFrame,
  type PoseTuple,
  quality,
  type TrackedPoint,
  trackedPoints,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { createEmbodyState } from '../embodyState.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, wanderingFrame } from '../testing.js';

const skeleton = buildTestBody();
const model = buildEmbody(skeleton);
const hz = 60;
const roles = trackedPoints.slice(1);

function jointOf(point: TrackedPoint): number {
  return trackedPointBones[point].map((bone) => jointOfBone(skeleton, bone)).find((joint) => joint >= 0) ?? -1;
}

/** Devices strapped on anyhow to somebody who wanders about: what they see, and what the body really does. */
function createWearer(seed: number, worn: readonly TrackedPoint[]) {
  const random = seededRandom(seed);
  const mounts = Object.fromEntries(
    worn.map((role) => [role, { place: randomPoint(random, 0.1), turn: randomQuat(random) }]),
  );
  const offsets: Partial<Record<TrackedPoint, PoseTuple>> = {};
  for (const role of worn) {
    const { place, turn } = mounts[role];
    offsets[role] = [place[0], place[1], place[2], turn[0], turn[1], turn[2], turn[3]];
  }
  const devices = worn.map((role) => ({
    id: `device of ${role}`,
    pose: new Float64Array(7),
    quality: quality.tracked as number,
  }));
  const truth = createEmbodyState(model);
  const leading = createJointFrame();
  const input: SessionInput = {
    headWorld: new Float64Array(7),
    isHeadTracked: true,
    floorY: 0,
    devices,
  };
  return {
    input,
    devices,
    truth,
    offsets: createTrackerOffsets(offsets),
    roles: Object.fromEntries(worn.map((role) => [`device of ${role}`, role])),
    step(timeSeconds: number) {
      wanderingFrame(seed, timeSeconds, leading);
      stepEmbody(model, truth, leading, 1 / hz);
      const { worldPositions: at, worldRotations: turns } = truth.body.pose;
      const head = jointOf('head');
      input.headWorld.set(at.subarray(head * 3, head * 3 + 3));
      input.headWorld.set(turns.subarray(head * 4, head * 4 + 4), 3);
      worn.forEach((role, i) => {
        const joint = jointOf(role);
        const turn = createQuat(
          ...(turns.subarray(joint * 4, joint * 4 + 4) as unknown as [number, number, number, number]),
        );
        const out = vec3.transformQuat([0, 0, 0], mounts[role].place, turn);
        const place = [0, 1, 2].map((k) => at[joint * 3 + k] + out[k]);
        devices[i].pose.set([...place, ...quat.multiply(createQuat(), turn, mounts[role].turn)]);
      });
    },
  };
}

function placeIn(positions: Float64Array, point: TrackedPoint): Vec3 {
  const joint = jointOf(point);
  return [...positions.subarray(joint * 3, joint * 3 + 3)] as unknown as Vec3;
}

/** Wears some trackers for some seconds; called back every frame with what the body does. */
function wear(
  seed: number,
  worn: readonly TrackedPoint[],
  seconds: number,
  look: (
    time: number,
    error: (point: TrackedPoint) => number,
    place: (point: TrackedPoint) => Vec3,
    truth: (point: TrackedPoint) => Vec3,
  ) => void,
  lose: (frame: JointFrame, time: number) => void = () => {},
) {
  const wearer = createWearer(seed, worn);
  const state = createEmbodyState(model);
  const frame = createJointFrame();
  for (let i = 0; i < seconds * hz; i++) {
    wearer.step(i / hz);
    writeJointFrame(wearer.input, wearer.roles, wearer.offsets, frame);
    lose(frame, i / hz);
    stepEmbody(model, state, frame, 1 / hz);
    const place = (point: TrackedPoint) => placeIn(state.body.pose.worldPositions, point);
    const truth = (point: TrackedPoint) => placeIn(wearer.truth.body.pose.worldPositions, point);
    look(i / hz, (point) => vec3.distance(place(point), truth(point)), place, truth);
  }
}

describe('calibrated trackers, in any subset', () => {
  test.each(seeds(12))('lead their joints to where they are (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const worn = roles.filter((role) => role.endsWith('Hand') || random() < 0.5);
    const errors = new Map<TrackedPoint, number>(worn.map((role) => [role, 0]));
    let frames = 0;
    wear(seed, worn, 4, (time, error) => {
      if (time < 1) return;
      frames++;
      for (const role of worn) errors.set(role, (errors.get(role) ?? 0) + error(role));
    });
    for (const [role, sum] of errors) {
      // Knees and elbows are met where what their limb hangs on is tracked, too; an elbow also has a hand to agree with.
      const side = role.startsWith('left') ? 'left' : 'right';
      const ends: Partial<Record<string, readonly TrackedPoint[]>> = {
        Knee: ['hips'],
        Elbow: ['chest', `${side}Hand`],
      };
      const needed = ends[role.slice(side.length)] ?? [];
      if (needed.every((point) => worn.includes(point))) expect(sum / frames, role).toBeLessThan(0.02);
    }
  });

  test.each(['hips', 'leftFoot', 'chest', 'rightKnee', 'leftElbow'] as const)(
    'a lost %s is handed over to the estimate and back without a jump',
    (lost) => {
      let before: Vec3 | null = null;
      let truthBefore: Vec3 | null = null;
      let atEnd = 1;
      let farthest = 0;
      const isLost = (time: number) => time > 2 && time < 4;
      wear(
        5,
        roles,
        6,
        (time, error, place, truth) => {
          const [now, really] = [place(lost), truth(lost)];
          if (before !== null && truthBefore !== null && time > 1) {
            const extra = vec3.distance(now, before) - vec3.distance(really, truthBefore);
            farthest = Math.max(farthest, extra);
          }
          before = now;
          truthBefore = really;
          atEnd = error(lost);
        },
        (frame, time) => {
          if (isLost(time)) frame.quality[trackedPoints.indexOf(lost)] = quality.lost;
        },
      );
      // A foot that stands as estimated catches up with one that swings; nothing else is felt.
      expect(farthest).toBeLessThan(lost === 'leftFoot' ? 0.06 : 0.01);
      expect(atEnd).toBeLessThan(0.02);
    },
  );
});
