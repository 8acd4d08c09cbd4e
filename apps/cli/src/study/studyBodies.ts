import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createShapedBody, defaultStature, loadBodySpace, shapeBody, skeletonOfShape } from '@leib/body';
import { buildSkeleton, type HumanoidBone, humanoidBones, type Skeleton } from '@leib/core';
import {
  applyTuning,
  buildRemoteBody,
  parseRemoteBodySettings,
  type SkinnedSurface,
  simulateInline,
  tuneRemoteBody,
} from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import type { JsonObject } from '@leib/stage';
import type { Protocol, SimulationBodies } from '@leib/study';
import { readPrior } from '../solvers.js';

/** The average body in every stature with its skin, which exact colliders are made of; tuned where the study says so. */
export async function openStudyBodies({ body: { gains, settings } }: Protocol): Promise<SimulationBodies> {
  const mujoco = await loadMujoco();
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@leib/body/leib-bodies.bin'));
  const model = loadBodySpace(bytes).neutral;
  const shaped = createShapedBody(model);
  shapeBody(model, new Float64Array(model.betaCount), shaped);
  const skeleton = skeletonOfShape(model, shaped);
  const skin = {
    positions: shaped.positions,
    joints: Uint16Array.from(model.skinJoints),
    weights: model.skinWeights,
  };
  const made = new Map<number, { readonly skeleton: Skeleton; readonly skin: SkinnedSurface }>();
  const bodyOf = (stature: number) => {
    const own = made.get(stature) ?? scaled(skeleton, skin, stature / defaultStature);
    made.set(stature, own);
    return own;
  };
  const parsed = parseRemoteBodySettings(settings);
  const tuned =
    gains === 'tuned' ? applyTuning(parsed, tuneRemoteBody(mujoco, buildRemoteBody(skeleton, parsed, skin))) : null;
  return {
    body: bodyOf,
    prior: readPrior(),
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
      name,
      bone,
      parent: parent < 0 ? null : skeleton.names[parent],
      offset: [x * scale, y * scale, z * scale] as const,
    };
  });
  return { skeleton: buildSkeleton(joints), skin: { ...skin, positions: positions.map((value) => value * scale) } };
}
