import { buildSkeleton, createPose, updateWorldPose } from '@leib/core';
import { type Actor, type ActorKind, createStage, type JsonObject, type Stage } from '@leib/stage';
import { createDeviceFrame, type DeviceFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { PERSON } from '../session/stageOfStep.js';
import type { BoxesState } from './boxesTask.js';
import { floorThing, footScene, handScene } from './boxScene.js';
import { emptyTaskView, type StudyTask, type TaskView } from './studyTask.js';
import { studyScripts } from './tasks.js';

const HZ = 50;
const skeleton = buildSkeleton([
  { name: 'hips', bone: 'hips', offset: [0, 1, 0] },
  ...(['leftHand', 'rightHand', 'leftFoot', 'rightFoot', 'head'] as const).map((bone) => ({
    ...{ name: bone, bone, parent: 'hips' },
    offset: [0, 0, 0] as const,
  })),
]);
type Limb = 'leftHand' | 'rightHand' | 'leftFoot' | 'rightFoot' | 'head';

/** A body whose limbs are put where a test wants them; a person too, whose controllers it holds. */
function createDoll(
  id: string,
): Actor & { put(limb: Limb, at: readonly number[]): void; person: { devices: DeviceFrame } } {
  const pose = createPose(skeleton);
  const far = [9, 9, 9];
  const places: Record<Limb, readonly number[]> = {
    leftHand: far,
    rightHand: far,
    leftFoot: far,
    rightFoot: far,
    head: far,
  };
  return {
    ...{ id, kind: 'doll', skeleton, pose, person: { devices: createDeviceFrame() } },
    step() {
      updateWorldPose(skeleton, pose);
      for (const [index, name] of skeleton.names.entries()) {
        if (name !== 'hips') pose.worldPositions.set(places[name as Limb], index * 3);
      }
    },
    put(limb, at) {
      places[limb] = at;
    },
    set: () => true,
    pack: () => null,
    figures: () => ({ numbers: {}, remarks: [] }),
    dispose() {},
  };
}

interface Open {
  readonly stage: Stage;
  readonly doll: ReturnType<typeof createDoll>;
  readonly logs: { log: string; data: unknown }[];
  view(): TaskView;
  values(): JsonObject;
  run(seconds: number): void;
  isOver(): boolean;
}

function open(task: string, more: object = {}, things: readonly object[] = []): Open {
  const dolls: ReturnType<typeof createDoll>[] = [];
  const doll: ActorKind = {
    create(_doc, id) {
      const made = createDoll(id);
      dolls.push(made);
      return made;
    },
  };
  const entry = {
    kind: 'doll',
    source: { kind: 'none' },
    body: { kind: 'default', stature: 1.72 },
    profile: null,
    settings: {},
  };
  const script = {
    ...{ kind: 'task', task, seconds: 60, seed: 3, writingHand: 'right', stature: 1.72, person: PERSON, body: PERSON },
    ...{ settings: {}, ...more },
  };
  const stage = createStage(
    { doll },
    {
      ...{
        format: 'leib-stage/1',
        actors: { [PERSON]: entry },
        things: [floorThing, ...things] as never,
        ground: { height: 0 },
      },
      ...{ view: { study: { ...emptyTaskView } as never }, script: script as never, sinks: [] },
    },
    { scripts: studyScripts },
  );
  const logs: Open['logs'] = [];
  stage.addSink(({ events }) => {
    for (const { kind, data } of events) if (kind !== 'act') logs.push({ log: kind, data });
  });
  const running = () => stage.script as NonNullable<Stage['script']>;
  const opened: Open = {
    ...{ stage, logs, doll: dolls[0] },
    view: () => stage.doc.present.view.study as never,
    values: () => (running().script as StudyTask<unknown>).values(running().state),
    isOver: () => running().script.isOver(running().state),
    run(seconds) {
      for (let frame = 0; frame < Math.round(seconds * HZ); frame++) stage.step(1 / HZ);
    },
  };
  opened.run(1 / HZ);
  return opened;
}

const hands = handScene(1.72);
const feet = footScene(1.72);
const middleOf = (id: string, { things }: { things: typeof hands.things }) =>
  things.find((thing) => thing.id === id)?.pose.slice(0, 3) as number[];
const away = [0, 3, -2];

describe('hand-in-box', () => {
  const begin = (more = {}) => open('handInBox', more, hands.things);
  /** Touches a thing for so long, and goes away again. */
  const touch = ({ doll, run }: Open, id: string, limb: Limb = 'rightHand', seconds = 4 / HZ) => {
    doll.put(limb, middleOf(id, hands));
    run(seconds);
    doll.put(limb, away);
    run(2 / HZ);
  };
  const numbersOf = ({ view }: Open) => hands.boxes.map(({ panel }) => view().numbers[panel]);
  const coloursOf = ({ view }: Open) => hands.boxes.map(({ panel }) => view().marks[panel]);

  test('right-handed from right to left, left-handed from left to right: numbers 1 to 4, panels grey, sides white', () => {
    const [right, left] = [begin(), begin({ writingHand: 'left' })];
    expect(numbersOf(right)).toEqual([1, 2, 3, 4]);
    expect(numbersOf(left)).toEqual([4, 3, 2, 1]);
    // The right of somebody who faces +z is at -x.
    expect(hands.boxes.map(({ panelAt: [x] }) => Math.sign(x))).toEqual([-1, -1, 1, 1]);
    expect(coloursOf(right)).toEqual(['grey', 'grey', 'grey', 'grey']);
    for (const side of hands.boxes.flatMap(({ sides }) => sides)) expect(right.view().marks[side]).toBe('white');
  });

  test('panels turn green in their order only, by the writing hand only', () => {
    const task = begin();
    touch(task, 'hand2-panel');
    expect(coloursOf(task)).toEqual(['grey', 'grey', 'grey', 'grey']);
    touch(task, 'hand1-panel', 'leftHand');
    expect(coloursOf(task)).toEqual(['grey', 'grey', 'grey', 'grey']);
    touch(task, 'hand1-panel');
    touch(task, 'hand2-panel');
    expect(coloursOf(task)).toEqual(['green', 'green', 'grey', 'grey']);
    expect(task.values()).toMatchObject({ panels: 2, completions: 0, wrongPanels: 2 });
  });

  test('all four, then the green cube: one completion, then the numbers are reversed and the panels grey again', () => {
    const task = begin();
    touch(task, 'hand-target');
    expect(task.values().completions).toBe(0);
    for (const { panel } of hands.boxes) touch(task, panel);
    expect(task.view()).toMatchObject({ count: 0 });
    touch(task, 'hand-target');
    expect(task.view()).toMatchObject({ count: 1 });
    expect(numbersOf(task)).toEqual([4, 3, 2, 1]);
    expect(coloursOf(task)).toEqual(['grey', 'grey', 'grey', 'grey']);
    for (const { panel } of hands.boxes.toReversed()) touch(task, panel);
    touch(task, 'hand-target');
    expect(task.values()).toMatchObject({ completions: 2, panels: 8 });
    expect(numbersOf(task)).toEqual([1, 2, 3, 4]);
  });

  test('a side is red while it is touched and white after; its time counts by side and by part, two parts at once', () => {
    const task = begin();
    const side = 'hand3-top';
    task.doll.put('rightHand', middleOf(side, hands));
    task.run(0.2);
    task.doll.put('leftHand', middleOf(side, hands));
    task.run(0.3);
    expect(task.view().marks[side]).toBe('red');
    for (const limb of ['rightHand', 'leftHand'] as const) task.doll.put(limb, away);
    task.run(0.5);
    expect(task.view().marks[side]).toBe('white');
    const values = task.values() as unknown as BoxesState & {
      partSeconds: Record<string, number>;
      contactSeconds: number;
    };
    // What is touched is known one frame after.
    expect(values.sideSeconds).toEqual({ [side]: expect.closeTo(0.5, 6) });
    expect(values.contactSeconds).toBeCloseTo(0.5, 6);
    expect(values.partSeconds).toEqual({ rightHand: expect.closeTo(0.5, 6), leftHand: expect.closeTo(0.3, 6) });
    expect(values.sideTouches).toBe(1);
    expect(task.logs.map(({ log }) => log)).toEqual(['sideTouched', 'sideLeft']);
  });

  test('it is over after its minute, and the mirror has shown the seconds', () => {
    const task = begin();
    expect(task.view().secondsLeft).toBe(60);
    task.run(30);
    expect(task.view().secondsLeft).toBe(30);
    task.run(29.9);
    expect(task.isOver()).toBe(false);
    task.run(0.1);
    expect(task.isOver()).toBe(true);
    expect(task.view().secondsLeft).toBe(0);
  });
});

describe('foot-in-box', () => {
  const begin = () => open('footInBox', {}, feet.things);
  const stepOn = ({ doll, run }: Open, id: string, limb: Limb = 'rightFoot') => {
    doll.put(limb, middleOf(id, feet));
    run(3 / HZ);
    doll.put(limb, away);
    run(2 / HZ);
  };
  const walkTo = ({ doll, run }: Open, z: number) => {
    doll.pose.rootPosition.set([0, 1, z]);
    run(3 / HZ);
  };

  test('boxes are lengthened by a tenth', () => {
    const sizes = feet.things.flatMap(({ id, settings: { size } }) => (id === 'foot1-panel' ? [size as number[]] : []));
    expect(sizes.map(([, , long]) => long)).toEqual([expect.closeTo(0.33 * 1.1, 9)]);
  });

  test('on the green bar the time pauses, also for sides, until the hips are over the white square; numbers stay', () => {
    const task = begin();
    expect(task.view().isPaused).toBe(false);
    walkTo(task, 1);
    for (const { panel } of feet.boxes) stepOn(task, panel, 'leftFoot');
    stepOn(task, 'foot-target');
    expect(task.view()).toMatchObject({ isPaused: true, count: 1 });
    const before = task.values();
    const { secondsLeft } = task.view();
    task.doll.put('leftFoot', middleOf('foot2-far', feet));
    task.run(5);
    expect(task.view()).toMatchObject({ isPaused: true, secondsLeft });
    expect(task.view().marks['foot2-far']).toBe('white');
    expect(task.values()).toEqual(before);
    task.doll.put('leftFoot', away);
    walkTo(task, 0);
    expect(task.view()).toMatchObject({ isPaused: false });
    expect(feet.boxes.map(({ panel }) => task.view().numbers[panel])).toEqual([1, 2, 3, 4]);
    task.run(1);
    expect(task.view().secondsLeft).toBe(Number(secondsLeft) - 1);
  });

  test('hands do not count', () => {
    const task = begin();
    walkTo(task, 1);
    stepOn(task, 'foot1-panel', 'rightHand');
    expect(task.values()).toMatchObject({ panels: 0, wrongPanels: 1 });
  });
});

const setHands = ({ doll }: Open, apart: number, buttons: { trigger?: number; grip?: number; thumb?: number } = {}) => {
  const { devices } = doll.person;
  devices.devicePoses.set([apart / 2, 1, 0.3], pointNumber.leftHand * POSE_SIZE);
  devices.devicePoses.set([-apart / 2, 1, 0.3], pointNumber.rightHand * POSE_SIZE);
  for (const controller of [devices.leftController, devices.rightController])
    Object.assign(controller, { trigger: 0, grip: 0, thumb: 0 }, buttons);
};

describe('adjusting betas', () => {
  const begin = (more = {}) => open('adjustBetas', { settings: { count: 3, ...more }, seconds: null });

  test('with both triggers the distance of the controllers is the beta, -5 to 5, with a red line; without them nothing moves', () => {
    const task = begin();
    const beta = task.view().beta as number;
    for (const [apart, value] of [
      [0.1, -5],
      [0.5, 0],
      [0.9, 5],
      [2, 5],
    ]) {
      setHands(task, apart, { trigger: 1 });
      task.run(2 / HZ);
      expect(task.view().betas?.[beta]).toBeCloseTo(value, 9);
      expect(task.view().hasLine).toBe(true);
    }
    setHands(task, 0.1);
    task.run(2 / HZ);
    expect(task.view().betas?.[beta]).toBeCloseTo(5, 9);
    expect(task.view().hasLine).toBe(false);
  });

  test('both pads together go on, once however long they are held; all betas come once, and then it is over', () => {
    const task = begin();
    const seen: (number | null)[] = [];
    for (let k = 0; k < 3; k++) {
      seen.push(task.view().beta);
      setHands(task, 0.5, { thumb: 1 });
      task.run(0.4);
      setHands(task, 0.5);
      task.run(0.1);
    }
    expect([...seen].sort()).toEqual([0, 1, 2]);
    expect(task.isOver()).toBe(true);
    expect(task.values().order).toEqual(seen);
  });

  test('one pad is not enough; it begins from what it is given', () => {
    const task = begin({ from: [1, -2, 0.5] });
    expect(task.view().betas).toEqual([1, -2, 0.5]);
    task.doll.person.devices.leftController.thumb = 1;
    task.run(0.4);
    expect(task.view().count).toBe(0);
  });
});

test('T-pose: arms out and both grips; neither alone', () => {
  const task = open('tPose', { seconds: null });
  const arms = (x: number, y: number) => {
    task.doll.put('head', [0, 1.6, 0]);
    task.doll.put('leftHand', [x, y, 0]);
    task.doll.put('rightHand', [-x, y, 0]);
  };
  arms(0.7, 1.4);
  task.run(0.5);
  expect(task.isOver()).toBe(false);
  arms(0.2, 0.8);
  task.run(2 / HZ);
  setHands(task, 1.4, { grip: 1 });
  task.run(0.5);
  expect(task.isOver()).toBe(false);
  arms(0.7, 1.4);
  task.run(0.1);
  expect(task.isOver()).toBe(true);
  expect(task.logs.map(({ log }) => log)).toEqual(['bodyAppears']);
});

test('height match: the operator answers until it fits, a centimetre at a time', () => {
  const task = open('matchHeight', { seconds: null });
  for (const data of ['taller', 'taller', 'smaller', 'taller', 'taller']) {
    task.stage.act({ kind: 'answer', data });
    task.run(1 / HZ);
  }
  expect(task.stage.doc.present.actors[PERSON].body.stature).toBe(1.75);
  expect(task.isOver()).toBe(false);
  task.stage.act({ kind: 'answer', data: 'fits' });
  task.run(1 / HZ);
  expect(task.isOver()).toBe(true);
  expect(task.values()).toEqual({ stature: 1.75 });
});

test('words: each is rated once, in an order of the seed; other answers are none', () => {
  const words = ['tall', 'heavy', 'broad'];
  const task = open('adjustWords', { settings: { words }, seconds: null });
  for (const data of ['2', 'much', '5', '-1', '0']) {
    task.stage.act({ kind: 'answer', data });
    task.run(1 / HZ);
  }
  const { ratings } = task.values() as { ratings: Record<string, number> };
  expect(Object.keys(ratings).sort()).toEqual(words.sort());
  expect(Object.values(ratings)).toEqual([2, -1, 0]);
  expect(task.isOver()).toBe(true);
});

test.each(['explore', 'mirror', 'lookAtBody'])('%s: time is shown, and ends it', (name) => {
  const task = open(name, { seconds: 2 });
  task.run(1);
  expect(task.view().secondsLeft).toBe(1);
  task.run(1);
  expect(task.isOver()).toBe(true);
});

test('a task that its reference does not describe is refused with its place', () => {
  expect(() => open('handInBox', { writingHand: 'third' })).toThrow('script, writingHand: expected one of "left"');
  expect(() => open('dance')).toThrow('script, task: expected one of');
});
