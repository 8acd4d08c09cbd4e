import { tryMutations } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { decodeStageDoc } from './stageDoc.js';

test('a short document gets its defaults', () => {
  expect(decodeStageDoc('{"format":"leib-stage/1","actors":{"me":{"kind":"person"}}}')).toEqual({
    ok: true,
    value: {
      format: 'leib-stage/1',
      actors: {
        me: { kind: 'person', source: { kind: 'none' }, body: { kind: 'default' }, profile: null, settings: {} },
      },
      things: [],
      ground: { height: 0 },
      view: {},
      script: null,
      sinks: [],
    },
  });
});

test('a decoded document is decoded to itself', () => {
  const text = `{"format":"leib-stage/1","actors":{"a":{"kind":"captured","source":{"kind":"dtrack","port":5000},
    "profile":{"kind":"file","path":"p.json"},"settings":{"list":[1,{"x":null}]}}},"ground":{"height":0.2},
    "things":[{"kind":"ball","pose":[0,1,0,0,0,0,1]}],"script":{"kind":"demo"},"sinks":[{"kind":"vmc","to":"1"}]}`;
  const first = decodeStageDoc(text);
  expect(first.ok && decodeStageDoc(JSON.stringify(first.value))).toEqual(first);
});

const actor = (json: string) => `{"format":"leib-stage/1","actors":{"a":${json}}}`;
test.each([
  ['{', '', /^expected JSON/],
  ['{"format":"leib-stage/2","actors":{}}', 'format', 'expected "leib-stage/1", got "leib-stage/2"'],
  ['{"format":"leib-stage/1"}', 'actors', /^expected/],
  [actor('{}'), 'actors.a.kind', 'expected a value, got nothing'],
  [actor('{"kind":"person","sources":{}}'), 'actors.a.sources', 'there is no such key'],
  [actor('{"kind":"person","source":{"path":"x"}}'), 'actors.a.source.kind', 'expected a value, got nothing'],
  [actor('{"kind":"person","source":[]}'), 'actors.a.source', 'expected an object of JSON values'],
  [actor('{"kind":"person","settings":3}'), 'actors.a.settings', 'expected an object of JSON values'],
  [
    '{"format":"leib-stage/1","actors":{},"ground":{"height":"high"}}',
    'ground.height',
    'expected a number, got "high"',
  ],
  [
    '{"format":"leib-stage/1","actors":{},"things":[{"kind":"x","pose":[0,0]}]}',
    'things[0].pose[2]',
    'expected a number, got nothing',
  ],
])('%s is refused with its place', (text, path, reason) => {
  expect(decodeStageDoc(text)).toEqual({
    ok: false,
    path,
    reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
  });
});

test('values that JSON cannot hold are refused', () => {
  const withSettings = (settings: unknown) => ({ format: 'leib-stage/1', actors: { a: { kind: 'x', settings } } });
  expect(decodeStageDoc(withSettings({ a: [1, 'b', { c: null }] })).ok).toBe(true);
  const round: Record<string, unknown> = {};
  round.round = round;
  for (const value of [Number.NaN, undefined, () => 0, round]) {
    expect(decodeStageDoc(withSettings({ a: value }))).toMatchObject({ ok: false, path: 'actors.a.settings' });
  }
});

test('damaged documents are read or refused in a sentence, and what is read is a document', async () => {
  const text = `{"format":"leib-stage/1","actors":{"a":{"kind":"captured","source":{"kind":"dtrack","port":5000},
    "profile":{"kind":"file","path":"p.json"},"settings":{"list":[1,{"x":null}]}}},"ground":{"height":0.2},
    "things":[{"kind":"ball","pose":[0,1,0,0,0,0,1]}],"script":{"kind":"demo"},"sinks":[{"kind":"vmc","to":"1"}]}`;
  const read = (bytes: Uint8Array) => {
    const decoded = decodeStageDoc(String.fromCharCode(...bytes));
    const saved = JSON.stringify(decoded);
    if (decoded.ok) expect(JSON.stringify(decodeStageDoc(JSON.stringify(decoded.value)))).toBe(saved);
    return decoded;
  };
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const figures = await tryMutations({ name: 'stage', files: [{ bytes, kinds: ['json', 'text'] }], read }, 1, 2000);
  expect(figures.failures).toEqual([]);
  expect(figures.readCount).toBeGreaterThan(100);
  expect(figures.refusedCount).toBeGreaterThan(100);
});
