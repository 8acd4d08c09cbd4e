import { createMemoryStorage, type StudyEvent } from '@leib/study';
import { expect, test, vi } from 'vitest';
import { addUnsent, sendUnsent } from './unsentSessions.js';

const event: StudyEvent = { participant: 'p1', sequence: 0, seconds: 0, kind: 'noted', payload: { text: 'last' } };

test('what a former participant left behind goes to the server when it is there, and is forgotten here then', async () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  } as unknown as Parameters<typeof addUnsent>[0];
  const kept = createMemoryStorage();
  await kept.addEvents([event]);
  await kept.addChunk({ stream: 'hand-0', number: 0, bytes: Uint8Array.of(1), eventsBefore: 0 });
  addUnsent(storage, { study: 'latency', participant: 'p1' });
  const sent: string[] = [];
  let isUp = false;
  const waiting: (() => void)[] = [];
  const fetching = (async (url: string, init: RequestInit) => {
    if (!isUp) throw new Error('switched off');
    sent.push(`${init.method} ${new URL(url).pathname}`);
    return new Response(JSON.stringify({ ok: true, next: 1 }));
  }) as unknown as typeof fetch;
  const sending = sendUnsent({
    ...{ address: 'http://leib.test/#/study', storage, fetching },
    nowMs: () => 0,
    after: (_seconds, work) => void waiting.push(work),
    openStorage: async () => kept,
  });
  const page = [...items.values()];
  await vi.waitFor(() => expect(waiting.length).toBe(1));
  expect([sent, page.join()]).toEqual([[], '[{"study":"latency","participant":"p1"}]']);
  isUp = true;
  for (const work of waiting.splice(0)) work();
  await sending;
  expect(sent).toEqual(['PUT /api/study/latency/motion/p1/hand-0/0', 'POST /api/study/latency/events/p1']);
  expect([...items.values()]).toEqual(['[]']);
  expect([await kept.events(), await kept.chunks()]).toEqual([[], []]);
});
