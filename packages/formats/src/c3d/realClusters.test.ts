import { appendPoseSample, createPoseSamples, findJointCentre } from '@leib/calibration';
import { createQuat, quat, type ReadonlyVec3, vec3 } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { findSharedMocap } from '../sharedMocap.testing.js';
import type { C3dFile } from './c3dParameters.js';
import { clusterPoses } from './clusterPoses.testing.js';
import { parseC3d, readC3d } from './parseC3d.js';
import { writeC3d } from './writeC3d.js';

const shared = await findSharedMocap();

const clusterOf = (name: string) => [1, 2, 3].map((i) => `${name}${i}`);

function markerAt({ positions, labels }: C3dFile, frame: number, label: string): readonly number[] {
  const at = (frame * labels.length + labels.indexOf(label)) * 3;
  return [positions[at], positions[at + 1], positions[at + 2]];
}

function toWorld(poses: Float64Array, frame: number, local: ReadonlyVec3): number[] {
  const [px, py, pz, x, y, z, w] = poses.subarray(frame * 7, frame * 7 + 7);
  const turned = vec3.transformQuat([0, 0, 0], local, [x, y, z, w]);
  return [turned[0] + px, turned[1] + py, turned[2] + pz];
}

/** The joint between two clusters, and how far it is from the middle of two landmarks, metres, frame by frame. */
function findBetween(file: C3dFile, near: string, far: string, landmarks: readonly [string, string]) {
  const [a, b] = [clusterPoses(file, clusterOf(near)), clusterPoses(file, clusterOf(far))];
  const [samples, others] = [createPoseSamples(file.frameCount), createPoseSamples(file.frameCount)];
  const frames: number[] = [];
  for (let frame = 0; frame < file.frameCount; frame++) {
    if (!Number.isFinite(a[frame * 7] + b[frame * 7])) continue;
    appendPoseSample(samples, a, frame * 7);
    appendPoseSample(others, b, frame * 7);
    frames.push(frame);
  }
  const found = findJointCentre(samples, others);
  if (found === null) throw new Error('no joint');
  const errors = frames.map((frame) => {
    const [p, q] = [toWorld(a, frame, found.centreLocal), toWorld(b, frame, found.centreOther)];
    const [m, l] = landmarks.map((label) => markerAt(file, frame, label));
    return Math.hypot(...[0, 1, 2].map((k) => (p[k] + q[k]) / 2 - (m[k] + l[k]) / 2));
  });
  return { found, errors: errors.filter(Number.isFinite) };
}

test('two rigid clusters on either side of a joint give the joint, whatever room they are in', () => {
  const random = seededRandom(3);
  const shapes = [0, 1].map(() => Array.from({ length: 3 }, () => [random(), random(), random()].map((v) => 0.1 * v)));
  const frameCount = 120;
  const rows = Array.from({ length: frameCount }, (_, frame) => {
    const first = quat.fromEuler(
      createQuat(),
      20 * Math.sin(frame / 9),
      30 * Math.sin(frame / 13),
      10 * Math.sin(frame / 7),
    );
    const second = quat.fromEuler(createQuat(), 50 * Math.sin(frame / 11), 20 * Math.sin(frame / 5), 30);
    const joint = [0.3 * Math.sin(frame / 20), 1, 0.1];
    return [first, second]
      .flatMap((turn, i) =>
        shapes[i].flatMap(([x, y, z]) => {
          const [tx, ty, tz] = vec3.transformQuat([0, 0, 0], [x, y, z], turn);
          return [tx + joint[0], ty + joint[1], tz + joint[2]];
        }),
      )
      .concat(joint, joint);
  });
  const labels = [...clusterOf('A'), ...clusterOf('B'), 'J1', 'J2'];
  const file = parseC3d(writeC3d({ rate: 60, labels, frameCount, positions: rows.flat() }));
  const { found, errors } = findBetween(file, 'A', 'B', ['J1', 'J2']);
  expect(Math.max(...errors)).toBeLessThan(1e-5);
  expect(found.residual).toBeLessThan(1e-5);
});

/** The Kinetics Toolkit's wheelchair racer: clusters on the arm, landmarks found with a probe. */
describe.skipIf(shared === null)('real clusters against probed landmarks', () => {
  test('the elbow is no farther from the epicondyles’ middle than a plain symmetric fit’s 14.3 mm', async () => {
    const file = await readC3d(shared?.read('c3d/kinematics_racing_full.c3d.gz') ?? '');
    const { found, errors } = findBetween(file, 'ArmR', 'ForearmR', ['MedialEpicondyleR', 'LateralEpicondyleR']);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(errors.length).toBe(700);
    expect(mean).toBeLessThan(0.0143);
    expect(found.residual).toBeLessThan(0.0075);
  });
});
