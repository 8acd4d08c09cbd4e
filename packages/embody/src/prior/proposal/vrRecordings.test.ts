import { createQuat, createVec3, DEG, jointOfBone, type Quat, quat, vec3 } from '@leib/core';
import { createJointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { stepEmbody } from '../../stepEmbody.js';
import { setPoint } from '../../testing.js';
import { createPerson } from './guide.testing.js';

/** Lies beside the repository on some machines and is no part of it. This package is typed without Node. */
const { dirname } = import.meta as unknown as { dirname: string };
const folder = `${dirname}/../../../../../../shared/mocap/vr-recordings`;
const fs = (await import('node:fs' as string)) as {
  existsSync(path: string): boolean;
  readFileSync(path: string): Uint8Array;
};
const zlib = (await import('node:zlib' as string)) as {
  gunzipSync(bytes: Uint8Array): { toString(encoding: 'utf8'): string };
};

interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface RecordedPose {
  readonly position: Place;
  /** Degrees, yaw then pitch then roll. */
  readonly rotation: Place;
  readonly timestamp: number;
}
type Recording = Readonly<Record<'camera' | 'left' | 'right', { readonly poses: readonly RecordedPose[] }>>;

function rotationOf({ rotation: { x, y, z } }: RecordedPose): Quat {
  const q = quat.rotateY(createQuat(), createQuat(), y * DEG);
  return quat.rotateZ(q, quat.rotateX(q, q, x * DEG), z * DEG);
}

/** The joint that a device sits on: `offset` from it in its own axes, `turn` from its axes to the joint's; scaled. */
function jointPose(pose: RecordedPose, offset: readonly [number, number, number], turn: Quat, size: number): number[] {
  const rotation = rotationOf(pose);
  const place = vec3.transformQuat(createVec3(), offset, rotation);
  const { x, y, z } = pose.position;
  const [px, py, pz] = [x + place[0], y + place[1], z + place[2]].map((value) => value * size);
  return [px, py, pz, ...quat.multiply(createQuat(), rotation, turn)];
}

/** Headsets look along -Z, rest poses along +Z; fingers of the left hand point along +X at rest, controllers along -Z. */
const headTurn = createQuat(0, 1, 0, 0);
const handTurns = [1, -1].map((mirror) => quat.rotateY(createQuat(), createQuat(), (mirror * Math.PI) / 2));

describe.skipIf(!fs.existsSync(folder))('real headsets beside the repository', () => {
  test.each(['dev-recording', 'tracked-recording', 'grabLeft'])('%s: uneven frames, noise, crouching', (name) => {
    const text = zlib.gunzipSync(fs.readFileSync(`${folder}/${name}.json.gz`)).toString('utf8');
    const { camera, left, right } = JSON.parse(text) as Recording;
    const { model, state } = createPerson();
    const frame = createJointFrame();
    // The person is brought to the body's size: eyes at 1.60 m when standing.
    const size = 1.6 / Math.max(...camera.poses.map(({ position }) => position.y));
    const { worldPositions: joints } = state.pose;
    const before = new Float64Array(joints.length);
    const indices = [0, 0];
    const feet = (['leftFoot', 'rightFoot'] as const).map((bone) => jointOfBone(model.skeleton, bone) * 3);
    const head = jointOfBone(model.skeleton, 'head') * 3;
    let [fastest, farthest, lowest, planted, headOff] = [0, 0, 1, 0, 0];
    let isSound = true;
    camera.poses.forEach((pose, i) => {
      const seconds = pose.timestamp / 1000;
      const dtSeconds = i === 0 ? 1 / 90 : Math.max(1e-4, seconds - camera.poses[i - 1].timestamp / 1000);
      setPoint(frame, 'head', jointPose(pose, [0, -0.08, 0.09], headTurn, size));
      [left, right].forEach(({ poses }, side) => {
        while (indices[side] + 1 < poses.length && poses[indices[side] + 1].timestamp <= pose.timestamp)
          indices[side]++;
        const hand = side === 0 ? ('leftHand' as const) : ('rightHand' as const);
        setPoint(frame, hand, jointPose(poses[indices[side]], [0, 0, 0.08], handTurns[side], size));
      });
      stepEmbody(model, state, frame, dtSeconds);
      isSound &&= joints.every(Number.isFinite);
      for (let k = 0; k < 3; k++) {
        const off = Math.abs(joints[head + k] - frame.jointPoses[pointNumber.head * POSE_SIZE + k]);
        headOff = Math.max(headOff, off);
      }
      if (i > 0) {
        for (let at = 0; at < joints.length; at += 3) {
          const step = Math.hypot(
            joints[at] - before[at],
            joints[at + 1] - before[at + 1],
            joints[at + 2] - before[at + 2],
          );
          fastest = Math.max(fastest, step / Math.max(dtSeconds, 1 / 90));
        }
      }
      before.set(joints);
      for (const at of feet) {
        lowest = Math.min(lowest, joints[at + 1]);
        farthest = Math.max(farthest, Math.hypot(joints[at] - joints[head], joints[at + 2] - joints[head + 2]));
      }
      planted += state.body.feet.filter(({ isPlanted }) => isPlanted).length / camera.poses.length;
    });
    expect(isSound).toBe(true);
    expect(headOff).toBeLessThan(5e-10);
    expect(fastest).toBeLessThan(12); // metres per second
    expect(lowest).toBeGreaterThan(0);
    expect(farthest).toBeLessThan(1);
    expect(planted).toBeGreaterThan(1); // of two feet, in the mean
    expect(state.guide?.network.proposal.confidence).toBeGreaterThan(0.5);
  });
});
