import { buildSkeleton, createPose, DEG, updateWorldPose } from '@leib/core';
import { buildSwingCone } from '@leib/core/solvers';
import { createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { type InstancedMesh, LineLoop, Matrix4, type Object3D, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createConeView } from './armConesView.js';
import { createHandsView } from './handsView.js';
import { createSkeletonView } from './skeletonView.js';
import { createTargetsView } from './trackersView.js';

function instances(
  root: Object3D,
  name: string,
): { mesh: InstancedMesh; at(i: number): Matrix4; isShown(i: number): boolean } {
  const mesh = root.getObjectByName(name) as InstancedMesh;
  const at = (i: number) => new Matrix4().fromArray(mesh.instanceMatrix.array, i * 16);
  return { mesh, at, isShown: (i) => Math.abs(at(i).determinant()) > 1e-15 };
}

const arm = buildSkeleton([
  { name: 'hips', offset: [0, 1, 0], bone: 'hips' },
  { name: 'spine', parent: 'hips', offset: [0, 0.4, 0], bone: 'spine' },
  { name: 'arm', parent: 'spine', offset: [0.3, 0, 0], bone: 'leftUpperArm' },
  { name: 'same place', parent: 'arm', offset: [0, 0, 0] },
]);

describe('skeleton view', () => {
  test('a bone runs from its parent joint to its own', () => {
    const view = createSkeletonView(arm);
    const pose = createPose(arm);
    pose.localRotations.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], 4);
    pose.rootPosition.set([0.5, 1, -2]);
    updateWorldPose(arm, pose);
    view.update(pose);
    const bones = instances(view.root, 'bones');
    for (const joint of [1, 2]) {
      const start = new Vector3(0, 0, 0).applyMatrix4(bones.at(joint));
      const end = new Vector3(0, 1, 0).applyMatrix4(bones.at(joint));
      expect(start.distanceTo(new Vector3().fromArray(pose.worldPositions, arm.parents[joint] * 3))).toBeLessThan(1e-6);
      expect(end.distanceTo(new Vector3().fromArray(pose.worldPositions, joint * 3))).toBeLessThan(1e-6);
      expect(bones.at(joint).determinant()).toBeGreaterThan(0);
    }
    expect(bones.isShown(3)).toBe(false);
    view.dispose();
  });
});

describe('targets view', () => {
  test('shows what was ever tracked, in the colour of its quality, with its own axes', () => {
    const view = createTargetsView({ size: 0.1 });
    const frame = createJointFrame();
    const { head, leftHand, hips } = pointNumber;
    frame.lostSeconds[head] = 0;
    frame.lostSeconds[leftHand] = 0;
    frame.quality[head] = quality.tracked;
    frame.quality[leftHand] = quality.inferred;
    frame.jointPoses.set([1, 2, 3, 0, Math.SQRT1_2, 0, Math.SQRT1_2], head * POSE_SIZE);
    view.update(frame);
    const balls = instances(view.root, 'target balls');
    const axes = instances(view.root, 'target axes');
    expect([head, leftHand, hips].map(balls.isShown)).toEqual([true, true, false]);
    // A quarter turn about +Y takes +X to -Z.
    const tip = new Vector3(0, 1, 0).applyMatrix4(axes.at(head * 3));
    expect(tip.distanceTo(new Vector3(1, 2, 3 - 0.1))).toBeLessThan(1e-6);
    const colors = balls.mesh.instanceColor?.array as Float32Array;
    expect([...colors.slice(head * 3, head * 3 + 3)]).not.toEqual([...colors.slice(leftHand * 3, leftHand * 3 + 3)]);
    frame.quality[head] = quality.lost;
    frame.lostSeconds[head] = 1;
    view.update(frame);
    expect(balls.isShown(head)).toBe(true);
    view.dispose();
  });
});

describe('hands view', () => {
  test('joints for a hand, a controller for a controller, nothing for nothing', () => {
    const view = createHandsView();
    const frame = createJointFrame();
    const joints = instances(view.root, 'hand joints');
    const bones = instances(view.root, 'hand bones');
    const controllers = instances(view.root, 'controllers');
    view.update(frame);
    expect([joints.isShown(0), bones.isShown(0), controllers.isShown(0), controllers.isShown(1)]).toEqual(
      Array(4).fill(false),
    );

    frame.leftHandJoints.quality = quality.tracked;
    for (let i = 0; i < 25; i++) frame.leftHandJoints.poses[i * POSE_SIZE] = 0.01 * i;
    frame.quality[pointNumber.leftHand] = quality.tracked;
    frame.quality[pointNumber.rightHand] = quality.tracked;
    frame.jointPoses.set([0.4, 1, 0], pointNumber.rightHand * POSE_SIZE);
    view.update(frame);
    expect(Array.from({ length: 25 }, (_, i) => joints.isShown(i))).toEqual(Array(25).fill(true));
    expect(Array.from({ length: 24 }, (_, i) => bones.isShown(i))).toEqual(Array(24).fill(true));
    // The little finger's metacarpal (joint 20) hangs on the wrist.
    expect(new Vector3().applyMatrix4(bones.at(19)).x).toBeCloseTo(0, 6);
    expect([controllers.isShown(0), controllers.isShown(1)]).toEqual([false, true]);
    expect(
      new Vector3()
        .applyMatrix4(controllers.at(1))
        .toArray()
        .map((v) => +v.toFixed(6)),
    ).toEqual([0.4, 1, 0]);
    view.dispose();
  });
});

describe('cone view', () => {
  test('the drawn cone is the cone', () => {
    const view = createConeView(0.5, 'red');
    const cone = buildSwingCone({ minusX: 30 * DEG, plusX: 60 * DEG, minusY: 100 * DEG, plusY: 20 * DEG });
    view.setCone(cone);
    view.update([1, 2, 3], [0, 0, 0, 1]);
    const outline = view.root.children.find((node) => node instanceof LineLoop);
    const position = outline?.geometry.getAttribute('position');
    expect(position?.count).toBe(cone.border.length / 3 + 1);
    for (let i = 1; i < (position?.count ?? 0); i++) {
      const point = new Vector3().fromBufferAttribute(position as never, i);
      expect(point.length()).toBeCloseTo(0.5, 5);
    }
    expect(view.root.position.toArray()).toEqual([1, 2, 3]);
    view.dispose();
  });
});
