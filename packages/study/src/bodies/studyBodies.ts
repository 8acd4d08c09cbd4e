import {
  type BodyEstimator,
  type BodyModel,
  type BodySex,
  type BodySpace,
  buildBodyEstimator,
  createShapedBody,
  defaultStature,
  MEASURE_COUNT,
  measureIndex,
  shapeBody,
  skeletonOfShape,
} from '@leib/body';
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
import type { JsonObject, Ref } from '@leib/stage';
import type { SimulationBodies } from '../participant/simulateSession.js';
import { buildPlan } from '../protocol/plan.js';
import type { Protocol } from '../protocol/protocol.js';
import { betasOfShape, type StudyShape } from './studyShape.js';
import { answersOfMeasures } from './tapeMeasures.js';

/** Bodies of a study: the average one in every stature, those of a shape, with their skin, which exact colliders are made of; tuned where the study says so. */
export function createStudyBodies(
  protocol: Protocol,
  mujoco: MujocoModule,
  space: BodySpace,
  prior: PriorModel | null,
): SimulationBodies {
  const average = shapedBody(space.neutral, new Float64Array(space.neutral.betaCount));
  const made = new Map<string, WornBody>();
  const estimators = new Map<BodySex, BodyEstimator>();
  const estimatorOf = (sex: BodySex) => {
    const estimator = estimators.get(sex) ?? buildBodyEstimator(space[sex]);
    estimators.set(sex, estimator);
    return estimator;
  };
  const make = (ref: Ref): WornBody => {
    if (ref.kind !== 'shape') return scaled(average.skeleton, average.skin, Number(ref.stature) / defaultStature);
    const shape = ref as unknown as StudyShape;
    return shapedBody(space[shape.sex], betasOfShape(shape, estimatorOf(shape.sex)));
  };
  const bodyOf = (ref: Ref) => {
    const { stature, ...shape } = ref;
    const key = ref.kind === 'shape' ? JSON.stringify(shape) : String(stature);
    const own = made.get(key) ?? make(ref);
    made.set(key, own);
    return own;
  };
  const parsed = parseRemoteBodySettings(protocol.body.settings);
  const tuned = buildPlan(protocol, { number: 0 }).some(({ body }) => body.gains === 'tuned')
    ? applyTuning(parsed, tuneRemoteBody(mujoco, buildRemoteBody(average.skeleton, parsed, average.skin)))
    : null;
  return {
    body: bodyOf,
    tape(shape) {
      const estimator = estimatorOf(shape.sex);
      const values = new Float64Array(MEASURE_COUNT);
      estimator.measure(betasOfShape(shape, estimator), createShapedBody(estimator.model), values);
      return answersOfMeasures((name) => values[measureIndex(name)]);
    },
    prior,
    simulatedAt: simulateInline(mujoco),
    ...(tuned && { tuned: { joints: tuned.joints } as unknown as JsonObject }),
  };
}

interface WornBody {
  readonly skeleton: Skeleton;
  readonly skin: SkinnedSurface;
}

function shapedBody(model: BodyModel, betas: Float64Array): WornBody {
  const shaped = createShapedBody(model);
  shapeBody(model, betas, shaped);
  const skin = { positions: shaped.positions, joints: Uint16Array.from(model.skinJoints), weights: model.skinWeights };
  return { skeleton: skeletonOfShape(model, shaped), skin };
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
