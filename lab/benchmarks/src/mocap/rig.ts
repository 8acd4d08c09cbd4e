import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createPosedBody, createShapedBody, loadBodySpace, poseShape, shapeBody, skeletonOfShape } from '@leib/body';
import { createPose, type HumanoidBone, quat, updateWorldPose } from '@leib/core';
import { randomUnit, seededRandom } from '@leib/core/testing';
import {
  type MeshRig,
  proposeRigPoints,
  type RigPoint,
  type RigPoints,
  type RigSurface,
  requiredRigPoints,
  rigMesh,
} from '@leib/mocap';
import type { BenchResult } from '../report.js';

const runCount = 5;
const poseCount = 20;

/**
 * Rigging the default person without its skin, and the same with every triangle cut into four: time, and how far vertices are from
 * where the painted weights take them in random poses, and proposed points from the joints.
 */
export function benchMocapRig(): BenchResult[] {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@leib/body/leib-bodies.bin'));
  const model = loadBodySpace(new Uint8Array(bytes)).neutral;
  const shaped = createShapedBody(model);
  shapeBody(model, new Float64Array(model.betaCount), shaped);
  const surface: RigSurface = { positions: shaped.positions, triangles: model.triangles };
  const jointOf = (bone: HumanoidBone): RigPoint => {
    const [x, y, z] = shaped.joints.subarray(model.jointNames.indexOf(bone) * 3);
    return [x, y, z];
  };
  const bones: readonly HumanoidBone[] = [...requiredRigPoints, 'neck', 'head'];
  const points: RigPoints = Object.fromEntries(bones.map((bone) => [bone, jointOf(bone)]));
  const proposed = proposeRigPoints(surface);
  const proposedOff = bones.map((bone) => {
    const [a, b] = [proposed[bone] as RigPoint, jointOf(bone)];
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  });
  const poseErrorCm = 100 * poseError({ model, shaped }, rigMesh(surface, points));
  const proposedErrorCm = (100 * proposedOff.reduce((sum, value) => sum + value)) / bones.length;
  return [
    timed('mocap/rig', surface, points, { poseErrorCm, proposedErrorCm }),
    timed('mocap/rig-fine', quartered(surface), points, {}),
  ];
}

function timed(name: string, surface: RigSurface, points: RigPoints, facts: Record<string, number>): BenchResult {
  const times = Array.from({ length: runCount }, () => {
    const startMs = performance.now();
    rigMesh(surface, points);
    return (performance.now() - startMs) * 1000;
  });
  const ours = times.sort((a, b) => a - b)[runCount >> 1];
  const vertices = surface.positions.length / 3;
  return { name, ours, unit: 'us', peers: {}, bytesPerCall: null, ratio: {}, facts: { vertices, ...facts } };
}

interface Person {
  readonly model: ReturnType<typeof loadBodySpace>['neutral'];
  readonly shaped: ReturnType<typeof createShapedBody>;
}

/** Mean distance of vertices from where the painted weights take them, metres. */
function poseError({ model, shaped }: Person, rig: MeshRig): number {
  const own = rig.bones.map((bone) => model.jointNames.indexOf(bone));
  const rigged = { ...model, skinJoints: rig.skinBones.map((bone) => own[bone]), skinWeights: rig.skinWeights };
  const skeleton = skeletonOfShape(model, shaped);
  const [pose, truth, ours] = [createPose(skeleton), createPosedBody(model), createPosedBody(model)];
  let sum = 0;
  for (let seed = 1; seed <= poseCount; seed++) {
    const random = seededRandom(seed);
    model.jointNames.forEach((bone, joint) => {
      const most = /Upper|Lower(Arm|Leg)|Hand$|Foot$/.test(bone)
        ? 0.7
        : /^(spine|chest|neck|head)$/.test(bone)
          ? 0.2
          : 0;
      const turn = pose.localRotations.subarray(joint * 4, joint * 4 + 4);
      quat.setAxisAngle(turn, randomUnit(random), most * (2 * random() - 1));
    });
    updateWorldPose(skeleton, pose);
    poseShape(model, shaped, pose, truth);
    poseShape(rigged, shaped, pose, ours);
    for (let p = 0; p < truth.positions.length; p += 3) {
      const [dx, dy, dz] = [0, 1, 2].map((k) => truth.positions[p + k] - ours.positions[p + k]);
      sum += Math.hypot(dx, dy, dz);
    }
  }
  return sum / poseCount / model.vertexCount;
}

/** Every triangle cut into four at the middles of its sides. */
function quartered({ positions, triangles }: RigSurface): RigSurface {
  const vertices = [...positions];
  const middles = new Map<number, number>();
  const middle = (a: number, b: number) => {
    const key = Math.min(a, b) * positions.length + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    const made = vertices.length / 3;
    for (let k = 0; k < 3; k++) vertices.push((vertices[a * 3 + k] + vertices[b * 3 + k]) / 2);
    middles.set(key, made);
    return made;
  };
  const corners: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    corners.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return { positions: Float64Array.from(vertices), triangles: Uint32Array.from(corners) };
}
