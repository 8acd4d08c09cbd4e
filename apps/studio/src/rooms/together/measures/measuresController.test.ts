import { requireDecoded } from '@leib/core';
import type { PeopleRole } from '@leib/net';
import {
  type Change,
  createOrderedDoc,
  decodeStageDoc,
  mayChange,
  type OrderedDoc,
  orderChange,
  type ScenePoint,
  SharedDoc,
  valueOfMeasure,
} from '@leib/stage';
import { replayedId } from '@leib/together';
import { expect, test } from 'vitest';
import { type MarkRow, markRows, type RowOrder } from './markRows.js';
import { MeasuresController } from './measuresController.js';

const person = (name: string, role: PeopleRole) => ({ kind: 'remote', settings: { name, role } });

/** A server and the people of a room; what they change is answered at once. */
class Room {
  #ordered: OrderedDoc;
  readonly people: readonly { readonly shared: SharedDoc; readonly measures: MeasuresController; undo(): void }[];
  refused: string[] = [];
  changeCount = 0;

  constructor(roles: readonly PeopleRole[]) {
    const actors = Object.fromEntries(roles.map((role, i) => [`p${i}`, person(`Person ${i}`, role)]));
    const doc = requireDecoded(decodeStageDoc({ format: 'leib-stage/1', actors }));
    this.#ordered = createOrderedDoc(doc);
    this.people = roles.map((role, i) => {
      const me = `p${i}`;
      const shared = new SharedDoc(me, 0, doc);
      const send = (own: { readonly id: number; readonly changes: readonly Change[] }) => this.#order(me, role, own);
      const host = {
        get room() {
          return { doc: shared.present, me, role };
        },
        changeShared: (changes: readonly Change[], isUndoable = true) =>
          send(requireDecoded(shared.change(changes, isUndoable))),
      };
      const undo = () => {
        const own = shared.undo();
        if (own) send(own);
      };
      return { shared, measures: new MeasuresController(host), undo };
    });
  }

  #order(me: string, role: PeopleRole, own: { readonly id: number; readonly changes: readonly Change[] }): void {
    this.changeCount++;
    const reason = mayChange(role, me, own.changes, this.#ordered.doc);
    if (reason !== null) {
      this.refused.push(reason);
      this.people.find((_, i) => `p${i}` === me)?.shared.hearRefusal(own.id);
      return;
    }
    this.#ordered = requireDecoded(orderChange(this.#ordered, own.changes));
    for (const { shared } of this.people)
      requireDecoded(shared.hear({ ...own, by: me, version: this.#ordered.version }));
  }
}

const [a, b, c, d]: readonly ScenePoint[] = [
  [0, 0, 0],
  [3, 0, 4],
  [3, 2, 4],
  [0, 0, 1],
];

function measure(
  { measures }: Room['people'][number],
  tool: 'distance' | 'height' | 'area',
  points: readonly ScenePoint[],
) {
  measures.setTool(tool);
  for (const point of points) measures.place(point);
}

test('what one measures is the same for all, by whom and how large', () => {
  const room = new Room(['host', 'guest']);
  const [host, guest] = room.people;
  measure(guest, 'distance', [a, b]);
  measure(host, 'height', [a, c]);
  measure(host, 'area', [a, b, c]);
  host.measures.closeArea();
  for (const { measures, shared } of room.people) {
    const rows = markRows(measures, shared.present, 'name');
    expect(rows.map(({ name, text, author }) => [name, text, author])).toEqual([
      ['Area 1', '5.000 m²', 'Person 0'],
      ['Distance 1', '5.000 m', 'Person 1'],
      ['Height 1', '2.000 m', 'Person 0'],
    ]);
    expect(shared.present).toEqual(host.shared.present);
  }
  expect(room.refused).toEqual([]);
});

test('an area is closed where it began, and by no fewer than three corners', () => {
  const [{ measures }] = new Room(['host']).people;
  measures.setTool('area');
  measures.place(a);
  measures.place(b);
  measures.closeArea();
  measures.place(a);
  expect(measures.marks).toEqual([]);
  expect(measures.placed).toHaveLength(3);
  measures.undoPoint();
  measures.place(c);
  measures.place(a);
  expect(measures.marks.map(({ points }) => points)).toEqual([[a, b, c]]);
  expect(measures.placed).toEqual([]);
});

test('points are taken back one by one, then the measurement; Escape leaves points first, then the tool', () => {
  const [{ measures, undo }] = new Room(['host']).people;
  measure({ measures } as Room['people'][number], 'distance', [a, b]);
  measures.place(c);
  expect(measures.undoPoint()).toBe(true);
  expect(measures.undoPoint()).toBe(false);
  undo();
  expect(measures.marks).toEqual([]);
  measures.place(a);
  expect([measures.cancel(), measures.placed.length, measures.tool]).toEqual([true, 0, 'distance']);
  expect([measures.cancel(), measures.tool, measures.cancel()]).toEqual([true, null, false]);
});

test('guests drag, rename and remove their own; hosts everybody’s; who looks on nothing', () => {
  const room = new Room(['host', 'guest', 'watcher']);
  const [host, guest, watcher] = room.people;
  measure(host, 'distance', [a, b]);
  measure(guest, 'distance', [a, c]);
  measure(watcher, 'distance', [a, d]);
  const [ofHost, ofGuest] = host.measures.marks;
  expect(host.measures.marks).toHaveLength(2);
  expect(room.people.map(({ measures }) => [ofHost, ofGuest].map((mark) => measures.mayChange(mark)))).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
  expect(guest.measures.grab(ofHost.id, 0)).toBe(false);
  guest.measures.remove(ofHost.id);
  expect(room.refused).toHaveLength(1);
  expect(guest.measures.marks).toHaveLength(2);
  host.measures.rename(ofGuest.id, 'Lintel');
  expect(guest.measures.marks[1].name).toBe('Lintel');
  host.measures.remove(ofGuest.id);
  expect(guest.measures.marks).toHaveLength(1);
});

test('a point that is dragged goes to all at a bounded rate, arrives exactly, and is one step of undo', () => {
  const room = new Room(['host', 'guest']);
  const [host, guest] = room.people;
  measure(guest, 'distance', [a, b]);
  const [{ id }] = guest.measures.marks;
  const before = room.changeCount;
  expect(guest.measures.grab(id, 1)).toBe(true);
  for (let frame = 1; frame <= 60; frame++) {
    guest.measures.dragTo([3 + frame / 60, 0, 4]);
    guest.measures.step(frame / 60);
    expect(guest.measures.marks[0].points[1][0]).toBeCloseTo(3 + frame / 60, 4);
  }
  expect(room.changeCount - before).toBeLessThanOrEqual(9);
  expect(room.changeCount - before).toBeGreaterThanOrEqual(7);
  guest.measures.drop(false);
  expect(host.measures.marks[0].points).toEqual([a, [4, 0, 4]]);
  guest.undo();
  expect(host.measures.marks[0].points).toEqual([a, b]);
  guest.measures.grab(id, 1);
  guest.measures.dragTo(c);
  guest.measures.step(10);
  guest.measures.cancel();
  expect(host.measures.marks[0].points).toEqual([a, b]);
});

test('of a point that is dragged nothing is told any more when somebody has removed what it belongs to', () => {
  const room = new Room(['host', 'guest']);
  const [host, guest] = room.people;
  measure(guest, 'distance', [a, b]);
  guest.measures.grab(guest.measures.marks[0].id, 1);
  host.measures.remove(host.measures.marks[0].id);
  const before = room.changeCount;
  guest.measures.dragTo(c);
  guest.measures.step(10);
  guest.measures.drop(false);
  expect(room.changeCount).toBe(before);
  expect(guest.measures.isDragging).toBe(false);
});

test('the others see the tape being pulled, at a bounded rate, and that it ends', () => {
  const room = new Room(['host', 'guest']);
  const [host, guest] = room.people;
  guest.measures.setTool('distance');
  guest.measures.place(a);
  for (let frame = 1; frame <= 60; frame++) {
    guest.measures.aim = [frame / 60, 0, 0];
    guest.measures.step(frame / 60);
  }
  expect(room.changeCount).toBeLessThanOrEqual(9);
  expect(room.changeCount).toBeGreaterThanOrEqual(7);
  const [draft] = host.measures.drafts;
  expect(draft).toMatchObject({ what: 'distance', author: 'p1' });
  expect(valueOfMeasure(draft).value).toBeGreaterThan(0.85);
  guest.measures.cancel();
  guest.measures.step(1.01);
  expect(host.measures.drafts).toEqual([]);
  expect(host.shared.present.actors.p1.settings.measuring).toBeUndefined();
});

test('lists are sorted by what one asks for', () => {
  const room = new Room(['host', 'guest']);
  const [host, guest] = room.people;
  measure(host, 'distance', [a, b]);
  measure(guest, 'height', [a, c]);
  measure(host, 'distance', [a, d]);
  const order = (by: RowOrder) => markRows(host.measures, host.shared.present, by).map((row: MarkRow) => row.name);
  expect(order('kind')).toEqual(['Distance 1', 'Distance 2', 'Height 1']);
  expect(order('value')).toEqual(['Distance 1', 'Height 1', 'Distance 2']);
  expect(order('author').at(-1)).toBe('Height 1');
  expect(order('name')).toEqual(['Distance 1', 'Distance 2', 'Height 1']);
});

test('a note is where it was put, with its words', () => {
  const room = new Room(['host', 'guest']);
  const [host, guest] = room.people;
  guest.measures.setTool('note');
  guest.measures.place(b);
  guest.measures.place(c);
  guest.measures.addNote('  A crack  ', 'f'.repeat(64));
  expect(host.measures.marks).toMatchObject([
    { kind: 'note', points: [b], text: 'A crack', picture: 'f'.repeat(64), authorName: 'Person 1' },
  ]);
  expect(host.measures.csv()).toContain('A crack');
});

test('what was measured in a recorded room is listed as it was by then, beside one’s own, and nobody changes it', () => {
  const room = new Room(['host']);
  const [{ measures, shared }] = room.people;
  measures.setTool('note');
  measures.place([1, 1, 1]);
  measures.addNote('Now', null);
  const tape = {
    what: 'distance',
    points: [
      [0, 0, 0],
      [1, 0, 0],
    ],
    name: 'Door',
    author: 'p1',
    authorName: 'Ada',
    atMs: 0,
  };
  const thing = { id: replayedId('m1'), kind: 'measure', pose: [0, 0, 0, 0, 0, 0, 1], settings: tape };
  const ada = {
    ...person('Ada', 'guest'),
    settings: {
      name: 'Ada',
      measuring: {
        what: 'height',
        points: [
          [0, 0, 0],
          [0, 1, 0],
        ],
      },
    },
  };
  const docOf = (things: readonly unknown[]) =>
    requireDecoded(decodeStageDoc({ format: 'leib-stage/1', actors: { [replayedId('p1')]: ada }, things }));
  const replay = { doc: docOf([thing]) };
  const me = { doc: shared.present, me: 'p0', role: 'host' as const };
  const then = new MeasuresController({ room: me, replay, changeShared: () => expect.unreachable() });
  expect(then.marks.map(({ name }) => name)).toEqual(['Note 1', 'Door']);
  const [mine, door] = then.marks;
  expect([then.mayChange(mine), then.mayChange(door), then.grab(door.id, 0)]).toEqual([true, false, false]);
  expect(then.drafts).toMatchObject([{ what: 'height', author: replayedId('p1') }]);
  expect(then.csv()).toContain('Door');
  then.goTo(door.id);
  expect(then.takeGoal()?.name).toBe('Door');
  // Back to before it was measured.
  replay.doc = docOf([]);
  expect(then.marks.map(({ name }) => name)).toEqual(['Note 1']);
});
