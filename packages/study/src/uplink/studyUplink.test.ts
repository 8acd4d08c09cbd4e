import { seededRandom, seeds } from '@leib/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { StudyEvent } from '../studyEvent.js';
import { StudyUplink, type UplinkAnswer, type UplinkTransport } from './studyUplink.js';
import { createMemoryStorage, type MotionChunk } from './uplinkStorage.js';

const eventAt = (sequence: number): StudyEvent => ({
  participant: 'p',
  sequence,
  seconds: sequence / 2,
  kind: 'noted',
  payload: { text: `note ${sequence}` },
});
const chunkAt = (number: number): MotionChunk => ({ stream: 'hand-0', number, bytes: Uint8Array.of(number, 1, 2) });

/** Keeps like the store does: by number, once; refuses another text, and what comes after a gap. */
function createServer() {
  const events: StudyEvent[] = [];
  const chunks = new Map<number, Uint8Array>();
  /** How many events were there when a piece came first. */
  const eventsBefore = new Map<number, number>();
  let sent = 0;
  const transport: UplinkTransport = {
    async sendEvents(batch): Promise<UplinkAnswer> {
      sent++;
      const next = events.length;
      if (batch[0].sequence > next) return { ok: false, why: 'gap', next };
      for (const event of batch) {
        const kept = events[event.sequence];
        if (kept === undefined) events.push(event);
        else expect(event).toEqual(kept);
      }
      return { ok: true, next: events.length };
    },
    async sendChunk({ number, bytes }): Promise<UplinkAnswer> {
      sent++;
      expect(chunks.get(number) ?? bytes).toEqual(bytes);
      if (!chunks.has(number)) eventsBefore.set(number, events.length);
      chunks.set(number, bytes);
      return { ok: true, next: number + 1 };
    },
  };
  return { events, chunks, eventsBefore, transport, sent: () => sent };
}

/** A clock that is turned on by hand. */
function createClock() {
  const waiting: (() => void)[] = [];
  return {
    after: (_: number, work: () => void) => void waiting.push(work),
    ring() {
      for (const work of waiting.splice(0)) work();
    },
  };
}

const settle = async () => {
  for (let i = 0; i < 30; i++) await Promise.resolve();
};

test.each(seeds(60))(
  'whatever fails, and whenever the page is killed, the server has each thing once (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const server = createServer();
    const storage = createMemoryStorage();
    const clock = createClock();
    // Half of what is sent fails: before it comes to the server, or after, when only the answer is lost.
    const lost: UplinkAnswer = { ok: false, why: 'away', reason: 'no network' };
    const unsure = async (send: () => Promise<UplinkAnswer>): Promise<UplinkAnswer> => {
      const luck = random();
      if (luck < 0.25) return lost;
      const answer = await send();
      if (luck < 0.4) throw new Error('connection reset');
      return luck < 0.5 ? lost : answer;
    };
    const transport: UplinkTransport = {
      sendEvents: (events, times) => unsure(() => server.transport.sendEvents(events, times)),
      sendChunk: (chunk) => unsure(() => server.transport.sendChunk(chunk)),
    };
    const open = () => StudyUplink.open({ storage, transport, after: clock.after });
    let uplink = await open();
    let chunks = 0;
    const eventsBefore: number[] = [];
    for (let step = 0; step < 60; step++) {
      const luck = random();
      if (luck < 0.5) await uplink.append([eventAt(uplink.events.length)]);
      else if (luck < 0.7) {
        eventsBefore.push(uplink.events.length);
        await uplink.appendMotion(chunkAt(chunks++));
      } else if (luck < 0.8) {
        // The page is gone: what it had in memory is lost, the storage stays.
        uplink.dispose();
        uplink = await open();
      } else clock.ring();
      await settle();
    }
    const all = uplink.events.length;
    while (uplink.status.state !== 'saved') {
      clock.ring();
      await settle();
    }
    expect(server.events).toEqual(Array.from({ length: all }, (_, i) => eventAt(i)));
    expect([...server.chunks.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: chunks }, (_, i) => i));
    // What comes after a recording refers to it: it is there.
    expect([...server.eventsBefore.entries()].sort(([a], [b]) => a - b).map(([, before]) => before)).toEqual(
      eventsBefore,
    );
    expect(await storage.chunks()).toEqual([]);
  },
);

test('a page that is opened again has all events, and says saved only when the server has them', async () => {
  const server = createServer();
  const storage = createMemoryStorage();
  let isUp = false;
  const transport: UplinkTransport = {
    ...server.transport,
    sendEvents: async (events, times) =>
      isUp ? server.transport.sendEvents(events, times) : { ok: false, why: 'away', reason: 'switched off' },
  };
  const clock = createClock();
  const first = await StudyUplink.open({ storage, transport, after: clock.after });
  await first.append([eventAt(0), eventAt(1)]);
  await settle();
  expect(first.status).toEqual({ state: 'away', waiting: 2, reason: 'switched off' });
  first.dispose();
  const second = await StudyUplink.open({ storage, transport, after: clock.after });
  expect(second.events).toEqual([eventAt(0), eventAt(1)]);
  let isSaved = false;
  const saved = second.saved().then(() => (isSaved = true));
  await settle();
  expect(isSaved).toBe(false);
  isUp = true;
  second.retry();
  await saved;
  expect(second.status).toEqual({ state: 'saved', waiting: 0, reason: '' });
  expect(server.events.length).toBe(2);
});

test('a browser that has forgotten goes on from what the server has, and a server that was set back gets the rest again', async () => {
  const server = createServer();
  const { after } = createClock();
  server.events.push(eventAt(0), eventAt(1), eventAt(2));
  const uplink = await StudyUplink.open({ storage: createMemoryStorage(), transport: server.transport, after }, [
    ...server.events,
  ]);
  expect(uplink.events.length).toBe(3);
  // A backup that lacks the last one was put back.
  server.events.length = 1;
  await uplink.append([eventAt(3)]);
  await uplink.saved();
  expect(server.events).toEqual([0, 1, 2, 3].map(eventAt));
});

test('what the server refuses for good is said, and sent no more', async () => {
  const { after, ring } = createClock();
  let calls = 0;
  const refused: UplinkAnswer = { ok: false, why: 'refused', reason: 'the data of this participant was removed' };
  const answer = async () => {
    calls++;
    return refused;
  };
  const uplink = await StudyUplink.open({
    storage: createMemoryStorage(),
    transport: { sendEvents: answer, sendChunk: answer },
    after,
  });
  onTestFinished(() => uplink.dispose());
  await uplink.append([eventAt(0)]);
  await uplink.saved();
  ring();
  await uplink.append([eventAt(1)]);
  await settle();
  expect(uplink.status).toEqual({ state: 'refused', waiting: 2, reason: refused.reason });
  expect(calls).toBe(1);
});

test('an event out of order is an error of the program, and hundreds go in few messages', async () => {
  const server = createServer();
  const { after } = createClock();
  const uplink = await StudyUplink.open({ storage: createMemoryStorage(), transport: server.transport, after });
  expect(() => uplink.append([eventAt(1)])).toThrow('sequence: expected 0, got 1');
  await uplink.append(Array.from({ length: 1000 }, (_, i) => eventAt(i)));
  await uplink.saved();
  expect([server.events.length, server.sent()]).toEqual([1000, 4]);
});
