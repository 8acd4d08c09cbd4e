import { beforeEach, expect, test } from 'vitest';
import { RobotOutput, type RobotSocket } from './robotOutput.js';

const report = {
  joints: [{ joint: 'left_elbow', bone: null, guess: null, low: 0, high: 2 }],
  segments: [],
  notes: [],
};
const DT = 1 / 60;

/** A socket that keeps what is sent. */
class TestSocket {
  readonly sent: string[] = [];
  readonly #listeners = new Map<string, () => void>();
  bufferedAmount = 0;
  readyState = 1;
  isClosed = false;
  addEventListener(kind: string, listener: () => void): void {
    this.#listeners.set(kind, listener);
  }
  hear(kind: 'open' | 'close'): void {
    this.#listeners.get(kind)?.();
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.isClosed = true;
  }
}

let socket: TestSocket;
let output: RobotOutput;
beforeEach(() => {
  socket = new TestSocket();
  output = new RobotOutput(() => socket as unknown as RobotSocket);
  output.setRobot('Robot', report);
});

test('a driver hears of joints and limits first, then angles; nothing before it is there, nor before there are any', () => {
  output.connect('ws://127.0.0.1:9');
  output.step([1], DT);
  expect([output.state, socket.sent]).toEqual(['connecting', []]);
  socket.hear('open');
  output.step(null, DT);
  expect(socket.sent).toEqual([]);
  output.step([1], DT);
  output.step([1], DT);
  const [header, first, second] = socket.sent.map((text) => JSON.parse(text));
  expect(header).toMatchObject({ format: 'leib-robot-joints/1', robot: 'Robot', joints: [{ high: 2 }] });
  expect([first.sequence, second.sequence, first.positions.left_elbow]).toEqual([0, 1, 1]);
});

test('when the person’s pose does not come any more the robot is told to stop, and the page says so', () => {
  output.connect('ws://127.0.0.1:9');
  socket.hear('open');
  output.step([1], DT);
  for (let i = 0; i < 30; i++) output.step(null, DT);
  expect(output.isStopped).toBe(true);
  expect(JSON.parse(socket.sent.at(-1) ?? '').state).toBe('stopped');
});

test('a driver that is too slow is not sent more than it takes, and one that is gone is named', () => {
  output.connect('ws://127.0.0.1:9');
  socket.hear('open');
  socket.bufferedAmount = 1e6;
  output.step([1], DT);
  expect(socket.sent).toEqual([]);
  socket.hear('close');
  expect(output.state).toBe('lost');
  output.disconnect();
  expect([output.state, socket.isClosed]).toEqual(['off', true]);
});

test('a recording is the same messages as a file, without a driver', () => {
  output.startRecording();
  for (let i = 0; i < 5; i++) output.step([i * 0.01], DT);
  const lines = (output.stopRecording() ?? '').trim().split('\n');
  expect(lines).toHaveLength(6);
  expect(JSON.parse(lines[0]).joints).toHaveLength(1);
  expect(JSON.parse(lines[5])).toMatchObject({ sequence: 4, state: 'moving' });
  expect(output.stopRecording()).toBeNull();
});
