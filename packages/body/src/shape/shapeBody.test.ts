import { createPose, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { bytesPerCall, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { surfaceVolume } from '../measure/surfaceVolume.js';
import { loadBodySpace } from './loadBodySpace.js';
import { createPosedBody, poseShape, updateNormals } from './poseShape.js';
import { betasOfPca, createShapedBody, pcaOfBetas, shapeBody, skeletonOfShape } from './shapeBody.js';
import { shippedBytes } from './shippedBytes.testing.js';

const space = loadBodySpace(await shippedBytes());
const sexes = ['female', 'male', 'neutral'] as const;

function randomBetas(seed: number, count: number, spread = 2): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from({ length: count }, () => spread * (2 * random() - 1));
}

/** How often a closed surface winds around a point: 1 inside, 0 outside. Van Oosterom & Strackee 1983, eq. 8. */
function windingNumber(p: Float64Array, triangles: Uint32Array, x: number, y: number, z: number): number {
  let angle = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const i = triangles[at] * 3;
    const j = triangles[at + 1] * 3;
    const k = triangles[at + 2] * 3;
    const ax = p[i] - x;
    const ay = p[i + 1] - y;
    const az = p[i + 2] - z;
    const bx = p[j] - x;
    const by = p[j + 1] - y;
    const bz = p[j + 2] - z;
    const cx = p[k] - x;
    const cy = p[k + 1] - y;
    const cz = p[k + 2] - z;
    const a = Math.sqrt(ax * ax + ay * ay + az * az);
    const b = Math.sqrt(bx * bx + by * by + bz * bz);
    const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ab = ax * bx + ay * by + az * bz;
    const bc = bx * cx + by * cy + bz * cz;
    const ca = cx * ax + cy * ay + cz * az;
    angle += 2 * Math.atan2(volume, a * b * c + ab * c + bc * a + ca * b);
  }
  return angle / (4 * Math.PI);
}

describe.each(sexes)('the %s body', (sex) => {
  const model = space[sex];
  const shaped = createShapedBody(model);

  test('without betas it is the mean; missing betas count as 0', () => {
    shapeBody(model, [], shaped);
    expect([...shaped.positions]).toEqual([...model.meanPositions]);
    shapeBody(model, [0.5, -1], shaped);
    const short = shaped.positions.slice();
    shapeBody(model, [0.5, -1, ...new Array(model.betaCount).fill(0)], shaped);
    expect([...shaped.positions]).toEqual([...short]);
  });

  test.each(seeds(3))('surface and joints are mean plus betas times modes (seed %i)', (seed) => {
    const betas = randomBetas(seed, model.betaCount);
    shapeBody(model, betas, shaped);
    const length = model.vertexCount * 3;
    for (const i of [0, 5, 17777, length - 1]) {
      const expected = betas.reduce((sum, beta, k) => sum + beta * model.modes[k * length + i], model.meanPositions[i]);
      expect(shaped.positions[i]).toBeCloseTo(expected, 9);
    }
    const whole = shaped.joints.slice();
    shapeBody(
      model,
      betas.map((beta) => beta / 2),
      shaped,
    );
    const half = shaped.joints.slice();
    shapeBody(model, [], shaped);
    whole.forEach((value, i) => {
      expect(half[i]).toBeCloseTo((value + shaped.joints[i]) / 2, 9);
    });
  });

  test.each(seeds(4))('left and right are mirrors, feet stand on the floor, hips over the origin (seed %i)', (seed) => {
    shapeBody(model, randomBetas(seed, model.betaCount), shaped);
    model.jointNames.forEach((bone, joint) => {
      const other = model.jointNames.indexOf(
        bone.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left')) as typeof bone,
      );
      expect(shaped.joints[joint * 3] + shaped.joints[other * 3]).toBeCloseTo(0, 4);
      expect(shaped.joints[joint * 3 + 1]).toBeCloseTo(shaped.joints[other * 3 + 1], 4);
    });
    let low = Number.POSITIVE_INFINITY;
    for (let at = 1; at < shaped.positions.length; at += 3) low = Math.min(low, shaped.positions[at]);
    expect(Math.abs(low)).toBeLessThan(0.004);
    expect(Math.abs(shaped.joints[2])).toBeLessThan(1e-3);
  });

  test.each([
    ['thin', [0, -2.5]],
    ['heavy', [0, 3]],
    ['short', [-2.5]],
    ['tall', [2.5]],
    ['random', [...randomBetas(9, 18)]],
  ] as const)('%s: every joint but the eyes lies inside the skin', (_, betas) => {
    shapeBody(model, betas, shaped);
    model.jointNames.forEach((bone, joint) => {
      // The sockets of the eyes are open to the outside: the eyeballs are not part of the skin.
      if (bone.endsWith('Eye')) return;
      const [x, y, z] = shaped.joints.subarray(joint * 3, joint * 3 + 3);
      expect(windingNumber(shaped.positions, model.triangles, x, y, z), bone).toBeGreaterThan(0.9);
    });
  });

  test('the ten-slider view goes there and back', () => {
    const components = randomBetas(4, 10);
    const betas = new Float64Array(model.betaCount);
    const back = new Float64Array(10);
    betasOfPca(model, components, betas);
    pcaOfBetas(model, betas, back);
    back.forEach((value, c) => {
      expect(value).toBeCloseTo(components[c], 6);
    });
  });

  test('at rest the posed body is the shaped one; turned as a whole it is rigid', () => {
    shapeBody(model, randomBetas(6, model.betaCount), shaped);
    const skeleton = skeletonOfShape(model, shaped);
    const pose = createPose(skeleton);
    const posed = createPosedBody(model);
    poseShape(model, shaped, pose, posed);
    for (let i = 0; i < posed.positions.length; i += 97) {
      expect(posed.positions[i]).toBeCloseTo(shaped.positions[i], 5);
    }
    const turn = randomQuat(seededRandom(3));
    pose.localRotations.set(turn, 0);
    updateWorldPose(skeleton, pose);
    poseShape(model, shaped, pose, posed);
    const volume = surfaceVolume(shaped.positions, model.triangles);
    expect(surfaceVolume(posed.positions, model.triangles)).toBeCloseTo(volume, 6);
  });

  test('a raised knee moves the foot and not the head, and normals stay unit vectors that point outwards', () => {
    shapeBody(model, [], shaped);
    const skeleton = skeletonOfShape(model, shaped);
    const pose = createPose(skeleton);
    const bend = quat.setAxisAngle(quat.create(), [1, 0, 0], -1.2);
    pose.localRotations.set(bend, jointOfBone(skeleton, 'leftUpperLeg') * 4);
    updateWorldPose(skeleton, pose);
    const posed = createPosedBody(model);
    poseShape(model, shaped, pose, posed);
    const moved = (vertex: number) =>
      Math.hypot(...[0, 1, 2].map((k) => posed.positions[vertex * 3 + k] - shaped.positions[vertex * 3 + k]));
    const topmost = [...Array(model.vertexCount).keys()].reduce((top, vertex) =>
      shaped.positions[vertex * 3 + 1] > shaped.positions[top * 3 + 1] ? vertex : top,
    );
    expect(moved(topmost)).toBeLessThan(1e-6);
    expect(Math.max(...Array.from({ length: model.vertexCount }, (_, vertex) => moved(vertex)))).toBeGreaterThan(0.5);
    updateNormals(model.triangles, posed.positions, posed.normals);
    let outward = 0;
    for (let at = 0; at < posed.normals.length; at += 3) {
      expect(Math.hypot(posed.normals[at], posed.normals[at + 1], posed.normals[at + 2])).toBeCloseTo(1, 6);
      outward += posed.normals[at] * posed.positions[at] + posed.normals[at + 2] * posed.positions[at + 2];
    }
    expect(outward).toBeGreaterThan(0);
  });
});

test.each(seeds(3))('the neutral body is half way between the two of the same betas (seed %i)', (seed) => {
  const betas = randomBetas(seed, space.neutral.betaCount);
  const [female, male, neutral] = sexes.map((sex) => {
    const shaped = createShapedBody(space[sex]);
    shapeBody(space[sex], betas, shaped);
    return shaped;
  });
  for (let i = 0; i < neutral.positions.length; i += 53) {
    expect(neutral.positions[i]).toBeCloseTo((female.positions[i] + male.positions[i]) / 2, 6);
  }
});

test('a change of shape allocates nothing', () => {
  const model = space.female;
  const shaped = createShapedBody(model);
  const betas = randomBetas(8, model.betaCount);
  shapeBody(model, betas, shaped);
  const pose = createPose(skeletonOfShape(model, shaped));
  const posed = createPosedBody(model);
  const bytes = bytesPerCall(
    () => {
      shapeBody(model, betas, shaped);
      poseShape(model, shaped, pose, posed);
      updateNormals(model.triangles, posed.positions, posed.normals);
    },
    40,
    2000,
  );
  // Reading the heap size costs some bytes, and some numbers are boxed before the code is optimised. One boxed number
  // per vertex would be 100 kB.
  expect(bytes).toBeLessThan(2000);
});
