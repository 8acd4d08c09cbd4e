import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@leib/core/testing';
import { roomPath } from '@leib/net';
import { defaultRemoteBodySettings } from '@leib/reembody';
import { encodeSettings } from '@leib/reembody/wire';
import { Outcomes } from './attack.js';
import { type Flood, HONEST_ROOM, type ServerAttack } from './flood.js';
import { inLanes } from './rawHttp.js';
import { encodeFrame, opcode, RawWebSocket, sendVolley } from './rawWebSocket.js';
import { honestOpening, standingFrame, wildFrame } from './roomMessages.js';
import type { TargetAddress } from './startTarget.js';

/** Guests in the room of the honest ones. */

const binary = (bytes: Uint8Array) => encodeFrame(opcode.binary, bytes);
/** How long a guest waits until it is in its world. */
const PATIENCE_MS = 20_000;
const room = roomPath({ world: HONEST_ROOM });

/** One guest with the largest skin, who changes settings as often as the server allows. */
export async function attackBySettings({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const socket = await RawWebSocket.open(port, room);
  await socket.write(binary(honestOpening(1, 20_000)));
  await socket.answered(PATIENCE_MS);
  let inputs = 0;
  while (inputs < count && socket.isOpen) {
    const settings = { ...defaultRemoteBodySettings, totalMass: 40 + ((seed + inputs++) % 60) };
    await socket.write(binary(encodeSettings(settings)));
    await pause(1000 / 19);
  }
  const end = socket.isOpen ? 'left' : 'disconnected';
  socket.destroy();
  return { inputs, outcomes: { [end]: 1 }, faults: [] };
}

export const settingsAttack: ServerAttack = {
  name: 'settings',
  title: 'a guest with 20 000 vertices who changes settings 19 times a second',
  counts: { full: 900, quick: 570 },
  isRoomShared: true,
  flood: attackBySettings,
};

/** Guests whose frames are nowhere: at 3e38 m, NaN, with every other number out of range. */
export async function attackFromAfar({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  let inputs = 0;
  await inLanes([0, 1, 2], 3, async (guest) => {
    const random = seededRandom(seed * 10 + guest);
    const socket = await RawWebSocket.open(port, room);
    await socket.write(binary(honestOpening()));
    await socket.answered(PATIENCE_MS);
    for (let sent = 0; sent < count / 3 && socket.isOpen; sent += 3) {
      for (let i = 0; i < 3; i++) await socket.write(binary(wildFrame(random, sent + i + 1)));
      inputs += 3;
      await pause(11);
    }
    outcomes.add(socket.isOpen ? 'left' : 'disconnected');
    socket.destroy();
  });
  return { inputs, outcomes: outcomes.toRecord(), faults: [] };
}

export const afarAttack: ServerAttack = {
  name: 'afar',
  title: 'guests at 3e38 m, NaN and everywhere else, in the room of an honest one',
  counts: { full: 6000, quick: 2400 },
  isRoomShared: true,
  flood: attackFromAfar,
};

/** A guest who takes the hands of the honest one and jumps away and back again, 90 times a second. */
export async function attackByJumping({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const socket = await RawWebSocket.open(port, room);
  await socket.write(binary(honestOpening()));
  await socket.answered(PATIENCE_MS);
  let inputs = 0;
  for (; inputs < count && socket.isOpen; inputs++) {
    // As far as a target may be, or beside the honest one.
    const away = (seed + inputs) % 3 === 0 ? 900 : 3;
    await socket.write(binary(standingFrame(inputs % 2 === 0 ? 0 : away, inputs + 1)));
    await pause(1000 / 90);
  }
  const isIn = socket.isOpen;
  socket.destroy();
  return {
    inputs,
    outcomes: { [isIn ? 'left' : 'disconnected']: 1 },
    faults: isIn ? ['a guest jumped into others all the time, and stayed'] : [],
  };
}

export const jumpsAttack: ServerAttack = {
  name: 'jumps',
  title: 'a guest who jumps into the honest one and away again, with closed hands',
  counts: { full: 2700, quick: 900 },
  isRoomShared: true,
  flood: attackByJumping,
};

/** A guest who comes and goes, at once or after a moment. */
export async function attackByComing({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  const opening = binary(honestOpening());
  await inLanes(
    Array.from({ length: count }, (_, i) => seed + i),
    2,
    async (number) => {
      const { end } = await sendVolley(port, { path: room, frames: [opening], lingerMs: (number * 37) % 120 });
      outcomes.add(end);
    },
  );
  return { inputs: count, outcomes: outcomes.toRecord(), faults: [] };
}

export const comingAttack: ServerAttack = {
  name: 'coming',
  title: 'a guest who joins the room and leaves it, a thousand times',
  counts: { full: 450, quick: 150 },
  isRoomShared: true,
  flood: attackByComing,
};

/** Worlds beside that of the honest guest: as many as one address gets, with as many bodies and frames. */
export async function attackByWorlds({ port }: TargetAddress, seed: number, count: number): Promise<Flood> {
  const outcomes = new Outcomes();
  let inputs = 0;
  await inLanes(
    Array.from({ length: 8 }, (_, i) => i),
    8,
    async (world) => {
      const random = seededRandom(seed * 10 + world);
      const socket = await RawWebSocket.open(port, roomPath({ world: null }));
      await socket.write(binary(honestOpening(5)));
      await socket.answered(PATIENCE_MS);
      for (let sent = 0; sent < count / 8 && socket.isOpen; sent += 3) {
        for (let i = 0; i < 3; i++) await socket.write(binary(wildFrame(random, sent + i + 1, 5)));
        inputs += 3;
        await pause(11);
      }
      outcomes.add(socket.isOpen ? 'left' : 'disconnected');
      socket.destroy();
    },
  );
  return { inputs, outcomes: outcomes.toRecord(), faults: [] };
}

export const worldsAttack: ServerAttack = {
  name: 'worlds',
  title: 'as many worlds, bodies and frames as one address gets',
  counts: { full: 18_000, quick: 9000 },
  flood: attackByWorlds,
};
