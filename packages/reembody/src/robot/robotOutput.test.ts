import { seededRandom } from '@leib/core/testing';
import { beforeEach, expect, test } from 'vitest';
import { RobotOutput, type RobotSocket } from './robotOutput.js';

const reportOf = (...names: readonly string[]) => ({
  joints: names.map((joint) => ({ joint, bone: null, guess: null, low: -1, high: 2 })),
});
const report = reportOf('left_elbow');
const DT = 1 / 60;

/** A driver's end of a connection: keeps what it is sent, and when. */
class Driver {
  readonly heard: { readonly text: string; readonly seconds: number }[] = [];
  readonly #listeners = new Map<string, () => void>();
  bufferedAmount = 0;
  isClosed = false;
  addEventListener(kind: string, listener: () => void): void {
    this.#listeners.set(kind, listener);
  }
  tell(kind: 'open' | 'close'): void {
    this.#listeners.get(kind)?.();
  }
  send(text: string): void {
    this.heard.push({ text, seconds: now });
  }
  close(): void {
    this.isClosed = true;
  }
  get messages() {
    return this.heard.map(({ text }) => JSON.parse(text));
  }
}

let now = 0;
let drivers: Driver[] = [];
let output: RobotOutput;
beforeEach(() => {
  now = 0;
  drivers = [];
  const open = () => {
    drivers.push(new Driver());
    return drivers.at(-1) as unknown as RobotSocket;
  };
  output = new RobotOutput({ open, nowSeconds: () => now });
  output.setRobot('Robot', report);
});

function step(angles: readonly number[] | null, count = 1, dt = DT): void {
  for (let i = 0; i < count; i++) {
    now += dt;
    output.step(angles, dt);
  }
}

function connect(): Driver {
  output.connect('ws://127.0.0.1:9');
  drivers.at(-1)?.tell('open');
  return drivers.at(-1) as Driver;
}

test('a driver hears of joints and limits first, then angles; nothing before it is there, nor before there are any', () => {
  output.connect('ws://127.0.0.1:9');
  const [driver] = drivers;
  step(null);
  expect([output.state, driver.heard]).toEqual(['connecting', []]);
  driver.tell('open');
  step(null);
  expect(driver.heard).toEqual([]);
  step([1], 2);
  const [header, first, second] = driver.messages;
  expect(header).toMatchObject({ format: 'leib-robot-joints/1', robot: 'Robot', joints: [{ high: 2 }] });
  expect([first.sequence, second.sequence, first.positions.left_elbow]).toEqual([0, 1, 1]);
  output.options = { ...output.options, maxSpeed: 1 };
  step([1]);
  expect(driver.messages.at(-2)).toMatchObject({ format: 'leib-robot-joints/1', maxSpeed: 1 });
});

test('when the person’s pose does not come any more the robot is told to stop', () => {
  const driver = connect();
  step([1]);
  step(null, 30);
  expect(output.isStopped).toBe(true);
  expect(driver.messages.at(-1).state).toBe('stopped');
});

test('a driver that is too slow is not sent more than it takes, and one that is gone is named', () => {
  const driver = connect();
  driver.bufferedAmount = 1e6;
  step([1]);
  expect(driver.heard).toEqual([]);
  driver.tell('close');
  expect(output.state).toBe('lost');
  output.disconnect();
  expect([output.state, driver.isClosed]).toEqual(['off', true]);
});

test('a recording is the same messages as a file, and beginning or ending it moves nothing', () => {
  const driver = connect();
  step([0.1]);
  // The person has gone on much faster than the robot may.
  step([2], 6);
  output.startRecording();
  step([2], 5);
  const { text = '' } = output.takeRecording() ?? {};
  step([2]);
  const lines = text.trim().split('\n');
  expect(JSON.parse(lines[0]).joints).toHaveLength(1);
  expect(driver.heard.slice(8, 13).map((message) => message.text)).toEqual(lines.slice(1));
  const angles = driver.messages.slice(1).map(({ positions }) => positions.left_elbow);
  for (let i = 1; i < angles.length; i++) expect(angles[i] - angles[i - 1]).toBeLessThanOrEqual(3 * DT + 1e-6);
  expect(output.takeRecording()).toBeNull();
});

test('who stops sending lets the robot brake first; sending again begins where it was left', () => {
  const driver = connect();
  step([0]);
  step([2], 20);
  output.disconnect();
  expect(output.state).toBe('stopping');
  step([2], 20);
  expect([output.state, driver.isClosed]).toEqual(['off', true]);
  const last = driver.messages.at(-1);
  expect([last.velocities.left_elbow, last.state]).toEqual([0, 'stopped']);
  // Meanwhile the person is somewhere else.
  step([-1], 120);
  const again = connect();
  step([-1], 2);
  expect([output.state, again.heard]).toEqual(['returning', []]);
  step([-1], 120);
  expect(output.state).toBe('open');
  expect(again.messages[1].positions.left_elbow).toBeCloseTo(last.positions.left_elbow, 4);
  expect(again.messages.at(-1).positions.left_elbow).toBeCloseTo(-1, 2);
});

test('the same robot built anew goes on; another one’s driver is left at rest, and the recording is kept', () => {
  const driver = connect();
  step([0]);
  output.startRecording();
  step([2], 20);
  output.setRobot('Robot', reportOf('left_elbow'));
  step([2], 5);
  expect(output.state).toBe('open');
  output.setRobot('Other', reportOf('a', 'b'));
  step([1, 1], 30);
  expect([output.state, driver.isClosed]).toEqual(['off', true]);
  expect(driver.messages.at(-1).velocities.left_elbow).toBe(0);
  expect(output.recording).toMatchObject({ robot: 'Robot', isRunning: false });
  output.startRecording();
  const taken = output.takeRecording();
  expect(taken?.robot).toBe('Robot');
  expect(JSON.parse(taken?.text.split('\n')[0] ?? '').joints).toHaveLength(1);
  expect(output.recording).toBeNull();
  output.setRobot('', null);
  step(null);
  expect(output.isStopped).toBe(false);
});

/** Every button that a user has, and what happens to a page by itself. */
const presses: readonly ((random: () => number) => void)[] = [
  () => connect(),
  () => output.connect('ws://127.0.0.1:9'),
  () => drivers.at(-1)?.tell('open'),
  () => drivers.at(-1)?.tell('close'),
  () => output.disconnect(),
  () => output.startRecording(),
  () => void output.takeRecording(),
  (random) => {
    output.options = { ...output.options, maxSpeed: 0.5 + 3 * random() };
  },
  (random) => {
    const driver = drivers.at(-1);
    if (driver) driver.bufferedAmount = random() < 0.5 ? 1e6 : 0;
  },
  () => output.setRobot('Robot', reportOf('left_elbow', 'neck')),
  () => output.setRobot('Robot', reportOf('left_elbow', 'neck')),
  (random) => output.setRobot('Other', random() < 0.5 ? null : reportOf('waist', 'neck')),
  // The page is hidden.
  (random) => {
    now += 5 * random();
  },
];

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'whatever is pressed, no joint of a real robot is jerked from the first message to the last (seed %i)',
  (seed) => {
    const random = seededRandom(seed + 1);
    output.setRobot('Robot', reportOf('left_elbow', 'neck'));
    connect();
    let wish: number[] | null = [0, 0];
    for (let frame = 0; frame < 3000; frame++) {
      if (random() < 0.03) presses[Math.floor(random() * presses.length)](random);
      // Another source, a jump, a push, a reset; or the person is lost.
      if (random() < 0.03)
        wish = random() < 0.2 ? null : [6 * random() - 3, random() < 0.1 ? Number.NaN : 4 * random() - 2];
      step(wish, 1, random() < 0.05 ? 0.1 * random() : DT);
    }
    // As each robot has it: one after the other, whatever connection they came by.
    const last = new Map<string, { positions: number[]; velocities: number[]; seconds: number }>();
    let count = 0;
    for (const { heard } of drivers) {
      let header: { robot: string; joints: { joint: string }[] } | null = null;
      for (const { text, seconds } of heard) {
        const message = JSON.parse(text);
        if ('format' in message) {
          header = message;
          continue;
        }
        const names = (header?.joints ?? []).map(({ joint }) => joint);
        const robot = JSON.stringify(header?.robot);
        const positions = names.map((name) => message.positions[name] as number);
        const velocities = names.map((name) => message.velocities[name] as number);
        const before = last.get(robot);
        for (let i = 0; before && i < names.length; i++) {
          // The driver has stopped a robot that it heard nothing of for longer; it goes on from there, at rest.
          const gap = seconds - before.seconds;
          const isLeft = gap > 0.3;
          const passed = Math.min(gap, 0.3);
          const way = Math.abs(positions[i] - before.positions[i]);
          expect(way).toBeLessThanOrEqual(isLeft ? 1e-4 : 3.5 * passed + 1e-5);
          const change = Math.abs(velocities[i] - (isLeft ? 0 : before.velocities[i]));
          expect(change).toBeLessThanOrEqual(20 * passed + 1e-4);
          count++;
        }
        last.set(robot, { positions, velocities, seconds });
      }
    }
    expect(count).toBeGreaterThan(100);
  },
);
