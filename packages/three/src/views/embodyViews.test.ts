import { buildSkeleton, vec3 } from '@leib/core';
import {
  buildEmbody,
  createEmbodyState,
  createPlayerState,
  defaultPlayerSettings,
  stepEmbody,
  thesisEmbodySettings,
} from '@leib/embody';
import { createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import {
  type BufferGeometry,
  type InstancedMesh,
  type LineSegments,
  Matrix4,
  type Mesh,
  type Object3D,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { createArmConesView } from './armConesView.js';
import { createArmPlanesView } from './armPlanesView.js';
import { createFieldsView, wayInChest } from './fieldsView.js';
import { createGaitView } from './gaitView.js';
import { createTorsoHullView } from './torsoHullView.js';
import { createWalkView } from './walkView.js';

const sides = [
  ['left', 1],
  ['right', -1],
] as const;
const skeleton = buildSkeleton([
  { name: 'hips', offset: [0, 0.95, 0], bone: 'hips' },
  { name: 'spine', parent: 'hips', offset: [0, 0.12, 0], bone: 'spine' },
  { name: 'chest', parent: 'spine', offset: [0, 0.15, 0], bone: 'chest' },
  { name: 'neck', parent: 'chest', offset: [0, 0.22, 0], bone: 'neck' },
  { name: 'head', parent: 'neck', offset: [0, 0.1, 0], bone: 'head' },
  ...sides.flatMap(([side, x]) => [
    {
      name: `${side}Shoulder`,
      parent: 'chest',
      offset: [0.03 * x, 0.17, 0] as const,
      bone: `${side}Shoulder` as const,
    },
    {
      name: `${side}UpperArm`,
      parent: `${side}Shoulder`,
      offset: [0.15 * x, 0, 0] as const,
      bone: `${side}UpperArm` as const,
    },
    {
      name: `${side}LowerArm`,
      parent: `${side}UpperArm`,
      offset: [0.28 * x, 0, 0] as const,
      bone: `${side}LowerArm` as const,
    },
    { name: `${side}Hand`, parent: `${side}LowerArm`, offset: [0.25 * x, 0, 0] as const, bone: `${side}Hand` as const },
    { name: `${side}UpperLeg`, parent: 'hips', offset: [0.1 * x, -0.05, 0] as const, bone: `${side}UpperLeg` as const },
    {
      name: `${side}LowerLeg`,
      parent: `${side}UpperLeg`,
      offset: [0, -0.42, 0] as const,
      bone: `${side}LowerLeg` as const,
    },
    { name: `${side}Foot`, parent: `${side}LowerLeg`, offset: [0, -0.4, 0] as const, bone: `${side}Foot` as const },
  ]),
]);

/** A person who stands turned by a quarter and has walked a little. */
function standing() {
  const model = buildEmbody(skeleton, thesisEmbodySettings);
  const state = createEmbodyState(model);
  const frame = createJointFrame();
  for (let i = 0; i < 60; i++) {
    const x = Math.min(i, 40) * 0.02;
    const turned = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    frame.jointPoses.set([x, 1.53, 0, ...turned], pointNumber.head * POSE_SIZE);
    frame.jointPoses.set([x, 0.95, -0.25, ...turned], pointNumber.leftHand * POSE_SIZE);
    frame.jointPoses.set([x, 0.95, 0.25, ...turned], pointNumber.rightHand * POSE_SIZE);
    for (const point of ['head', 'leftHand', 'rightHand'] as const) frame.quality[pointNumber[point]] = quality.tracked;
    stepEmbody(model, state, frame, 1 / 60);
  }
  return { model, state };
}

const { model, state } = standing();

test('fields are drawn around the chest, mirrored, in their own size', () => {
  const view = createFieldsView();
  view.update(model.arms, state.arms);
  const { fields } = model.settings.arms.magnets;
  expect(view.count).toBe(2 * fields.length);
  const shells = view.root.getObjectByName('magnetic fields') as InstancedMesh;
  const middle = new Vector3();
  for (let i = 0; i < view.count; i++) {
    const matrix = new Matrix4().fromArray(shells.instanceMatrix.array, i * 16);
    expect(matrix.getMaxScaleOnAxis()).toBeCloseTo(view.spheres[i * 4 + 3], 6);
  }
  // The fields in the trunk: a field and its mirror image have the chest between them.
  for (let i = 0; i < 4; i++) {
    const other = i + fields.length;
    for (let k = 0; k < 3; k++) {
      middle.setComponent(k, (view.spheres[i * 4 + k] + view.spheres[other * 4 + k]) / 2);
    }
    expect(Math.abs(middle.x - state.body.travel.comWorld[0])).toBeLessThan(0.25);
    expect(middle.y).toBeGreaterThan(0.8);
  }
  view.dispose();
});

test('a way along the chest keeps its length and loses the turn of the body', () => {
  const way = wayInChest(state.arms, 0, [0.2, 0, 0]);
  expect(vec3.length(way)).toBeCloseTo(0.2, 9);
  // Turned by a quarter to the left, the world's +X is ahead.
  expect(way[2]).toBeGreaterThan(0.15);
});

test('hull rings, cones and steps lie where the body is, all of it finite', () => {
  const hull = createTorsoHullView();
  const cones = createArmConesView();
  const gait = createGaitView();
  hull.update(model.arms, state.arms);
  cones.update(model.arms, state.arms);
  for (let i = 0; i < 100; i++) gait.update(state.body, state.gait);
  const rings = (hull.root as LineSegments<BufferGeometry>).geometry.getAttribute('position').array;
  for (const value of rings) expect(Number.isFinite(value)).toBe(true);
  const trails = (gait.root.getObjectByName('foot paths') as LineSegments<BufferGeometry>).geometry;
  for (const value of trails.getAttribute('position').array) expect(Number.isFinite(value)).toBe(true);
  const feet = gait.root.getObjectByName('feet') as InstancedMesh;
  for (const [side, at] of [0, 3].entries()) {
    const disc = new Vector3().setFromMatrixPosition(new Matrix4().fromArray(feet.instanceMatrix.array, at * 16));
    expect(disc.distanceTo(new Vector3().fromArray(state.gait.steps[side].placeWorld))).toBeLessThan(1e-6);
  }
  gait.showSteps = gait.showBalance = false;
  gait.update(state.body, state.gait);
  expect(new Matrix4().fromArray(feet.instanceMatrix.array).determinant()).toBe(0);
  expect(cones.root.children.filter((child) => child.visible)).toHaveLength(6);
  for (const view of [hull, cones, gait]) view.dispose();
});

/** Ends of all drawn lines, x y z each. */
function endsOf(view: { readonly root: Object3D }, name: string): Vector3[] {
  const { geometry } = view.root.getObjectByName(name) as LineSegments<BufferGeometry>;
  const { array } = geometry.getAttribute('position');
  return Array.from({ length: geometry.drawRange.count }, (_, i) => new Vector3().fromArray(array, i * 3));
}

test('an arm’s plane goes through shoulder, elbow and hand; neutral and actual shoulder are balls; each switch draws its own', () => {
  const view = createArmPlanesView();
  Object.assign(view, { showShoulders: false, showTwists: false });
  view.update(model.arms, state.arms);
  const [left] = state.arms.arms;
  const plane = view.root.getObjectByName('arm plane') as Mesh;
  const corners = plane.geometry.getAttribute('position').array;
  [left?.shoulderWorld, left?.elbowWorld, left?.endWorld].forEach((joint, i) => {
    for (let k = 0; k < 3; k++) expect(corners[i * 3 + k]).toBeCloseTo(joint?.[k] ?? Number.NaN, 5);
  });
  // Its normal stands on it.
  const [from, tip] = endsOf(view, 'arm lines');
  const hand = new Vector3().fromArray(left?.endWorld ?? []);
  expect(tip.sub(from).dot(hand.sub(from))).toBeCloseTo(0, 5);
  const planeLines = endsOf(view, 'arm lines').length;
  view.showShoulders = true;
  view.update(model.arms, state.arms);
  const balls = view.root.getObjectByName('shoulders') as InstancedMesh;
  const actual = new Matrix4().fromArray(balls.instanceMatrix.array, 16);
  expect(
    new Vector3().setFromMatrixPosition(actual).distanceTo(new Vector3().fromArray(left?.shoulderWorld ?? [])),
  ).toBeLessThan(1e-5);
  const withShoulders = endsOf(view, 'arm lines').length;
  expect(withShoulders).toBeGreaterThan(planeLines);
  view.showTwists = true;
  view.update(model.arms, state.arms);
  expect(endsOf(view, 'arm lines').length).toBeGreaterThan(withShoulders);
  view.showPlanes = false;
  view.update(model.arms, state.arms);
  expect(plane.visible).toBe(false);
  view.dispose();
});

test('ranges of twist end where the settings say: a range twice as wide is drawn on more of the circle', () => {
  /** Angle that the drawn range of the left upper arm covers, radians. */
  const drawn = (width: number) => {
    const { arms } = thesisEmbodySettings;
    const upperArmTwist = { min: -width / 2, max: width / 2 };
    const wide = buildEmbody(skeleton, {
      ...thesisEmbodySettings,
      arms: { ...arms, limits: { ...arms.limits, upperArmTwist } },
    });
    const view = createArmPlanesView();
    Object.assign(view, { showShoulders: false, showPlanes: false });
    view.update(wide.arms, state.arms);
    const ends = endsOf(view, 'arm lines').slice(0, 64);
    let length = 0;
    for (let i = 0; i < ends.length; i += 2) length += ends[i].distanceTo(ends[i + 1]);
    return length / 0.075;
  };
  expect(drawn(1)).toBeCloseTo(1, 2);
  expect(drawn(2)).toBeCloseTo(2, 2);
});

test('sphere, offset, dead zone, heights ahead and swing are drawn where they are, each by its switch', () => {
  const view = createWalkView();
  const player = createPlayerState();
  vec3.set(player.footingWorld, 0.5, 0.2, 0.1);
  vec3.set(player.offsetWorld, 1, 0.4, -0.5);
  state.gait.probesWorld.set([0, 0.1, 0, 0.1, 0.1, 0, 0.2, 0.1, 0, 0.3, 0.2, 0, 0.4, 0.2, 0]);
  state.gait.probeCount = 5;
  Object.assign(state.body.swing, { hipYaw: 0.1, shoulderYaw: 0 });
  const switches = ['showSphere', 'showOffset', 'showHeading', 'showProbes', 'showSwing'] as const;
  const ends = Object.fromEntries(
    switches.map((only) => {
      for (const each of switches) view[each] = each === only;
      view.update(model, state, { player, settings: defaultPlayerSettings });
      return [only, endsOf(view, 'walk lines')];
    }),
  );
  const lowest = Math.min(...ends.showSphere.map(({ y }) => y));
  expect(lowest).toBeCloseTo(0.2, 6);
  expect(Math.max(...ends.showSphere.map(({ y }) => y))).toBeCloseTo(0.2 + 2 * defaultPlayerSettings.sphereRadius, 2);
  expect(ends.showOffset.some((end) => end.distanceTo(new Vector3(1, 0.4, -0.5)) < 1e-6)).toBe(true);
  // The zone is as wide as the settings say.
  const hips = new Vector3().fromArray(state.pose.worldPositions, 0).setY(0);
  const angles = ends.showHeading.slice(4).map((end) => {
    const way = end.clone().setY(0).sub(hips);
    return Math.abs(Math.atan2(way.x, way.z) - state.body.heading.yaw);
  });
  expect(Math.max(...angles.filter((angle) => angle < 1))).toBeCloseTo(thesisEmbodySettings.trunk.yawDeadZone, 2);
  expect(ends.showProbes.filter(({ y }) => Math.abs(y - 0.2) < 1e-6).length).toBeGreaterThanOrEqual(2);
  // Two bars at the hips, one of them turned; shoulders rest.
  expect(ends.showSwing).toHaveLength(8);
  expect(ends.showSwing[0].distanceTo(ends.showSwing[2])).toBeGreaterThan(0.05);
  expect(ends.showSwing[4].distanceTo(ends.showSwing[6])).toBeLessThan(1e-6);
  view.dispose();
});
