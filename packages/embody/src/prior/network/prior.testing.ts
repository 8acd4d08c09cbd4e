import { buildSkeleton, type Skeleton, smplBones, smplParents } from '@leib/core';
import { createJointFrame, POSE_SIZE } from '@leib/tracking';
import type { Targets } from '../../bodyState.js';
import { wanderingFrame } from '../../testing.js';
import { priorPoints } from './priorLayout.js';

/** Tests only: the shipped weights, and what the training framework answers to a made-up movement. */

/** The library itself runs in browsers, so this package is typed without Node. */
const { dirname } = import.meta as unknown as { dirname: string };

interface FileSystem {
  readFileSync(path: string): Uint8Array;
  readFileSync(path: string, encoding: 'utf8'): string;
}

export interface PriorFixture {
  /** Rest positions of the person, SMPL's order. 22 x 3. */
  readonly rest: readonly (readonly [number, number, number])[];
  readonly moments: readonly { readonly poses: readonly number[][]; readonly weights: readonly number[] }[];
  /** Answers are there for every so-manieth tick. */
  readonly every: number;
  readonly answers: readonly {
    readonly features: readonly number[];
    readonly joints: readonly number[];
    readonly contacts: readonly number[];
    readonly errors: readonly number[];
  }[];
}

export async function readPriorBytes(): Promise<Uint8Array> {
  return new Uint8Array((await files()).readFileSync(`${dirname}/../../../assets/prior.bin`));
}

export async function readPriorFixture(): Promise<PriorFixture> {
  return JSON.parse((await files()).readFileSync(`${dirname}/priorFixture.generated.json`, 'utf8')) as PriorFixture;
}

async function files(): Promise<FileSystem> {
  return (await import(/* @vite-ignore */ 'node:fs' as string)) as FileSystem;
}

/** The fixture's person, at another size if wanted. */
export function buildFixtureBody({ rest }: PriorFixture, size = 1): Skeleton {
  return buildSkeleton(
    smplBones.map((bone, smpl) => {
      const parent = smplParents[smpl];
      const from = parent < 0 ? [0, 0, 0] : rest[parent];
      const [x, y, z] = rest[smpl].map((value, k) => (value - from[k]) * size);
      return { name: bone, bone, parent: parent < 0 ? null : smplBones[parent], offset: [x, y, z] as const };
    }),
  );
}

export function createTargets(): Targets {
  return { frame: createJointFrame(), weights: new Float64Array(11) };
}

/** One moment of the fixture as targets. */
export function setMoment(targets: Targets, moment: PriorFixture['moments'][number]): void {
  moment.poses.forEach((pose, i) => {
    targets.frame.jointPoses.set(pose, priorPoints[i] * POSE_SIZE);
    targets.weights[priorPoints[i]] = moment.weights[i];
  });
}

/** Head and hands of a person who wanders about, turned by a yaw about the origin, then moved, then scaled. */
export function setWandering(
  targets: Targets,
  seed: number,
  timeSeconds: number,
  place = { yaw: 0, x: 0, z: 0, size: 1 },
): void {
  const { frame, weights } = targets;
  wanderingFrame(seed, timeSeconds, frame);
  const [sin, cos] = [Math.sin(place.yaw), Math.cos(place.yaw)];
  const [halfSin, halfCos] = [Math.sin(place.yaw / 2), Math.cos(place.yaw / 2)];
  for (let point = 0; point < 3; point++) {
    const at = point * POSE_SIZE;
    const [x, y, z, qx, qy, qz, qw] = frame.jointPoses.subarray(at, at + POSE_SIZE);
    frame.jointPoses.set(
      [
        (cos * x + sin * z + place.x) * place.size,
        y * place.size,
        (cos * z - sin * x + place.z) * place.size,
        halfCos * qx + halfSin * qz,
        halfCos * qy + halfSin * qw,
        halfCos * qz - halfSin * qx,
        halfCos * qw - halfSin * qy,
      ],
      at,
    );
    weights[point] = 1;
  }
}
