import { createQuat, DEG, quat, vec3 } from '@leib/core';
import { randomQuat, seededRandom } from '@leib/core/testing';
import { quality, type TrackedPoint } from '@leib/tracking';
import { expect } from 'vitest';
import { createBodyProfile } from '../profile/bodyProfile.js';
import type { TrackerRole } from '../roles/trackerRoles.js';
import type { SeenDevice } from '../space/seenDevice.js';
import { stepCalibration } from './calibrationSession.js';
import type { SessionInput } from './sessionInput.js';
import { type CalibrationSession, createCalibrationSession } from './sessionState.js';

type Pose = { readonly place: number[]; readonly turn: ReturnType<typeof createQuat> };

/** Joints of a person of 1.74 m in a T-pose, facing +Z. */
export const tPose: Readonly<Record<TrackedPoint, readonly [number, number, number]>> = {
  head: [0, 1.51, 0],
  hips: [0, 0.96, 0],
  chest: [0, 1.22, 0],
  leftElbow: [0.46, 1.4, 0],
  rightElbow: [-0.46, 1.4, 0],
  leftHand: [0.72, 1.4, 0],
  rightHand: [-0.72, 1.4, 0],
  leftKnee: [0.09, 0.5, 0],
  rightKnee: [-0.09, 0.5, 0],
  leftFoot: [0.1, 0.08, 0],
  rightFoot: [-0.1, 0.08, 0],
};

/** A simulated person with arbitrary offsets of the trackers, who follows the instructions. */
export function createWearer(seed: number, worn: readonly TrackerRole[], yaw = 0.7) {
  const random = seededRandom(seed);
  const mounts = worn.map((role, i) => ({
    role,
    id: `tracker ${(i * 7) % 11}`,
    place: [0, 1, 2].map(() => 0.08 * (random() - 0.5)),
    turn: randomQuat(random),
  }));
  const facing = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  const devices = mounts.map(({ id }) => ({ id, pose: new Float64Array(7), quality: quality.tracked as number }));
  const input: SessionInput & { isHeadTracked: boolean } = {
    headWorld: new Float64Array(7),
    isHeadTracked: true,
    floorY: 0,
    devices: devices as readonly SeenDevice[],
  };
  const toWorld = (place: ArrayLike<number>, turn = facing): Pose => {
    const moved = vec3.transformQuat([0, 0, 0], [place[0], place[1], place[2]], facing);
    return { place: [...moved], turn };
  };
  /** Puts every joint where `jointOf` says (the T-pose where it says nothing), and the trackers on them. */
  const pose = (jointOf: (role: TrackedPoint) => Pose | null = () => null) => {
    const head = jointOf('head') ?? toWorld(tPose.head);
    input.headWorld.set([...head.place, ...head.turn]);
    mounts.forEach(({ role, place, turn }, i) => {
      const joint = jointOf(role) ?? toWorld(tPose[role]);
      const moved = vec3.transformQuat([0, 0, 0], [place[0], place[1], place[2]], joint.turn);
      const turned = quat.multiply(createQuat(), joint.turn, turn);
      devices[i].pose.set([0, 1, 2].map((k) => joint.place[k] + moved[k]).concat(...turned));
    });
  };
  /** One joint circles, everything else holds the T-pose. */
  const circle = (which: TrackedPoint, time: number) =>
    pose((role) => {
      if (role !== which) return null;
      const turn = quat.clone(facing) as ReturnType<typeof createQuat>;
      quat.rotateX(turn, turn, 35 * DEG * Math.sin(4 * time));
      quat.rotateY(turn, turn, 35 * DEG * Math.sin(3 * time + 1));
      quat.rotateZ(turn, turn, 20 * DEG * Math.sin(2.2 * time));
      return toWorld(tPose[role], turn);
    });
  return { input, devices, mounts, pose, circle, toWorld, facing };
}

/** Steps until the step changes, or a proposal appears, or the time is over; returns the seconds it took. */
export function run(
  session: CalibrationSession,
  wearer: ReturnType<typeof createWearer>,
  seconds: number,
  act: (time: number) => void,
) {
  const { step } = session;
  let time = 0;
  for (; time < seconds; time += 1 / 60) {
    act(time);
    stepCalibration(session, wearer.input, 1 / 60);
    if (session.step !== step || session.history.proposal !== null) break;
  }
  return time;
}

export const six: readonly TrackerRole[] = ['leftHand', 'rightHand', 'hips', 'leftFoot', 'rightFoot', 'chest'];

/** Someone who wears these, and a session that has found the roles. */
export function toRoles(worn: readonly TrackerRole[] = six) {
  const wearer = createWearer(2, worn);
  const session = createCalibrationSession(createBodyProfile());
  run(session, wearer, 10, () => wearer.pose());
  run(session, wearer, 10, () => wearer.pose());
  expect(session.step).toBe('roles');
  return { wearer, session };
}
