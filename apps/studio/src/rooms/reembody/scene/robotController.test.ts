import { defaultSkeleton, scaleSkeleton } from '@leib/body';
import { createPose } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { fileSetOfBytes } from '@leib/formats';
import type { RemoteSimulation } from '@leib/reembody';
import { createRobotKind, type RobotReport, type RobotSocket, robotAnglesAt } from '@leib/reembody/robot';
import { type Actor, createStage, decodeStageDoc } from '@leib/stage';
import { Group } from 'three';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../time/manualClock.js';
import type { RobotAnswer, RobotRequest } from '../simulation/robotMessages.js';
import type { RobotTaken, SharedRobotWish } from '../simulation/workerMessages.js';

const jointOf = (joint: string) => ({ joint, bone: 'leftLowerArm', guess: 'leftLowerArm', low: -2, high: 2.5 });
const reportOf = (...joints: readonly string[]) =>
  ({ joints: joints.map(jointOf), segments: [{}], notes: [] }) as unknown as RobotReport;
/** By the name of its files. */
const reportOfFiles = (name: string) =>
  name.startsWith('other') ? reportOf('waist', 'neck') : reportOf('left_elbow', 'neck');

/** Angles of the robot that is simulated, wherever that is; whether a new frame comes. */
let angles = [0, 0];
let isFrameNew = true;
const frameOf = (report: RobotReport) => {
  const at = robotAnglesAt(report, 0);
  const output = new Float64Array(at + angles.length);
  output.set(angles, at);
  return output;
};

/** A robot's worker without an engine. */
class TestWorker {
  #hear: (event: { readonly data: RobotAnswer }) => void = () => {};
  #report = reportOf();
  addEventListener(kind: string, hear: (event: { readonly data: RobotAnswer }) => void): void {
    if (kind === 'message') this.#hear = hear;
  }
  postMessage(request: RobotRequest): void {
    queueMicrotask(() => {
      if (request.kind === 'open') this.#report = reportOfFiles(request.files.name);
      const built = { kind: 'built', shapes: [], report: this.#report, inputLength: 1000 } as const;
      const frame = () =>
        ({ kind: 'frame', input: new Float64Array(1000), output: frameOf(this.#report), stepMs: 1 }) as const;
      this.#hear({ data: request.kind === 'open' ? built : frame() });
    });
  }
  terminate(): void {
    this.#hear = () => {};
  }
}

// The engine's address is worked out from the page's when the module is loaded.
vi.stubGlobal('location', { href: 'http://localhost/' });
vi.stubGlobal('Worker', TestWorker);
const { RobotController } = await import('./robotController.js');
afterAll(() => vi.unstubAllGlobals());

/** The world of the people, which takes a robot at once. */
class TestWorld {
  readonly wishes: (SharedRobotWish | null)[] = [];
  output: Float64Array | null = null;
  readonly built = { frame: { robot: 0, outputLength: 0 } };
  readonly carrier = {
    setRobot: async (wish: SharedRobotWish | null): Promise<RobotTaken> => {
      this.wishes.push(wish);
      return { kind: 'robot', built: wish && { shapes: [], report: reportOfFiles(wish.files.name) }, reason: null };
    },
  };
  step(): void {
    const wish = this.wishes.at(-1);
    this.output = wish ? frameOf(reportOfFiles(wish.files.name)) : null;
    this.built.frame.outputLength = this.output?.length ?? 0;
  }
}

interface Heard {
  readonly text: string;
  readonly seconds: number;
}

/** A driver's end of a connection. */
class Driver {
  readonly heard: Heard[] = [];
  readonly #listeners = new Map<string, () => void>();
  readonly #clock: ManualClock;
  bufferedAmount = 0;
  constructor(clock: ManualClock) {
    this.#clock = clock;
  }
  addEventListener(kind: string, listener: () => void): void {
    this.#listeners.set(kind, listener);
  }
  tell(kind: 'open' | 'close'): void {
    this.#listeners.get(kind)?.();
  }
  send(text: string): void {
    this.heard.push({ text, seconds: this.#clock.nowSeconds });
  }
  close(): void {}
}

/** A person who stands still, and the robot of the room, which follows them. */
function stageOf(controller: InstanceType<typeof RobotController>, isKnown: () => boolean) {
  const person = { skeleton: defaultSkeleton, pose: createPose(defaultSkeleton), step() {}, pack: () => null };
  const robot = createRobotKind({
    open: () => ({ runner: () => controller.robot, output: controller.output }),
    isKnown,
  });
  const follower = { kind: 'robot', source: { kind: 'pose', of: 'me' } };
  const doc = decodeStageDoc({ format: 'leib-stage/1', actors: { me: { kind: 'person' }, robot: follower } });
  if (!doc.ok) throw new Error(doc.reason);
  const kinds = { person: { create: (_: unknown, id: string) => ({ ...person, id }) as unknown as Actor }, robot };
  return createStage(kinds, doc.value);
}

const settled = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

function open() {
  const clock = new ManualClock();
  const world = new TestWorld();
  const drivers: Driver[] = [];
  const notify = vi.fn();
  const connect = () => {
    drivers.push(new Driver(clock));
    return drivers.at(-1) as unknown as RobotSocket;
  };
  const controller = new RobotController(new Group(), clock, notify, connect);
  const setWorld = (base: 'held' | 'free' | null) =>
    controller.setWorld(base && (world as unknown as RemoteSimulation), base ?? 'held');
  controller.setSkeleton(defaultSkeleton);
  let isKnown = true;
  const stage = stageOf(controller, () => isKnown);
  const step = (isTracked = true, dtSeconds = 1 / 60) => {
    clock.nowSeconds += dtSeconds;
    if (isFrameNew) world.step();
    isKnown = isTracked;
    stage.step(dtSeconds);
  };
  return { controller, world, drivers, notify, setWorld, step, clock };
}

const otherRobot = () => {
  const mjcf = '<mujoco><worldbody><body><joint name="waist"/></body></worldbody></mujoco>';
  return fileSetOfBytes('other', [['other.xml', new TextEncoder().encode(mjcf)]]);
};

beforeEach(() => {
  angles = [0, 0];
  isFrameNew = true;
});

test('in the people’s world the base is held or free as it is set; another base is another robot', async () => {
  const { controller, world, setWorld } = open();
  setWorld('held');
  await controller.loadExample();
  await settled();
  expect(world.wishes.map((wish) => wish?.base)).toEqual(['held']);
  setWorld('held');
  expect(world.wishes).toHaveLength(1);
  setWorld('free');
  await settled();
  expect([world.wishes.at(-1)?.base, controller.robot?.isShared]).toEqual(['free', true]);
  controller.dispose();
  expect(world.wishes.at(-1)).toBeNull();
});

test('joint angles go out while new frames of a tracked person come, and the robot stops without them', async () => {
  const { controller, setWorld, step } = open();
  setWorld('held');
  await controller.loadExample();
  await settled();
  const { output } = controller;
  angles = [1.2, 0];
  output.startRecording();
  for (let i = 0; i < 120; i++) step();
  expect(output.isStopped).toBe(false);
  isFrameNew = false;
  for (let i = 0; i < 60; i++) step();
  expect(output.isStopped).toBe(true);
  isFrameNew = true;
  step();
  expect(output.isStopped).toBe(false);
  for (let i = 0; i < 60; i++) step(false);
  expect(output.isStopped).toBe(true);
  const lines = output.takeRecording()?.text.trim().split('\n') ?? [];
  expect(lines).toHaveLength(1 + 120 + 60 + 1 + 60);
  expect(lines[120]).toContain('1.2');
  controller.dispose();
});

test('opening another robot, or taking it away, keeps the recording of angles and says so', async () => {
  const { controller, notify, step } = open();
  await controller.loadExample();
  await settled();
  step();
  await settled();
  controller.output.startRecording();
  for (let i = 0; i < 30; i++) {
    step();
    await settled();
  }
  await controller.load(otherRobot());
  await settled();
  for (let i = 0; i < 30; i++) step();
  expect(notify).toHaveBeenCalledWith('info', expect.stringContaining('example robot.xml are kept'));
  controller.remove();
  expect(controller.figures().output.recording).toMatchObject({ isRunning: false });
  expect(controller.output.takeRecording()?.text).toContain('left_elbow');
  controller.dispose();
});

test.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
  'whatever is pressed in the room, a real robot gets angles within its speed and acceleration (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const { controller, drivers, setWorld, step, clock } = open();
    const { output } = controller;
    let isTracked = true;
    const connect = () => {
      output.connect('ws://127.0.0.1:9100');
      drivers.at(-1)?.tell('open');
    };
    const presses: readonly (() => unknown)[] = [
      // Nothing goes out for long where most presses end it.
      ...Array(6).fill(connect),
      () => output.connect('ws://127.0.0.1:9100'),
      () => drivers.at(-1)?.tell('close'),
      () => output.disconnect(),
      () => output.startRecording(),
      () => output.takeRecording(),
      () => Object.assign(output, { options: { ...output.options, maxSpeed: 0.5 + 2.5 * random() } }),
      () => controller.loadExample(),
      () => controller.load(otherRobot()),
      () => controller.remove(),
      () => controller.setBone('left_elbow', random() < 0.5 ? null : 'leftHand'),
      // Another avatar, another world or base.
      () => controller.setSkeleton(random() < 0.5 ? defaultSkeleton : scaleSkeleton(1.85)),
      () => setWorld((['held', 'free', null] as const)[Math.floor(3 * random())]),
      // Another source, a take that is played or sought, home, reset, a push: the angles are others at once.
      () => Object.assign(angles, [6 * random() - 3, 6 * random() - 3]),
      () => Object.assign(angles, [6 * random() - 3, 6 * random() - 3]),
      // Paused, hidden, or the person is lost.
      () => {
        isFrameNew = random() < 0.6;
      },
      () => {
        isTracked = random() < 0.6;
      },
      () => {
        clock.nowSeconds += 3 * random();
      },
    ];
    await controller.loadExample();
    await settled();
    connect();
    for (let frame = 0; frame < 2500; frame++) {
      if (random() < 0.04) await presses[Math.floor(random() * presses.length)]();
      await settled();
      step(isTracked, random() < 0.05 ? 0.1 * random() : 1 / 60);
    }
    controller.dispose();
    const all = drivers.flatMap(({ heard }) => {
      let robot = '';
      return heard.flatMap(({ text, seconds }) => {
        const message = JSON.parse(text);
        if (message.format) robot = message.robot;
        return message.format ? [] : [{ ...message, robot, seconds }];
      });
    });
    expect(all.length).toBeGreaterThan(100);
    for (const robot of new Set(all.map((message) => message.robot))) {
      const own = all.filter((message) => message.robot === robot);
      for (const [i, message] of own.entries()) {
        const before = own[i - 1];
        const gap = before ? message.seconds - before.seconds : 0;
        for (const joint of before ? Object.keys(message.positions) : []) {
          const way = Math.abs(message.positions[joint] - before.positions[joint]);
          // Its driver has stopped a robot that heard nothing for longer than 0.3 s.
          expect(way, `${robot} ${joint} at ${message.time}`).toBeLessThanOrEqual(gap > 0.3 ? 1e-4 : 3 * gap + 1e-5);
          const change = Math.abs(message.velocities[joint] - (gap > 0.3 ? 0 : before.velocities[joint]));
          expect(change).toBeLessThanOrEqual(20 * Math.min(gap, 0.3) + 1e-4);
        }
      }
    }
  },
);
