import { buildSkeleton, type HumanoidBone, humanoidBones, type Skeleton } from '@leib/core';
import type { PriorModel } from '@leib/embody';
import {
  applyTuning,
  buildRemoteBody,
  type MujocoModule,
  parseRemoteBodySettings,
  type SkinnedSurface,
  simulateInline,
  tuneRemoteBody,
} from '@leib/reembody';
import type { JsonObject } from '@leib/stage';
import type { Protocol } from '../protocol/protocol.js';
import type { SimulationBodies } from './simulateSession.js';

/** What was opened of files, and how tall the body in them is, metres. */
export interface AverageBody {
  readonly skeleton: Skeleton;
  readonly skin: SkinnedSurface;
  readonly stature: number;
  readonly prior: PriorModel | null;
}

/** The average body in every stature with its skin, which exact colliders are made of; tuned where the study says so. */
export function createStudyBodies(
  { body: { gains, kind, settings } }: Protocol,
  mujoco: MujocoModule,
  { skeleton, skin, stature: own, prior }: AverageBody,
): SimulationBodies {
  const made = new Map<number, ReturnType<typeof scaled>>();
  const bodyOf = (stature: number) => {
    const body = made.get(stature) ?? scaled(skeleton, skin, stature / own);
    made.set(stature, body);
    return body;
  };
  const parsed = parseRemoteBodySettings(settings);
  const isTuned = gains === 'tuned' && kind === 'simulated';
  const tuned = isTuned ? applyTuning(parsed, tuneRemoteBody(mujoco, buildRemoteBody(skeleton, parsed, skin))) : null;
  return {
    body: bodyOf,
    prior,
    simulatedAt: simulateInline(mujoco),
    ...(tuned && { tuned: { joints: tuned.joints } as unknown as JsonObject }),
  };
}

function scaled(skeleton: Skeleton, { positions, ...skin }: SkinnedSurface, scale: number) {
  const joints = skeleton.names.map((name, joint) => {
    const [x, y, z] = skeleton.restOffsets.subarray(joint * 3, joint * 3 + 3);
    const bone: HumanoidBone | null = humanoidBones[skeleton.jointToBone[joint]] ?? null;
    const parent = skeleton.parents[joint];
    return {
      ...{ name, bone },
      parent: parent < 0 ? null : skeleton.names[parent],
      offset: [x * scale, y * scale, z * scale] as const,
    };
  });
  return { skeleton: buildSkeleton(joints), skin: { ...skin, positions: positions.map((value) => value * scale) } };
}
