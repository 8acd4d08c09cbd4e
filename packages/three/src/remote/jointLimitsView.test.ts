import type { HumanoidBone } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { buildJointDrive, defaultRemoteBodySettings, type JointDrive, kindOfBone } from '@leib/reembody';
import { Euler, Matrix4, type Mesh, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createJointLimitsView, type DrawnJoint, type JointLimitsView } from './jointLimitsView.js';

const units = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
const PART = 1;
const RADIUS = 0.2;

/** Joints of every sort: ball, three hinges, a bend and a twist, two across, one. */
const bones = {
  leftUpperArm: [1, 0, 0],
  rightUpperArm: [-1, 0, 0],
  leftUpperLeg: [0, -1, 0],
  spine: [0, 1, 0.1],
  rightHand: [-1, 0, 0],
  leftLowerArm: [1, 0, 0],
  rightLowerLeg: [0, -1, 0],
  leftIndexProximal: [1, 0, 0],
  leftToes: [0, 0, 1],
} as const satisfies Partial<Record<HumanoidBone, readonly number[]>>;

function drawn(bone: keyof typeof bones): DrawnJoint {
  const joint = defaultRemoteBodySettings.joints[bone];
  const kind = kindOfBone(bone);
  const drive = joint && kind ? buildJointDrive(bone, kind, PART, joint, 0, 0) : null;
  if (!drive) throw new Error(`${bone} has no joint`);
  return { drive, parent: 0, boneWay: bones[bone], radius: RADIUS };
}

/** The rotation that a drive's angles make. */
function turnOf({ kind, axes, twistAxis }: JointDrive, angles: ArrayLike<number>): Quaternion {
  const twist = (axis: number, angle: number) => new Quaternion().setFromAxisAngle(units[axis], angle);
  if (kind === 'hinges') {
    return Array.from(axes).reduce((turn, axis, k) => turn.multiply(twist(axis, angles[k])), new Quaternion());
  }
  const vector = new Vector3(angles[0], angles[1], angles[2]).setComponent(twistAxis, 0);
  const swing = new Quaternion().setFromAxisAngle(vector.clone().normalize(), vector.length());
  return swing.multiply(twist(twistAxis, angles[twistAxis]));
}

const parentTurn = new Quaternion().setFromEuler(new Euler(0.4, -0.9, 0.3));
const jointAt = new Vector3(1, 2, 3);

/** Shows a joint with these angles, hanging on a part that is turned anyhow. */
function pose(view: JointLimitsView, drive: JointDrive, angles: ArrayLike<number>): void {
  const own = parentTurn.clone().multiply(turnOf(drive, angles));
  view.update(Float64Array.of(9, 9, 9, ...parentTurn.toArray(), ...jointAt.toArray(), ...own.toArray()), 0, 2);
}

describe.each(Object.keys(bones) as (keyof typeof bones)[])('%s', (bone) => {
  const joint = drawn(bone);
  const { drive } = joint;
  const view = createJointLimitsView();
  view.setJoints([joint]);
  const twistPlace = drive.axes.indexOf(drive.twistAxis);
  const isSwing = (k: number) => k !== twistPlace;
  const swingCount = Array.from(drive.axes).filter((_, k) => isSwing(k)).length;

  test('every axis has a handle at either end', () => {
    expect(view.handles).toHaveLength(drive.speedCount * 2);
    for (const { k, end, angle } of view.handles) expect(angle).toBe(drive[end][k]);
  });

  test.each(seeds(6))('needles tell how the joint is turned (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const angles = Array.from(drive.axes, (_, k) => drive.low[k] + (drive.high[k] - drive.low[k]) * random());
    const size = Math.hypot(...angles.filter((_, k) => isSwing(k)));
    if (drive.kind === 'ball' && size > 2.9) return;
    pose(view, drive, angles);
    for (const [k, angle] of angles.entries()) expect(view.angleOf(PART, drive.axes[k])).toBeCloseTo(angle, 5);
  });

  test('an axis alone at some angle carries the bone through the place of its handle at that angle', () => {
    for (const handle of view.handles) {
      if (!isSwing(handle.k)) continue;
      for (const angle of [handle.angle, handle.angle / 2, 0.3]) {
        const angles = Array.from(drive.axes, (_, k) => (k === handle.k ? angle : 0));
        pose(view, drive, angles);
        const at = view.handlePoint(handle, angle, new Vector3())?.sub(jointAt) ?? new Vector3();
        expect(at.length()).toBeCloseTo(RADIUS, 6);
        // A cone stands about the axis of the twist, an arc where the bone is.
        const zero = new Vector3(...bones[bone]);
        if (swingCount === 2)
          zero.copy(units[drive.twistAxis]).multiplyScalar(bones[bone][drive.twistAxis] < 0 ? -1 : 1);
        else zero.projectOnPlane(units[handle.axis]);
        const bonePoints = zero.applyQuaternion(parentTurn.clone().multiply(turnOf(drive, angles)));
        expect(at.angleTo(bonePoints)).toBeLessThan(1e-3);
      }
    }
  });

  test('the bracelet goes along with the bone, and its angle counts about it', () => {
    const handle = view.handles.find(({ k }) => k === twistPlace);
    if (!handle) return;
    pose(
      view,
      drive,
      Array.from(drive.axes, (_, k) => (isSwing(k) ? 0.4 * drive.high[k] : 0)),
    );
    const point = (angle: number) => view.handlePoint(handle, angle, new Vector3())?.sub(jointAt) ?? new Vector3();
    const middle = point(0.2)
      .add(point(0.2 + Math.PI))
      .multiplyScalar(0.5);
    const along = middle.clone().normalize();
    const sign = bones[bone][drive.twistAxis] < 0 ? -1 : 1;
    const [from, to] = [0, 0.7].map((angle) => point(angle).sub(middle));
    expect(from.angleTo(to)).toBeCloseTo(0.7, 5);
    expect(sign * from.clone().cross(to).dot(along)).toBeGreaterThan(0);
  });
});

test('a cone reaches exactly as far as the swings of its joint', () => {
  const joint = drawn('leftUpperArm');
  const view = createJointLimitsView();
  view.setJoints([joint]);
  const cone = view.root.children[0].children.find((node) => (node as Mesh).isMesh) as Mesh;
  const { position } = cone.geometry.attributes;
  let [least, most] = [Infinity, -Infinity];
  const point = new Vector3();
  for (let i = 0; i < position.count; i++) {
    point.fromBufferAttribute(position, i);
    // About y alone the bone stays in the plane of x and z.
    if (point.length() < RADIUS / 2 || Math.abs(point.y) > 1e-6) continue;
    const angle = Math.atan2(-point.z, point.x);
    [least, most] = [Math.min(least, angle), Math.max(most, angle)];
  }
  expect(least).toBeCloseTo(joint.drive.low[1], 5);
  expect(most).toBeCloseTo(joint.drive.high[1], 5);
  view.dispose();
});

test('a marked handle is told from the others, and nothing is left of joints that are drawn no more', () => {
  const view = createJointLimitsView();
  view.setJoints([drawn('leftToes'), { ...drawn('leftToes'), drive: { ...drawn('leftToes').drive, part: 2 } }]);
  const ballOf = (i: number) =>
    view.root.children[i].children.filter((node) => (node as Mesh).geometry?.type === 'SphereGeometry') as Mesh[];
  view.mark(view.handles[1]);
  expect(ballOf(0)[1].material).not.toBe(ballOf(0)[0].material);
  expect(ballOf(1)[1].material).toBe(ballOf(1)[0].material);
  view.mark(null);
  expect(ballOf(0)[1].material).toBe(ballOf(0)[0].material);
  view.setJoints([]);
  expect(view.root.children).toHaveLength(0);
  expect(view.handles).toHaveLength(0);
  expect(view.angleOf(PART, 0)).toBeNull();
  view.dispose();
});

test('what is drawn anew stands where the parts were last, before the next frame', () => {
  const joint = drawn('leftUpperArm');
  const view = createJointLimitsView();
  view.setJoints([joint]);
  pose(view, joint.drive, [0.2, 0.4, -0.3]);
  const before = view.handles.map((handle) => view.handlePoint(handle, handle.angle, new Vector3()));
  view.setJoints([joint]);
  const after = view.handles.map((handle) => view.handlePoint(handle, handle.angle, new Vector3()));
  expect(after).toEqual(before);
  view.dispose();
});

test('handles follow whatever carries the drawing', () => {
  const view = createJointLimitsView();
  const joint = drawn('leftToes');
  view.setJoints([joint]);
  pose(view, joint.drive, [0]);
  const before = view.handlePoint(view.handles[0], 0.2, new Vector3()) as Vector3;
  view.root.applyMatrix4(new Matrix4().makeScale(2, 2, 2));
  const after = view.handlePoint(view.handles[0], 0.2, new Vector3()) as Vector3;
  expect(after.distanceTo(before.multiplyScalar(2))).toBeLessThan(1e-6);
});
