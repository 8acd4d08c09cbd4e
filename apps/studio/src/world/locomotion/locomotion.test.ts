import { defaultSkeleton } from '@leib/body';
import { createPose } from '@leib/core';
import {
  boxGround,
  carryHeadTo,
  createPerson,
  defaultEmbodySettings,
  flatGround,
  type OtherSolver,
  type PersonSettings,
} from '@leib/embody';
import { createJointFrame, type JointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { Group, PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { initialValues } from '../../files/settings.js';
import { type StageSettings, stillStage } from '../stageSections.js';
import { gettingAboutControls, gettingAboutSection } from './gettingAbout.js';
import type { CarryingWorld } from './locomotion.js';
import { Locomotion } from './locomotion.js';

const initial = {
  ...stillStage('orbit'),
  ...initialValues({ about: gettingAboutSection }),
  isStill: false,
} as StageSettings;
/** Two steps and a wall, ahead. */
const stairs = boxGround([
  { min: [-1, 0, 0.6], max: [1, 0.3, 1.2] },
  { min: [-1, 0, 1.2], max: [1, 0.6, 6] },
  { min: [-1, 0, 2], max: [1, 3, 6] },
]);

interface Push {
  readonly walk?: number;
  readonly turn?: number;
  readonly grip?: number;
}

/** A body by the rules, that looks for the ground or not. */
function byRules(grounding: boolean): PersonSettings['solver'] {
  const { gait, prior } = defaultEmbodySettings;
  return { ...defaultEmbodySettings, gait: { ...gait, grounding }, prior: { ...prior, isOn: false } };
}

/** Only the tracked space moves. */
const noBody: OtherSolver = {
  name: 'none',
  create: (skeleton) => ({ pose: createPose(skeleton), step() {} }),
};

function openStage(
  settings: StageSettings,
  ground = stairs,
  climbs?: boolean,
  solver: PersonSettings['solver'] = noBody,
) {
  const camera = new PerspectiveCamera(50, 1);
  camera.position.set(0, 4, -4);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const canvas = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }),
  });
  const xr = { isPresenting: false };
  const world = {
    ground,
    renderer: { domElement: canvas, xr },
    person: new Group(),
    rig: { camera },
  };
  const locomotion = new Locomotion(world as unknown as CarryingWorld, () => settings);
  const { player, playerSettings } = locomotion;
  const settingsOfPerson = { solver, player: playerSettings, climbs: climbs ?? null };
  const person = createPerson({ skeleton: defaultSkeleton, ground, player, settings: settingsOfPerson });
  const joints = createJointFrame();
  const place = [0, 0];
  /** One frame; the source has the person where they have walked to. */
  const step = ({ walk = 0, turn = 0, grip = 0 }: Push = {}, write?: (joints: JointFrame) => void) => {
    joints.quality.fill(quality.tracked);
    joints.jointPoses.set([place[0], 1.6, place[1], 0, 0, 0, 1], pointNumber.head * POSE_SIZE);
    Object.assign(joints.leftController, { stickX: 0, stickY: walk, grip });
    Object.assign(joints.rightController, { stickX: turn, stickY: 0 });
    joints.teleportCount = 0;
    write?.(joints);
    const landing = locomotion.push(joints);
    if (landing) carryHeadTo(player, joints, landing.pointWorld);
    person.solve(joints, 1 / 60);
    locomotion.show(joints);
    return [...joints.jointPoses.subarray(pointNumber.head * POSE_SIZE, pointNumber.head * POSE_SIZE + 7)];
  };
  return { locomotion, person, joints, step, place, canvas, xr };
}

/** The stick ahead, a turn, and ahead with the grip held: where the head was in every frame. */
function travel(settings: StageSettings): number[] {
  const { step } = openStage(settings);
  const way: number[] = [];
  for (let i = 0; i < 130; i++) way.push(...step({ walk: 0.7 }));
  for (let i = 0; i < 30; i++) way.push(...step({ turn: i < 20 ? 0.9 : 0 }));
  // Back from the stairs, and down their edge.
  for (let i = 0; i < 120; i++) way.push(...step({ walk: -1, grip: 1 }));
  return way;
}

const numbers = Object.entries(gettingAboutControls).flatMap(([key, control]) =>
  control.kind === 'number' ? [[key, control.min, control.max] as const] : [],
);

test.each(numbers)('%s is live: another value carries the person another way', (key, min, max) => {
  // Smooth turns have a speed, others a step.
  const base: StageSettings = { ...initial, turn: key === 'smoothTurnDeg' ? 'smooth' : 'snap' };
  const own = travel(base);
  const gaps = [min, max].map((value) => {
    const other = travel({ ...base, [key]: value });
    return Math.max(...own.map((each, i) => Math.abs(each - other[i])));
  });
  expect(Math.max(...gaps)).toBeGreaterThan(0.01);
});

test('keys push the stick where they are set to, and a thumb’s own push stays', () => {
  const { locomotion, step } = openStage({ ...initial, keys: 'stick' }, flatGround());
  step();
  expect(locomotion.keyStick).toEqual({ x: 0, y: 0 });
  locomotion.keyStick = { x: 0, y: 1 };
  for (let i = 0; i < 60; i++) step();
  expect(step()[2]).toBeGreaterThan(1);
  locomotion.keyStick = { x: 0, y: 0 };
  const before = step({ walk: 1 })[2];
  for (let i = 0; i < 30; i++) step({ walk: 1 });
  expect(step()[2]).toBeGreaterThan(before + 0.4);
});

test('without a stick people walk where their source has them, through walls and all, unless the room is climbed', () => {
  const walkAhead = (climbs?: boolean) => {
    const { step, place } = openStage(initial, stairs, climbs);
    let head: number[] = [];
    for (let i = 0; i < 120; i++) {
      place[1] = (3 * i) / 120;
      head = step();
    }
    return head;
  };
  expect(walkAhead().slice(0, 3)).toEqual([0, 1.6, expect.closeTo(2.975, 6)]);
  const climbed = walkAhead(true);
  expect(climbed[1]).toBeGreaterThan(2);
  expect(climbed[2]).toBeLessThan(1.9);
});

test('the space goes with the body’s lower foot, its steps know the stick’s speed, and its bob moves the head', () => {
  /** Heights of the space and of the head in it while the stick carries a person up the stairs. */
  const climb = (solver: PersonSettings['solver']) => {
    const { locomotion, step, person } = openStage(initial, stairs, true, solver);
    const ways = Array.from({ length: 110 }, () => {
      const head = step({ walk: 0.7 });
      const { y } = locomotion.root.position;
      return { space: y, head: head[1] - y };
    });
    if (person.embody) expect(person.embody.state.gait.stickVelocityWorld[2]).toBeGreaterThan(0.5);
    return ways;
  };
  const gap = (a: ReturnType<typeof climb>, b: ReturnType<typeof climb>, of: 'space' | 'head') =>
    Math.max(...a.map((each, i) => Math.abs(each[of] - b[i][of])));
  const [alone, grounded, ungrounded] = [climb(noBody), climb(byRules(true)), climb(byRules(false))];
  expect(alone.at(-1)?.space).toBeGreaterThan(0.25);
  expect(gap(grounded, alone, 'space')).toBeGreaterThan(0.04);
  expect(gap(ungrounded, alone, 'space')).toBeLessThan(1e-9);
  expect(gap(grounded, alone, 'head')).toBeGreaterThan(0.002);
});

test('a click on the ground after the button takes the person there, the room’s start takes them back', () => {
  const { locomotion, step, joints, canvas, place } = openStage(initial, flatGround());
  place[0] = 0.5;
  step();
  locomotion.teleporter.toggle();
  expect(locomotion.teleporter.store.getState().isAiming).toBe(true);
  const down = Object.assign(new Event('pointerdown'), { button: 0, clientX: 70, clientY: 60 });
  canvas.dispatchEvent(down);
  const head = step();
  expect(Math.hypot(head[0] - 0.5, head[2])).toBeGreaterThan(0.5);
  expect(head[1]).toBeCloseTo(1.6, 6);
  expect(joints.teleportCount).toBe(1);
  expect(locomotion.teleporter.store.getState().isAiming).toBe(false);
  expect(step()).toEqual(head);
  locomotion.goHome();
  expect(step().slice(0, 3)).toEqual([0.5, 1.6, 0]);
});

test('in virtual reality the right stick pushed ahead throws from the hand, and let go it is there', () => {
  const { locomotion, step, xr } = openStage(initial, flatGround());
  xr.isPresenting = true;
  // The right hand's fingers point along -X of its joint: a quarter turn about up has them ahead.
  const aim = (stickY: number) => (joints: JointFrame) => {
    const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    joints.jointPoses.set([-0.2, 1.2, 0.3, ...quarter], pointNumber.rightHand * POSE_SIZE);
    joints.rightController.stickY = stickY;
  };
  step({}, aim(1));
  step({}, aim(1));
  expect(locomotion.teleporter.root.visible).toBe(true);
  step({}, aim(0));
  const head = step({}, aim(0));
  // A throw of 6 m/s from 1.2 m is in the air for half a second.
  expect(head[2]).toBeGreaterThan(2.9);
  expect(head[2]).toBeLessThan(3.7);
  expect(locomotion.teleporter.root.visible).toBe(false);
});

test('where no person is tracked, only the wearer of a headset is carried', () => {
  const { locomotion, step, xr } = openStage({ ...initial, isStill: true }, flatGround());
  step();
  locomotion.teleporter.toggle();
  expect(locomotion.teleporter.store.getState().isAiming).toBe(false);
  xr.isPresenting = true;
  locomotion.teleporter.toggle();
  expect(locomotion.teleporter.store.getState().isAiming).toBe(true);
});

test('who is sent home in the middle of a push is not carried there', () => {
  const { locomotion, step, person } = openStage(initial, flatGround(), undefined, byRules(false));
  for (let i = 0; i < 30; i++) step({ walk: 1 });
  const stickVelocityWorld = person.embody?.state.gait.stickVelocityWorld ?? [];
  expect(stickVelocityWorld[2]).toBeGreaterThan(1);
  locomotion.goHome();
  step();
  expect([...stickVelocityWorld]).toEqual([0, 0, 0]);
});
