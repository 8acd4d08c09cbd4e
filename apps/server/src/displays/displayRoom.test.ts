import { requireDecoded } from '@leib/core';
import {
  type DisplayRole,
  decodeFrame,
  decodeProblem,
  decodeStep,
  defaultWalls,
  encodeFrame,
  encodeScene,
  encodeStep,
  encodeWalls,
  roomKind,
} from '@leib/net';
import { expect, test } from 'vitest';
import { DisplayRoom } from './displayRoom.js';
import { frameAt, oneAgentScene } from './displays.testing.js';
import type { RoomMember } from './wallClient.js';

/** A member that keeps what it is sent. */
class Member implements RoomMember {
  readonly id: number;
  readonly role: DisplayRole;
  readonly wall: string | null;
  refusal: string | null = null;

  constructor(id: number, role: DisplayRole, wall: string | null = null) {
    this.id = id;
    this.role = role;
    this.wall = wall;
  }

  /** Numbers of the frames it was sent, and of those it was told to show. */
  readonly frames: number[] = [];
  readonly shows: number[] = [];
  readonly problems: string[] = [];
  readonly kinds: number[] = [];

  send(message: Uint8Array<ArrayBuffer>): void {
    const [kind] = message;
    this.kinds.push(kind);
    if (kind === roomKind.frame) this.frames.push(requireDecoded(decodeFrame(message)).number);
    if (kind === roomKind.show) this.shows.push(requireDecoded(decodeStep(message)).frame);
    if (kind === roomKind.problem) this.problems.push(requireDecoded(decodeProblem(message)).reason);
  }

  refuse(reason: string): void {
    this.refusal = reason;
  }
}

/** The default CAVE with its simulation and its six displays, at a clock of its own. */
class Cave {
  readonly room = new DisplayRoom(defaultWalls);
  readonly simulation = new Member(100, 'simulation');
  readonly displays = defaultWalls.walls.map(({ name }, i) => new Member(i + 1, 'display', name));
  nowMs = 1000;

  constructor() {
    for (const member of [this.simulation, ...this.displays]) expect(this.room.join(member, this.nowMs)).toBe(null);
    this.send(encodeScene(oneAgentScene));
    for (let i = 0; i < 3; i++) this.playFrame();
    expect(this.states).toEqual(Array(6).fill('inStep'));
  }

  get states(): string[] {
    return this.room.status(this.nowMs).walls.map(({ state }) => state);
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    this.room.receive(this.simulation.id, bytes[0], bytes, this.nowMs);
  }

  advance(ms: number): void {
    this.nowMs += ms;
    this.room.step(this.nowMs);
  }

  /** The display is ready for what it was sent, and for what it is sent thereupon. */
  answer(display: Member): void {
    for (let answered = -1; answered !== display.frames.at(-1); ) {
      answered = display.frames.at(-1) ?? 0;
      this.room.receive(display.id, roomKind.ready, encodeStep(roomKind.ready, answered, 3), this.nowMs);
    }
  }

  show(display: Member): void {
    const shown = encodeStep(roomKind.shown, display.shows.at(-1) ?? 0);
    this.room.receive(display.id, roomKind.shown, shown, this.nowMs);
  }

  /** A frame that all given displays answer in time. */
  playFrame(displays: readonly Member[] = this.displays): void {
    this.advance(1000 / 60);
    this.send(encodeFrame(frameAt(this.nowMs / 1000)));
    for (const display of displays) this.answer(display);
    for (const display of displays) this.show(display);
  }
}

test('[DB1] walls are told to show a frame when all are ready for it, all the same one', () => {
  const cave = new Cave();
  const [first, ...rest] = cave.displays;
  const before = first.shows.length;
  cave.send(encodeFrame(frameAt(1)));
  for (const display of rest) cave.answer(display);
  expect(first.shows).toHaveLength(before);
  cave.answer(first);
  const shown = cave.displays.map(({ shows }) => shows.at(-1));
  expect(shown).toEqual(Array(6).fill(first.frames.at(-1)));
});

test('[DB1] what arrives while walls draw waits, and only the newest of it', () => {
  const cave = new Cave();
  const [first] = cave.displays;
  const before = first.frames.length;
  for (let i = 0; i < 4; i++) cave.send(encodeFrame(frameAt(i)));
  expect(first.frames).toHaveLength(before + 1);
  const [sent] = first.frames.slice(-1);
  for (const display of cave.displays) cave.answer(display);
  expect(first.frames.slice(before)).toEqual([sent, sent + 3]);
  expect(cave.room.status(cave.nowMs).skippedFrames).toBe(2);
});

test('[DB2] a wall that does not answer costs one time-out, is flagged, and the rest goes on', () => {
  const cave = new Cave();
  const [dead, ...rest] = cave.displays;
  cave.playFrame(rest);
  const [last] = rest[0].frames.slice(-1);
  cave.advance(49);
  expect(rest[0].shows.at(-1)).toBe(last - 1);
  cave.advance(2);
  expect(rest.map(({ shows }) => shows.at(-1))).toEqual(Array(5).fill(last));
  expect(cave.states).toEqual(['late', ...Array(5).fill('inStep')]);
  for (let i = 0; i < 130; i++) {
    cave.playFrame(rest);
    expect(rest[0].shows.at(-1)).toBe(rest[0].frames.at(-1));
  }
  expect(cave.states[0]).toBe('silent');
  // It wakes up.
  for (let i = 0; i < 22; i++) cave.playFrame();
  expect(cave.states).toEqual(Array(6).fill('inStep'));
  expect(dead.shows.at(-1)).toBe(dead.frames.at(-1));
});

test('[DB4] a wall that draws slowly gets the newest frame when it is ready for one, not all that it missed', () => {
  const cave = new Cave();
  const [slow, ...rest] = cave.displays;
  cave.playFrame(rest);
  cave.advance(60);
  const before = slow.frames.length;
  for (let i = 0; i < 90; i++) cave.playFrame(rest);
  expect(slow.frames).toHaveLength(before);
  cave.answer(slow);
  expect(slow.frames.slice(before)).toEqual([rest[0].frames.at(-1)]);
  expect(slow.shows.at(-1)).toBe(rest[0].shows.at(-1));
});

test('a page that is closed in the middle of a frame holds nothing up', () => {
  const cave = new Cave();
  const [gone, ...rest] = cave.displays;
  cave.send(encodeFrame(frameAt(1)));
  for (const display of rest) cave.answer(display);
  cave.room.leave(gone.id, cave.nowMs);
  expect(rest[0].shows.at(-1)).toBe(rest[0].frames.at(-1));
  expect(cave.states[0]).toBe('missing');
});

test('[DC3] a wall that joins late gets all that it needs, and is in step within a second', () => {
  const cave = new Cave();
  cave.room.leave(cave.displays[5].id, cave.nowMs);
  const late = new Member(50, 'display', defaultWalls.walls[5].name);
  expect(cave.room.join(late, cave.nowMs)).toBe(null);
  const { walls, scene, frame, show } = roomKind;
  expect(late.kinds).toEqual([walls, scene, frame, show]);
  expect(late.frames).toEqual(late.shows);
  const all = [...cave.displays.slice(0, 5), late];
  for (let i = 0; i < 60 && cave.states[5] !== 'inStep'; i++) cave.playFrame(all);
  expect(cave.states[5]).toBe('inStep');
  expect(all.map(({ shows }) => shows.at(-1))).toEqual(Array(6).fill(late.frames.at(-1)));
});

test('[DC2] a second display of a wall, a wall that is not there and a second simulation are refused in one sentence', () => {
  const { room } = new Cave();
  expect(room.join(new Member(50, 'display', 'front-left-eye'), 0)).toBe(
    'wall "front-left-eye": expected one display, got a second one; close its other page or choose another wall.',
  );
  expect(room.join(new Member(51, 'display', 'ceiling'), 0)).toMatch(
    /^wall: expected one of left-left-eye, .*, got "ceiling"\.$/,
  );
  expect(room.join(new Member(52, 'simulation'), 0)).toBe(
    'simulation: expected one, got a second one; stop the one that is running, then this one takes over.',
  );
  room.leave(100, 0);
  expect(room.join(new Member(53, 'simulation'), 0)).toBe(null);
});

test('[DC4] a frame with NaN is dropped and said; the next one is shown', () => {
  const cave = new Cave();
  cave.send(encodeFrame(frameAt(1, Number.NaN)));
  expect(cave.simulation.problems).toEqual(['frame, viewers[0][0]: expected a number within 1000, got NaN']);
  const { refusedFrames, lastRefusal } = cave.room.status(cave.nowMs);
  expect(refusedFrames).toBe(1);
  expect(lastRefusal).toBe(cave.simulation.problems[0]);
  const [display] = cave.displays;
  const shown = display.shows.at(-1) ?? 0;
  cave.playFrame();
  expect(display.shows.at(-1)).toBe(shown + 1);
  cave.send(encodeScene({ ...oneAgentScene, agents: [{ id: 1, kind: 7 }] }));
  expect(cave.simulation.problems.at(-1)).toMatch(/^scene, agents\[0\]\.kind: expected a kind below 1/);
});

test('[DC4] steps that cannot be read stop nothing', () => {
  const cave = new Cave();
  const [display] = cave.displays;
  cave.room.receive(display.id, roomKind.ready, encodeStep(roomKind.ready, 9, Number.NaN), cave.nowMs);
  expect(display.refusal).toBe(null);
});

test('[DW1] a watcher sends another wall file; a wrong one is answered with its place', () => {
  const cave = new Cave();
  const watcher = new Member(60, 'watcher');
  cave.room.join(watcher, cave.nowMs);
  const [front] = defaultWalls.walls;
  const collinear = { ...defaultWalls, walls: [{ ...front, upperLeft: front.lowerRight }] };
  const sendWalls = (walls: Parameters<typeof encodeWalls>[0]) =>
    cave.room.receive(watcher.id, roomKind.walls, encodeWalls(walls), cave.nowMs);
  sendWalls(JSON.stringify(collinear));
  expect(watcher.problems).toEqual([
    'walls[0].upperLeft: expected a corner above lowerLeft, got one on the line through lowerLeft and lowerRight; measure it again',
  ]);
  expect(cave.room.walls).toBe(defaultWalls);

  sendWalls({ ...defaultWalls, walls: defaultWalls.walls.slice(0, 2) });
  expect(cave.room.walls.walls).toHaveLength(2);
  expect(cave.displays[0].kinds.at(-1)).toBe(roomKind.walls);
  expect(cave.displays[5].refusal).toMatch(
    /^wall: expected one of left-left-eye, left-right-eye, got "right-right-eye"/,
  );
});

test('what walls say of themselves is what watchers are told', () => {
  const cave = new Cave();
  const watcher = new Member(60, 'watcher');
  cave.room.join(watcher, cave.nowMs);
  for (let i = 0; i < 130; i++) cave.playFrame();
  cave.send(encodeFrame(frameAt(1)));
  cave.nowMs += 12;
  for (const display of cave.displays) cave.answer(display);
  cave.nowMs += 4;
  for (const display of cave.displays) cave.show(display);
  const status = cave.room.status(cave.nowMs);
  expect(status).toMatchObject({ hasSimulation: true, agentCount: 1, frame: cave.displays[0].frames.at(-1) });
  expect(status.framesPerSecond).toBeGreaterThan(58);
  expect(status.framesPerSecond).toBeLessThan(62);
  expect(status.walls[0]).toMatchObject({ state: 'inStep', frame: status.frame, missedFrames: 0 });
  expect(status.walls[0].readyMs).toBeCloseTo(12, 6);
  expect(status.walls[0].shownMs).toBeCloseTo(16, 6);
  expect(status.walls[0].prepareMs).toBe(3);
  cave.room.report(cave.nowMs);
  expect(watcher.kinds.at(-1)).toBe(roomKind.status);
  expect(cave.simulation.kinds.at(-1)).toBe(roomKind.status);
  cave.room.leave(cave.simulation.id, cave.nowMs);
  expect(cave.room.status(cave.nowMs).hasSimulation).toBe(false);
});

test('[DB5] when frames stop it is said: watchers see it in the status, walls are told once a second until the next frame', () => {
  const cave = new Cave();
  for (let i = 0; i < 90; i++) cave.playFrame();
  const before = cave.room.status(cave.nowMs);
  expect(Math.abs(before.framesPerSecond - 60)).toBeLessThan(2);
  expect(before.silentSeconds).toBe(0);
  const [display] = cave.displays;
  const told = () => display.kinds.filter((kind) => kind === roomKind.silent).length;
  cave.room.report(cave.nowMs);
  const wait = (ms: number) => {
    for (let waited = 0; waited < ms; waited += 200) {
      cave.nowMs += 200;
      cave.room.report(cave.nowMs);
    }
  };
  wait(800);
  expect(told()).toBe(0);
  wait(200);
  expect(told()).toBe(1);
  wait(3000);
  expect(told()).toBe(4);
  const { framesPerSecond, silentSeconds, hasSimulation } = cave.room.status(cave.nowMs);
  expect([framesPerSecond, hasSimulation]).toEqual([0, true]);
  expect(silentSeconds).toBeCloseTo(4, 6);
  cave.playFrame();
  expect(cave.room.status(cave.nowMs).silentSeconds).toBe(0);
  // Also where the simulation has left.
  cave.room.leave(cave.simulation.id, cave.nowMs);
  wait(1000);
  expect(told()).toBe(5);
  expect(cave.room.status(cave.nowMs).silentSeconds).toBe(null);
});

test('[FR4] the files of the scene are the ones to keep, until another simulation begins', () => {
  const cave = new Cave();
  const hash = '0f'.repeat(32);
  cave.send(encodeScene({ ...oneAgentScene, kinds: [{ name: 'a', mesh: hash, scale: 1 }] }));
  expect(cave.room.fileHashes.has(hash)).toBe(true);
  cave.room.leave(cave.simulation.id, cave.nowMs);
  cave.room.join(new Member(101, 'simulation'), cave.nowMs);
  expect(cave.room.fileHashes.size).toBe(0);
});
