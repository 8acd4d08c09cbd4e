import { expect, test } from 'vitest';
import type { StudyEvent } from '../studyEvent.js';
import { StudyUplink, type UplinkTransport } from './studyUplink.js';
import { openBrowserStorage } from './uplinkStorage.js';

const eventAt = (sequence: number): StudyEvent => ({
  ...{ participant: 'p', sequence, seconds: sequence, kind: 'noted', payload: { text: `ü${sequence}` } },
});
const chunkAt = (stream: string, number: number) => ({ stream, number, bytes: Uint8Array.of(number, 7) });
const waiting = (stream: string, number: number) => ({ ...chunkAt(stream, number), eventsBefore: 2 });
const open = () => openBrowserStorage('browser-test', 'p');

test('what a page keeps is there for the next one, in order, until it is dropped', async () => {
  const first = await open();
  await first.clear();
  await first.addEvents([eventAt(0), eventAt(1)]);
  // More than ten: numbers must not be put in the order of letters.
  for (let number = 0; number < 12; number++) await first.addChunk(waiting('a', number));
  await first.addChunk(waiting('b', 0));
  await first.addEvents([eventAt(2)]);
  const second = await open();
  expect(await second.events()).toEqual([0, 1, 2].map(eventAt));
  const names = async () => (await second.chunks()).map(({ stream, number }) => `${stream}${number}`);
  expect(await names()).toEqual([...Array.from({ length: 12 }, (_, number) => `a${number}`), 'b0']);
  expect((await second.chunks())[3]).toMatchObject({ bytes: Uint8Array.of(3, 7), eventsBefore: 2 });
  await second.dropChunk({ stream: 'a', number: 1 });
  expect(await names()).not.toContain('a1');
  expect((await names()).length).toBe(12);
  await second.clear();
  expect([await second.events(), await second.chunks()]).toEqual([[], []]);
});

test('an uplink in the browser sends what the page before it could not', async () => {
  await (await open()).clear();
  const after = () => {};
  const away = async () => ({ ok: false, why: 'away', reason: 'switched off' }) as const;
  const before = await StudyUplink.open({
    storage: await open(),
    transport: { sendEvents: away, sendChunk: away },
    after,
  });
  await before.append([eventAt(0), eventAt(1)]);
  await before.appendMotion(chunkAt('a', 0));
  before.dispose();
  const sent: unknown[] = [];
  const transport: UplinkTransport = {
    async sendEvents(events) {
      sent.push(...events);
      return { ok: true, next: events.length };
    },
    async sendChunk({ stream, number, bytes }) {
      sent.push({ stream, number, bytes });
      return { ok: true, next: 1 };
    },
  };
  const uplink = await StudyUplink.open({ storage: await open(), transport, after });
  await uplink.saved();
  expect(sent).toEqual([eventAt(0), eventAt(1), chunkAt('a', 0)]);
  expect(await (await open()).chunks()).toEqual([]);
});
