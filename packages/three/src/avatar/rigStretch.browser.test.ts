import { type BodyProportions, segmentNames, stretchToProportions } from '@leib/calibration';
import { measureSkeleton } from '@leib/calibration/testing';
import {
  createPose,
  type HumanoidBone,
  jointOfBone,
  type Pose,
  quat,
  type Skeleton,
  updateWorldPose,
} from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { SkinnedMesh, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { buildTestRig, type TestRigOptions } from '../testing.js';
import { type Avatar, loadAvatar } from './loadAvatar.js';

const defaultAvatarUrl = new URL('../../../body/assets/leib-neutral.vrm', import.meta.url).href;

const rigs: Record<string, TestRigOptions> = {
  'VRM 1.0 with rolls and lowered arms': { format: 'vrm1', names: 'numbers', hasRolls: true, armDrop: 0.7 },
  'VRM 0, facing -Z': { format: 'vrm0', names: 'vroid', hasSpring: true },
  'Blender armature, Z up inside, centimetres': {
    names: 'mixamo',
    unitsPerMetre: 100,
    hasRolls: true,
    hasArmature: true,
  },
  'Mixamo in an A-pose, facing +X': { names: 'mixamo', hasRolls: true, armDrop: 0.8, yaw: Math.PI / 2 },
  'without legs': { names: 'mixamo', hasLegs: false },
};

/** Somebody whose every length is up to an eighth off the avatar's. */
function otherLengths(skeleton: Skeleton, seed: number): Partial<BodyProportions> {
  const random = seededRandom(seed);
  const own = measureSkeleton(skeleton, 0);
  return Object.fromEntries(
    segmentNames.flatMap((name) => (own[name] === null ? [] : [[name, own[name] * (0.875 + 0.25 * random())]])),
  );
}

function wildPose(skeleton: Skeleton, seed: number): Pose {
  const pose = createPose(skeleton);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    if (skeleton.jointToBone[joint] < 0) continue;
    const s = seed * 17 + joint;
    const local = pose.localRotations.subarray(joint * 4, joint * 4 + 4);
    quat.setAxisAngle(local, [Math.sin(s), Math.sin(2 * s + 1), Math.sin(3 * s + 2)], Math.sin(5 * s));
    quat.normalize(local, local);
  }
  updateWorldPose(skeleton, pose);
  return pose;
}

const nodeAt = (avatar: Avatar, bone: HumanoidBone) =>
  avatar.bones[jointOfBone(avatar.skeleton, bone)].getWorldPosition(new Vector3());

describe.each(Object.entries(rigs))('%s', (_, options) => {
  test('has the lengths that it was given, in any pose', async () => {
    const avatar = await loadAvatar(buildTestRig(options));
    for (let seed = 1; seed <= 8; seed++) {
      const wanted = otherLengths(avatar.ownSkeleton, seed);
      avatar.stretch(stretchToProportions(avatar.ownSkeleton, wanted, { floorY: 0 }));
      const pose = wildPose(avatar.skeleton, seed);
      avatar.applyPose(pose);
      avatar.root.updateMatrixWorld(true);
      for (let joint = 0; joint < avatar.skeleton.jointCount; joint++) {
        const expected = new Vector3().fromArray(pose.worldPositions, joint * 3);
        expect(avatar.bones[joint].getWorldPosition(new Vector3()).distanceTo(expected)).toBeLessThan(1e-4);
      }
      const forearm = nodeAt(avatar, 'leftLowerArm').distanceTo(nodeAt(avatar, 'leftHand'));
      expect(Math.abs(forearm - (wanted.forearm ?? 0))).toBeLessThan(1e-3);
      if (options.hasLegs === false) continue;
      const thigh = nodeAt(avatar, 'rightUpperLeg').distanceTo(nodeAt(avatar, 'rightLowerLeg'));
      expect(Math.abs(thigh - (wanted.thigh ?? 0))).toBeLessThan(1e-3);
    }
    avatar.dispose();
  });

  test('is as it was made when nothing is stretched any more', async () => {
    const avatar = await loadAvatar(buildTestRig(options));
    const own = stateOf(avatar);
    avatar.stretch(stretchToProportions(avatar.ownSkeleton, otherLengths(avatar.ownSkeleton, 3), { floorY: 0 }));
    expect(stateOf(avatar)).not.toEqual(own);
    avatar.stretch(null);
    expect(stateOf(avatar)).toEqual(own);
    expect(avatar.skeleton).toBe(avatar.ownSkeleton);
    avatar.dispose();
  });
});

function stateOf(avatar: Avatar): number[] {
  const numbers: number[] = avatar.bones.slice(1).flatMap((bone) => bone.position.toArray());
  for (const { skeleton } of skinsOf(avatar))
    for (const inverse of skeleton.boneInverses) numbers.push(...inverse.elements);
  return numbers;
}

function skinsOf(avatar: Avatar): SkinnedMesh[] {
  const meshes: SkinnedMesh[] = [];
  avatar.root.traverse((node) => {
    if (node instanceof SkinnedMesh) meshes.push(node);
  });
  return meshes;
}

/** Every vertex where the skin puts it. */
function placesOf(mesh: SkinnedMesh): Vector3[] {
  mesh.skeleton.update();
  return Array.from({ length: mesh.geometry.getAttribute('position').count }, (_, i) =>
    mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld),
  );
}

test('the skin of the default body follows: no edge is torn, soles stay on the floor, the face stays as it is', async () => {
  const avatar = await loadAvatar(defaultAvatarUrl);
  const pose = createPose(avatar.skeleton);
  avatar.applyPose(pose);
  avatar.root.updateMatrixWorld(true);
  const meshes = skinsOf(avatar);
  const before = meshes.map(placesOf);
  const headBefore = nodeAt(avatar, 'head');
  const own = measureSkeleton(avatar.ownSkeleton, 0);
  const wanted: Partial<BodyProportions> = {
    upperArm: (own.upperArm ?? 0) * 1.08,
    forearm: (own.forearm ?? 0) * 0.94,
    thigh: (own.thigh ?? 0) * 1.07,
    shank: (own.shank ?? 0) * 0.95,
    shoulderWidth: (own.shoulderWidth ?? 0) * 1.06,
    hipWidth: (own.hipWidth ?? 0) * 0.93,
    trunk: (own.trunk ?? 0) * 1.04,
    ankleHeight: (own.ankleHeight ?? 0) * 1.1,
  };
  avatar.stretch(stretchToProportions(avatar.ownSkeleton, wanted, { floorY: 0 }));
  avatar.applyPose(createPose(avatar.skeleton));
  avatar.root.updateMatrixWorld(true);
  const headMove = nodeAt(avatar, 'head').sub(headBefore);
  let longest = 0;
  let shortest = Infinity;
  let lowest = Infinity;
  let edges = 0;
  meshes.forEach((mesh, m) => {
    const after = placesOf(mesh);
    const { index } = mesh.geometry;
    for (let at = 0; index && at + 2 < index.count; at += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [index.getX(at + k), index.getX(at + ((k + 1) % 3))];
        const length = before[m][a].distanceTo(before[m][b]);
        if (length < 0.004) continue;
        const ratio = after[a].distanceTo(after[b]) / length;
        longest = Math.max(longest, ratio);
        shortest = Math.min(shortest, ratio);
        edges++;
      }
    }
    after.forEach((place, i) => {
      lowest = Math.min(lowest, place.y);
      // Well above the neck everything goes along with the head and nothing else.
      if (before[m][i].y > headBefore.y + 0.12) {
        expect(place.distanceTo(before[m][i].clone().add(headMove))).toBeLessThan(1e-4);
      }
    });
  });
  expect(edges).toBeGreaterThan(10_000);
  expect(longest).toBeLessThan(1.3);
  expect(shortest).toBeGreaterThan(0.65);
  expect(Math.abs(lowest)).toBeLessThan(0.004);
  avatar.dispose();
});
