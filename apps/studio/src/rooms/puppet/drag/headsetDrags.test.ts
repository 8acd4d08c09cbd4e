import {
  addEffector,
  buildPuppetModel,
  createPuppet,
  createPuppetState,
  freeJoint,
  type PuppetPart,
  puppetMeshOf,
  stepPuppet,
} from '@leib/puppet';
import { createJointFrame, handJointInJoint, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { Group, Quaternion, Vector3 } from 'three';
import { beforeEach, expect, test } from 'vitest';
import { Wearer } from '../../../world/wearer.js';
import type { World } from '../../../world/world.js';
import { HeadsetDrags } from './headsetDrags.js';
import { type DraggedPuppet, dragsOf, turnsOf } from './heldThing.js';

type Side = 'left' | 'right';

function arm(name: string, side: 1 | -1): PuppetPart {
  const [from, to]: [number, number, number][] = [
    [0.05 * side, 0.1, 0],
    [0.3 * side, 0.1, 0],
  ];
  const reach = { right: 0.2, left: 0.2, up: 0.06, down: 0.06, front: 0.06, back: 0.06 };
  const centre: [number, number, number] = [0.18 * side, 0.1, 0];
  const influence = { centre, rotation: [0, 0, 0, 1] as [number, number, number, number], reach, e: 1, n: 1 };
  const shape = { kind: 'bone' as const, from, to, influence: { ...influence, throughAir: true } };
  return { name, parent: null, shape, joint: freeJoint, region: null };
}

/** Two arms, with a grip at the end of each. */
async function twoArms(): Promise<DraggedPuppet> {
  const bare = createPuppet('arms', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const armed = { ...bare, parts: [arm('left arm', 1), arm('right arm', -1)] };
  const file = addEffector(addEffector(armed, 'left arm'), 'right arm');
  const corners = Float64Array.of(-0.3, 0.1, 0, 0.3, 0.1, 0, 0, 0.15, 0, 0, 0.05, 0.05);
  const model = await buildPuppetModel(file, puppetMeshOf(corners, Uint32Array.of(0, 1, 2, 0, 3, 1, 1, 3, 2, 0, 2, 3)));
  const state = createPuppetState(model);
  stepPuppet(model, state, { hands: [], drags: [], turns: [] }, 1 / 60);
  return { model, state };
}

const puppet = await twoArms();
/** The puppet stands a metre before the person and looks back. */
const space = new Group();
space.position.set(0, 1, 1);
space.rotation.y = Math.PI;
space.updateMatrixWorld();
const [leftGrip, rightGrip] = [new Vector3(-0.3, 1.1, 1), new Vector3(0.3, 1.1, 1)];

let tracked: ReturnType<typeof createJointFrame>;
/** The tracked space, where stick and teleport have taken it. */
let carried: Group;
let drags: HeadsetDrags;
let wearer: Wearer;
const xr = { isPresenting: true };

beforeEach(() => {
  tracked = createJointFrame();
  carried = new Group();
  xr.isPresenting = true;
  wearer = new Wearer();
  const world = { renderer: { xr }, reader: { tracked }, locomotion: { root: carried }, wearer };
  drags = new HeadsetDrags(world as unknown as World, space, () => puppet);
});

/** A hand that points along +Z, with what is between its fingers at a place; how far its controller's trigger is pulled. */
function hold(side: Side, at: Vector3, trigger: number): void {
  const point = pointNumber[side === 'left' ? 'leftHand' : 'rightHand'];
  const toJoint = new Quaternion(...handJointInJoint[side]).invert();
  const rotation = new Quaternion(0, 1, 0, 0).multiply(toJoint);
  const wrist = at.clone().sub(new Vector3(0, 0, 0.1));
  tracked.jointPoses.set([...wrist.toArray(), ...rotation.toArray()], point * POSE_SIZE);
  tracked.quality[point] = quality.tracked;
  (side === 'left' ? tracked.leftController : tracked.rightController).trigger = trigger;
}

const draggedTo = () => dragsOf(puppet, drags.held).map(({ effector, positionWorld }) => [effector, ...positionWorld]);
const beside = (place: Vector3, x: number, y: number, z: number) => place.clone().add(new Vector3(x, y, z));

test('both hands take a grip at once, near and from afar, and pull it by as much as they move', () => {
  hold('right', beside(leftGrip, 0, 0.02, 0), 0);
  hold('left', beside(rightGrip, 0, 0.01, -0.6), 0);
  drags.step(false);
  expect(drags.hands.map(({ near }) => near?.index)).toEqual([0, 1]);
  hold('right', beside(leftGrip, 0, 0.02, 0), 1);
  hold('left', beside(rightGrip, 0, 0.01, -0.6), 1);
  drags.step(false);
  hold('right', beside(leftGrip, 0, 0.22, 0), 1);
  hold('left', beside(rightGrip, 0.1, 0.01, -0.6), 1);
  drags.step(false);
  const [first, second] = draggedTo();
  expect(first[0]).toBe(0);
  [0.3, 0.3, 0].forEach((value, k) => {
    expect(first[k + 1]).toBeCloseTo(value, 5);
  });
  expect(second[0]).toBe(1);
  // The puppet looks back: the person's left is its right.
  [-0.4, 0.1, 0].forEach((value, k) => {
    expect(second[k + 1]).toBeCloseTo(value, 5);
  });
  hold('right', leftGrip, 0);
  drags.step(false);
  expect(draggedTo().map(([effector]) => effector)).toEqual([1]);
});

test('a bare hand takes what it pinches; near the middle of an arm it turns the arm', () => {
  const between = beside(leftGrip, 0.12, 0, 0);
  hold('right', between, 0);
  const hand = tracked.rightHandJoints;
  hand.quality = quality.tracked;
  const setTip = (joint: number, at: Vector3) => hand.poses.set(at.toArray(), joint * POSE_SIZE);
  const pinch = (gap: number) => {
    setTip(0, beside(between, 0, 0, -0.15));
    setTip(11, beside(between, 0, 0, -0.06));
    setTip(4, beside(between, -gap / 2, 0, 0));
    setTip(9, beside(between, gap / 2, 0, 0));
  };
  pinch(0.08);
  drags.step(false);
  pinch(0.01);
  drags.step(false);
  expect(drags.hands[0].held).toMatchObject({ what: 'part', index: 0 });
  between.y += 0.1;
  pinch(0.01);
  drags.step(false);
  const [{ part, localRotation }] = turnsOf(puppet, drags.held);
  expect(part).toBe(0);
  expect(Math.abs(localRotation[2])).toBeGreaterThan(0.1);
});

test('a hand that is far, lost or out of virtual reality takes nothing', () => {
  const close = () => {
    drags.step(false);
    hold('right', beside(leftGrip, 0, 0.4, 0), 1);
    drags.step(false);
  };
  hold('right', beside(leftGrip, 0, 0.4, 0), 0);
  close();
  expect(drags.held).toEqual([]);
  // Closed in the air, it takes nothing by and by.
  hold('right', leftGrip, 1);
  drags.step(false);
  expect(drags.held).toEqual([]);

  hold('right', leftGrip, 0);
  drags.step(false);
  hold('right', leftGrip, 1);
  drags.step(false);
  expect(drags.held).toHaveLength(1);
  tracked.quality[pointNumber.rightHand] = quality.lost;
  drags.step(false);
  expect(drags.held).toEqual([]);
  tracked.quality[pointNumber.rightHand] = quality.tracked;
  xr.isPresenting = false;
  drags.step(false);
  expect(drags.hands[0].near).toBeNull();
});

test('a hand that presses the panel takes no grip behind it', () => {
  hold('right', leftGrip, 0);
  drags.step(false);
  wearer.handsOnPanel.right = true;
  hold('right', leftGrip, 1);
  drags.step(false);
  expect(drags.held).toEqual([]);
  wearer.handsOnPanel.right = false;
  drags.step(false);
  expect(drags.held).toHaveLength(1);
});
