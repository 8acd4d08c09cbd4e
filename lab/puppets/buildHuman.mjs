// Writes human/humanBody.generated.ts: the neutral body of @leib/body with lowered arms, as a marionette of
// 68 cm, reduced so that it is played smoothly. Run after a build: node lab/puppets/buildHuman.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  buildMannequin,
  createPosedBody,
  createShapedBody,
  defaultLandmarks,
  loadBodySpace,
  poseShape,
  shapeBody,
  skeletonOfShape,
  smoothMannequin,
} from '@leib/body';
import { createPose, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { MeshoptSimplifier } from 'meshoptimizer';

const SCALE = 0.4;
const WANTED_VERTICES = 5200;
/** Away from the T-pose: bone, axis, angle; the right side mirrors it. */
const lowered = [
  ['Shoulder', [0, 0, 1], -0.1],
  ['UpperArm', [0, 0, 1], -0.98],
  ['LowerArm', [0, 1, 0], -0.22],
];
const kept = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'].concat(
  ['left', 'right'].flatMap((side) =>
    ['UpperArm', 'LowerArm', 'Hand', 'MiddleDistal', 'UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((bone) => side + bone),
  ),
);

const bytes = readFileSync(fileURLToPath(import.meta.resolve('@leib/body/leib-bodies.bin')));
const model = loadBodySpace(new Uint8Array(bytes)).neutral;
const shaped = createShapedBody(model);
shapeBody(model, new Float64Array(model.betaCount), shaped);
smoothMannequin(buildMannequin(model, defaultLandmarks), shaped.positions);
const skeleton = skeletonOfShape(model, shaped);
const pose = createPose(skeleton);
for (const [bone, axis, angle] of lowered) {
  for (const side of ['left', 'right']) {
    const turn = quat.setAxisAngle(quat.create(), axis, side === 'left' ? angle : -angle);
    pose.localRotations.set(turn, jointOfBone(skeleton, side + bone) * 4);
  }
}
updateWorldPose(skeleton, pose);
const posed = createPosedBody(model);
poseShape(model, shaped, pose, posed);

await MeshoptSimplifier.ready;
const positions = Float32Array.from(posed.positions);
const [triangles] = MeshoptSimplifier.simplify(model.triangles, positions, 3, WANTED_VERTICES * 6, 0.05);
const order = [...new Set(triangles)];
const numberOf = new Map(order.map((vertex, i) => [vertex, i]));
const low = [0, 1, 2].map((k) => Math.min(...order.map((vertex) => positions[vertex * 3 + k])));
const high = [0, 1, 2].map((k) => Math.max(...order.map((vertex) => positions[vertex * 3 + k])));
// Feet on the floor.
const floor = low[1];
const packed = Uint16Array.from(
  order.flatMap((vertex) =>
    [0, 1, 2].map((k) => Math.round(((positions[vertex * 3 + k] - low[k]) / (high[k] - low[k])) * 65535)),
  ),
);
const indices = Uint16Array.from(triangles, (vertex) => numberOf.get(vertex));
const round = (value) => Number((value * SCALE).toFixed(5));
const joints = kept.map((bone) => {
  const at = jointOfBone(skeleton, bone) * 3;
  const [x, y, z] = pose.worldPositions.slice(at, at + 3);
  return `  ${bone}: [${round(x)}, ${round(y - floor)}, ${round(z)}],`;
});
const base64 = (array) => Buffer.from(array.buffer).toString('base64');
const text = `// Written by build/buildHuman.mjs; do not edit.

/** Lowest and highest corner of the body, metres. */
export const humanLow = [${[low[0], 0, low[2]].map(round).join(', ')}] as const;
export const humanHigh = [${[high[0], high[1] - floor, high[2]].map(round).join(', ')}] as const;

/** Joints of the default body as the marionette hangs at rest, metres. */
export const humanJoints = {
${joints.join('\n')}
} as const;

/** Vertices between both corners, three 16 bit numbers each, and three vertices per triangle; little endian, base64. */
export const humanVertices = '${base64(packed)}';
export const humanTriangles = '${base64(indices)}';
`;
writeFileSync(new URL('human/humanBody.generated.ts', import.meta.url), text);
console.log(`${order.length} vertices, ${indices.length / 3} triangles, ${text.length} bytes`);
