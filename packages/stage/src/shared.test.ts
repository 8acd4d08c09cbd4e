import { refusalOf, requireDecoded } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { applyChanges, type Change } from './change.js';
import { createOrderedDoc, decodeChanges, mayChange, type OrderedDoc, orderChange } from './sharedChange.js';
import { type OrderedChange, type OwnChange, SharedDoc } from './sharedDoc.js';
import { decodeStageDoc, type Json, type StageDoc } from './stageDoc.js';

type Random = () => number;

const pose = [0, 0, 0, 0, 0, 0, 1];
const thing = (id: string, settings: Json = {}, kind = 'measurement') => ({ id, kind, pose, settings });
const person = (name: string, role = 'guest') => ({
  kind: 'remote',
  source: { kind: 'network' },
  settings: { name, role },
});
const docOf = (rest: object = {}) =>
  requireDecoded(
    decodeStageDoc({ format: 'leib-stage/1', actors: { a: person('Ada', 'host'), b: person('Bo') }, ...rest }),
  );
const line = (id: string, by = 'b', name = 'Bo') => ({ id, by, name, text: `says ${id}`, atMs: 5 });
const refused = (doc: StageDoc, ...changes: Change[]) => refusalOf(applyChanges(doc, changes));

test('entries of a list are named by their id, whatever their place', () => {
  const doc = docOf({ things: [thing('one'), thing('two', { name: 'wall' }), { kind: 'ball', pose, settings: {} }] });
  const next = requireDecoded(
    applyChanges(doc, [
      { path: ['things', 'one'] },
      { path: ['things', 'two', 'settings', 'name'], value: 'door' },
      { path: ['things', 'three'], value: { id: 'three', kind: 'note', pose } },
      { path: ['things', 'gone'] },
      { path: ['chat', 'c1'], value: line('c1') },
    ]),
  );
  expect(next.things.map(({ id, settings }) => [id, settings])).toEqual([
    ['two', { name: 'door' }],
    [undefined, {}],
    ['three', {}],
  ]);
  expect(next.things[1]).toBe(doc.things[2]);
  expect(next.chat).toEqual([line('c1')]);
  expect(requireDecoded(decodeStageDoc(JSON.stringify(next)))).toEqual(next);
});

test('an entry has the id that it is named by, and nobody else has it', () => {
  const doc = docOf({ things: [thing('one'), thing('two')], chat: [line('c')] });
  expect(refused(doc, { path: ['things', 'three'], value: thing('four') })).toContain('things.three.id');
  expect(refused(doc, { path: ['things', 'one', 'id'], value: 'two' })).toContain('things.one.id: expected "one"');
  expect(refused(doc, { path: ['things', 2], value: thing('two') })).toBe(
    'things.2: expected ids of their own, got one twice',
  );
  expect(refused(doc, { path: ['things', 'new', 'settings', 'x'], value: 1 })).toContain('things.new.settings');
  expect(refused(doc, { path: ['things', 'one', 'pose', 2], value: 'x' })).toBe(
    'things.one.pose[2]: expected a number, got "x"',
  );
  expect(refusalOf(decodeStageDoc({ ...doc, things: [thing('one'), thing('one')] }))).toContain('got one twice');
});

test('the newest 200 lines of a chat are kept, and their letters are counted', () => {
  let ordered = createOrderedDoc(docOf());
  for (let i = 0; i < 230; i++) {
    ordered = requireDecoded(orderChange(ordered, [{ path: ['chat', `c${i}`], value: line(`c${i}`) }]));
  }
  expect(ordered.doc.chat?.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, i) => `c${i + 30}`));
  const counted = createOrderedDoc(ordered.doc).letters;
  expect(Math.abs(ordered.letters - counted)).toBeLessThan(300);
});

test('a document grows to its limit and no further, and may always shrink', () => {
  let ordered = createOrderedDoc(docOf());
  const large = 'x'.repeat(60_000);
  let reason: string | null = null;
  for (let i = 0; reason === null; i++) {
    const next = orderChange(ordered, [{ path: ['things', `t${i}`], value: thing(`t${i}`, { large }) }]);
    reason = refusalOf(next);
    if (next.ok) ordered = next.value;
  }
  expect(reason).toContain('at most 1000000 letters');
  expect(ordered.doc.things.length).toBe(16);
  expect(orderChange(ordered, [{ path: ['things', 't3'] }]).ok).toBe(true);
});

test('places in a list are refused where several change it', () => {
  const ordered = createOrderedDoc(docOf({ things: [thing('one')] }));
  expect(refusalOf(orderChange(ordered, [{ path: ['things', 0, 'kind'], value: 'x' }]))).toMatch(
    /^things\.0: expected an id/,
  );
});

/** Reads of a list's entries are counted: who sends a million must not make us look at them. */
function countedList(length: number) {
  const counter = { reads: 0 };
  const list = new Proxy(new Array(length).fill(0), {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) counter.reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  return { list, counter };
}

const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
test.each<[unknown, RegExp]>([
  [null, /^changes: expected a list of 1 to 64/],
  [[], /^changes: expected a list/],
  [new Array(65).fill({ path: ['view'] }), /^changes: expected a list/],
  [[3], /^changes\[0\]: expected an object/],
  [[{ path: ['a'], extra: 1 }], /^changes\[0\]\.extra: there is no such key/],
  [[{ path: [] }], /^changes\[0\]\.path: expected a list of 1 to 16 keys/],
  [[{ path: new Array(17).fill('a') }], /^changes\[0\]\.path: expected a list/],
  [[{ path: ['view'] }, { path: ['actors', 'x'.repeat(81)] }], /^changes\[1\]\.path\[1\]: expected a name/],
  [[{ path: ['actors', '__proto__', 'x'], value: 1 }], /^changes\[0\]\.path\[1\]: expected a name/],
  [[{ path: ['actors', 'constructor'] }], /^changes\[0\]\.path\[1\]/],
  [[{ path: ['things', -1] }], /^changes\[0\]\.path\[1\]/],
  [[{ path: ['things', 0.5] }], /^changes\[0\]\.path\[1\]/],
  [[{ path: ['view'], value: JSON.parse('{"a":{"__proto__":1}}') }], /^changes\[0\]\.a\.__proto__: expected another/],
  [[{ path: ['view'], value: { a: [1, Number.NaN] } }], /^changes\[0\]\.a\.1: expected a finite number/],
  [[{ path: ['view'], value: { a: () => 0 } }], /^changes\[0\]\.a: expected JSON, got function/],
  [[{ path: ['view'], value: nested(33) }], /expected at most 32 levels/],
  [[{ path: ['view'], value: { a: new Array(1e6).fill(1) } }], /^changes\[0\]\.a: too many values/],
  [[{ path: ['view'], gesture: 'x'.repeat(100) }], /^changes\[0\]\.gesture: expected a text/],
])('changes of a stranger are refused with their place: %#', (json, reason) => {
  expect(refusalOf(decodeChanges(json))).toMatch(reason);
});

test('a million entries are refused without a look at them', () => {
  for (const put of [(list: unknown) => [{ path: ['view'], value: list }], (list: unknown) => list]) {
    const { list, counter } = countedList(1_000_000);
    expect(decodeChanges(put(list)).ok).toBe(false);
    expect(counter.reads).toBeLessThan(10);
  }
  expect(decodeChanges([{ path: ['things', 'a'], value: thing('a'), gesture: 'drag' }, { path: ['view'] }]).ok).toBe(
    true,
  );
});

const asGuest = (doc: StageDoc, path: Change['path'], value?: Json) =>
  mayChange('guest', 'b', [value === undefined ? { path } : { path, value }], doc);

test('a guest changes themselves, things, own notes, and writes as themselves', () => {
  const doc = docOf({
    things: [
      thing('tape', { author: 'a', value: 3 }),
      thing('mine', { author: 'b' }, 'note'),
      thing('other', { author: 'a' }, 'note'),
      thing('height', { author: 'a', authorName: 'Ada' }, 'measure'),
      thing('width', { author: 'b', authorName: 'Bo' }, 'measure'),
    ],
    chat: [line('c1'), line('c2', 'a', 'Ada')],
  });
  const may: [Change['path'], Json?][] = [
    [['actors', 'b', 'settings', 'name'], 'Bob'],
    [['actors', 'b', 'settings'], { name: 'Bob', role: 'guest' }],
    [['actors', 'b', 'body'], { kind: 'file', hash: 'x' }],
    [['things', 'tape', 'settings', 'value'], 4],
    [['things', 'tape']],
    [['things', 'new'], thing('new', { author: 'b' }, 'note')],
    [['things', 'model'], thing('model', {}, 'model')],
    [['things', 'mine', 'settings', 'text'], 'hello'],
    [['things', 'mine']],
    [['things', 'depth'], thing('depth', { author: 'b', authorName: 'Bo' }, 'measure')],
    [
      ['things', 'width', 'settings', 'points', 0],
      [1, 2, 3],
    ],
    [['things', 'width']],
    [['chat', 'c3'], line('c3')],
    [['chat', 'c1']],
  ];
  for (const [path, value] of may) expect(asGuest(doc, path, value), path.join('.')).toBeNull();
  const mayNot: [Change['path'], Json?][] = [
    [['actors', 'b', 'settings', 'role'], 'host'],
    [['actors', 'b', 'settings', 'muted'], false],
    [['actors', 'b', 'settings'], { name: 'Bob', role: 'guest', muted: false }],
    [['actors', 'b', 'settings'], { role: 'host' }],
    [['actors', 'b', 'settings'], { name: 'Bob' }],
    [['actors', 'b', 'settings']],
    [['actors', 'b', 'source'], { kind: 'none' }],
    [['actors', 'b']],
    [['actors', 'a', 'settings', 'name'], 'Eve'],
    [['actors', 'c'], person('Cy')],
    [['actors']],
    [['things']],
    [['things', 'tape', 'settings', 'author'], 'c'],
    [['things', 'tape'], thing('tape', { author: 'c' })],
    [['things', 'tape', 'settings']],
    [['things', 'new'], thing('new', { author: 'a' })],
    [['things', 'other', 'settings', 'text'], 'hello'],
    [['things', 'other']],
    [
      ['things', 'height', 'settings', 'points', 0],
      [1, 2, 3],
    ],
    [['things', 'height']],
    [['things', 'width', 'settings', 'authorName'], 'Ada'],
    [['things', 'depth'], thing('depth', { author: 'b', authorName: 'Ada' }, 'measure')],
    [['chat', 'c3'], line('c3', 'a', 'Ada')],
    [['chat', 'c3'], line('c3', 'b', 'Ada')],
    [['chat', 'c1', 'text'], 'never said'],
    [['chat', 'c1'], line('c1')],
    [['chat', 'c2']],
    [['ground', 'height'], 1],
    [['view'], {}],
    [['script'], { kind: 'x' }],
    [['sinks'], [{ kind: 'vmc' }]],
  ];
  for (const [path, value] of mayNot) {
    expect(asGuest(doc, path, value), path.join('.')).toMatch(/^[\w.]+: (only a host|expected)/);
    expect(mayChange('host', 'a', [value === undefined ? { path } : { path, value }], doc)).toBeNull();
  }
  expect(mayChange('watcher', 'b', [{ path: ['chat', 'c3'], value: line('c3') }], doc)).toContain('got a watcher');
});

/** A server and its clients; what is under way arrives when the test says so, each connection in its own order. */
class Net {
  ordered: OrderedDoc;
  readonly clients: { doc: SharedDoc; toServer: OwnChange[]; toClient: (OrderedChange | { refused: number })[] }[];
  refusedCount = 0;

  constructor(doc: StageDoc, count: number) {
    this.ordered = createOrderedDoc(doc);
    this.clients = Array.from({ length: count }, (_, i) => ({
      doc: new SharedDoc(`p${i}`, 0, doc),
      toServer: [],
      toClient: [],
    }));
  }

  change(at: number, changes: readonly Change[]): boolean {
    const own = this.clients[at].doc.change(changes);
    if (own.ok) this.clients[at].toServer.push(own.value);
    return own.ok;
  }

  undo(at: number): boolean {
    const own = this.clients[at].doc.undo();
    if (own !== null) this.clients[at].toServer.push(own);
    return own !== null;
  }

  /** @param refuses changes that the server refuses though they would fit */
  serve(at: number, refuses: (own: OwnChange) => boolean = () => false): void {
    const own = this.clients[at].toServer.shift();
    if (own === undefined) return;
    const next = orderChange(this.ordered, own.changes);
    if (!next.ok || refuses(own)) {
      this.refusedCount++;
      this.clients[at].toClient.push({ refused: own.id });
      return;
    }
    this.ordered = next.value;
    for (const { toClient } of this.clients) toClient.push({ ...own, by: `p${at}`, version: this.ordered.version });
  }

  deliver(at: number): void {
    const { doc, toClient } = this.clients[at];
    const message = toClient.shift();
    if (message === undefined) return;
    if ('refused' in message) doc.hearRefusal(message.refused);
    else requireDecoded(doc.hear(message));
  }

  settle(): void {
    for (const [at, client] of this.clients.entries()) while (client.toServer.length > 0) this.serve(at);
    for (const [at, client] of this.clients.entries()) while (client.toClient.length > 0) this.deliver(at);
  }
}

function randomChange(random: Random): Change {
  const pick = <T>(...choices: readonly T[]) => choices[Math.floor(random() * choices.length)];
  const id = `t${Math.floor(random() * 6)}`;
  const value = pick<Json>(1, 'two', [3], { four: 4 });
  const gesture = random() < 0.3 ? { gesture: 'drag' } : {};
  return pick<Change>(
    { path: ['things', id], value: thing(id, { value }) },
    { path: ['things', id] },
    { path: ['things', id, 'settings', 'value'], value, ...gesture },
    { path: ['things', id, 'pose', 1], value: random(), ...gesture },
    { path: ['actors', pick('a', 'b'), 'settings', pick('name', 'colour')], value },
    { path: ['actors', 'c'], value: person('Cy') },
    { path: ['actors', 'c'] },
    { path: ['chat', `c${Math.floor(random() * 1e6)}`], value: line('x') },
    { path: ['ground', 'height'], value: random(), ...gesture },
  );
}

test.each(seeds(40))('everybody ends with the document of the server, whatever the delays (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const net = new Net(docOf({ things: [thing('t0'), thing('t1')] }), 2 + Math.floor(random() * 4));
  let made = 0;
  for (let step = 0; step < 200; step++) {
    const at = Math.floor(random() * net.clients.length);
    const what = random();
    const { doc } = net.clients[at];
    if (what < 0.3) {
      const changes = Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomChange(random)).map((change) =>
        change.path[0] === 'chat' ? { path: change.path, value: line(String(change.path[1])) } : change,
      );
      const before = doc.present;
      if (net.change(at, changes)) {
        made++;
        expect(doc.present).toEqual(requireDecoded(applyChanges(before, changes)));
      } else expect(doc.present).toBe(before);
    } else if (what < 0.4) net.undo(at);
    else if (what < 0.7) net.serve(at, () => random() < 0.1);
    else net.deliver(at);
  }
  net.settle();
  for (const { doc } of net.clients) {
    expect(doc.present).toEqual(net.ordered.doc);
    expect(doc.present).toEqual(doc.confirmed);
    expect([doc.version, doc.waiting]).toEqual([net.ordered.version, []]);
  }
  expect(requireDecoded(decodeStageDoc(JSON.stringify(net.ordered.doc)))).toEqual(net.ordered.doc);
  expect(made).toBeGreaterThan(10);
  expect(net.refusedCount).toBeGreaterThan(0);
});

test('a refused change vanishes at the one who made it, and nobody else has seen it', () => {
  const net = new Net(docOf(), 2);
  net.change(0, [{ path: ['things', 'a'], value: thing('a') }]);
  net.change(0, [{ path: ['things', 'a', 'settings', 'name'], value: 'tape' }]);
  net.change(0, [{ path: ['ground', 'height'], value: 1 }]);
  net.serve(0, () => true);
  net.settle();
  for (const { doc } of net.clients) {
    expect(doc.present.things).toEqual([]);
    expect(doc.present.ground.height).toBe(1);
  }
  expect(net.refusedCount).toBe(2);
  // What was refused is not taken back either.
  expect([net.undo(0), net.undo(0)]).toEqual([true, false]);
});

const setHeight = (value: number): Change => ({ path: ['ground', 'height'], value });

test('one takes back what one did oneself, and not what others made of it since', () => {
  const net = new Net(docOf(), 2);
  const [{ doc: first }, { doc: second }] = net.clients;
  net.change(0, [setHeight(1)]);
  net.change(0, [{ path: ['view', 'mine'], value: true }]);
  net.settle();
  net.change(1, [setHeight(2)]);
  net.settle();
  net.undo(0);
  net.settle();
  expect([second.present.view, second.present.ground.height]).toEqual([{}, 2]);
  // The height is the other's by now.
  expect(net.undo(0)).toBe(false);
  net.undo(1);
  net.settle();
  expect(first.present.ground.height).toBe(1);
});

test('a gesture is taken back in one step, also while it is under way', () => {
  const net = new Net(docOf(), 2);
  for (const height of [1, 2, 3]) net.change(0, [{ ...setHeight(height), gesture: 'drag' }]);
  net.serve(0);
  net.undo(0);
  expect(net.clients[0].doc.present.ground.height).toBe(0);
  net.settle();
  expect(net.clients[1].doc.present.ground.height).toBe(0);
});

test('after a reconnect each change is taken once, and those of the time away are heard', () => {
  const doc = docOf();
  const shared = new SharedDoc('a', 0, doc);
  const own = [1, 2, 3].map((height) => requireDecoded(shared.change([setHeight(height)])));
  const hear = (version: number, one: OwnChange, by = 'a') => requireDecoded(shared.hear({ ...one, version, by }));
  expect(hear(1, own[0])).toEqual([]);
  // The answer to the second, a refusal, was lost with the connection.
  expect(hear(2, own[2])).toEqual([own[1]]);
  expect(shared.waiting).toEqual([]);
  expect(hear(2, own[2])).toEqual([]);
  expect(refusalOf(shared.hear({ ...own[0], version: 4, by: 'b' }))).toBe(
    'version: expected 3, got 4; join again without it',
  );
  const later = [4, 5].map((height) => requireDecoded(shared.change([setHeight(height)])));
  shared.load(7, requireDecoded(applyChanges(doc, [setHeight(4)])), later[0].id);
  expect(shared.waiting).toEqual([later[1]]);
  expect([shared.confirmed.ground.height, shared.present.ground.height]).toEqual([4, 5]);
});

test('what is not to be undone stays, and numbers go on where an earlier visit stopped', () => {
  const shared = new SharedDoc('a', 4, docOf(), 7);
  expect(requireDecoded(shared.change([setHeight(1)])).id).toBe(8);
  const passing = { path: ['view', 'points'], value: 'there' };
  expect(requireDecoded(shared.change([passing], false)).id).toBe(9);
  expect(shared.undo()?.changes).toEqual([setHeight(0)]);
  expect(shared.present.view).toEqual({ points: 'there' });
  expect(shared.undo()).toBeNull();
});
