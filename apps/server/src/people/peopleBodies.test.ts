import { requireDecoded } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { createPersonUpdate, decodePeople, encodePerson, PeopleWriter, readPerson } from '@leib/net';
import { expect, test } from 'vitest';
import { personAt } from './people.testing.js';
import { type BodySlot, MOST_PEOPLE, PeopleBodies } from './peopleBodies.js';

const DT = 1 / 60;

/** People at places; each tick all of them send, and all get what is theirs. */
function crowd(places: readonly number[], budget?: number, rest: Parameters<typeof personAt>[2] = {}) {
  const bodies = new PeopleBodies(budget);
  const slots = places.map((_, index) => bodies.join(index + 1) as BodySlot);
  const updates = places.map((x) => personAt(x, 0, rest));
  const writer = new PeopleWriter();
  /** Who gets what in a tick: by receiver, the numbers of those sent, their forms, and bytes. */
  const tick = (sending: (index: number) => boolean = () => true, receivers = slots.length) => {
    for (const [index, slot] of slots.entries()) if (sending(index)) bodies.hear(slot, updates[index]);
    bodies.step(DT);
    return slots.slice(0, receivers).map((slot) => {
      bodies.write(slot, writer, DT);
      const message = writer.end(bodies.tick, 0);
      const { people } = requireDecoded(decodePeople(message));
      const update = createPersonUpdate();
      const parts = people.map(({ from }) => {
        readPerson(message, from, update);
        return `${update.hasFingers ? 'fingers' : ''}${update.hasFace ? 'face' : ''}`;
      });
      return { ids: people.map(({ id }) => id), parts, bytes: people.length === 0 ? 0 : message.length };
    });
  };
  return { bodies, slots, tick };
}

test('[LV2] the nearer somebody is, the more often and the more of them is sent', () => {
  const { tick } = crowd([0, 4, 9, 19, 40], 10_000_000, { form: 'pose', hasFace: true });
  const seen = new Map<number, { ticks: number[]; parts: Set<string> }>();
  for (let number = 0; number < 80; number++) {
    const [{ ids, parts }] = tick(undefined, 1);
    for (const [index, id] of ids.entries()) {
      const one = seen.get(id) ?? { ticks: [], parts: new Set() };
      one.ticks.push(number);
      seen.set(id, { ...one, parts: one.parts.add(parts[index]) });
    }
  }
  const figures = [...seen].map(([id, { ticks, parts }]) => [id, ticks.length, [...parts].join()]);
  expect(figures).toEqual([
    [2, 80, 'fingersface'],
    [3, 40, 'fingers'],
    [4, 20, ''],
    [5, 10, ''],
  ]);
});

test('[LV2] who has no place is near to all, and the others still see one another', () => {
  const bodies = new PeopleBodies();
  const [watcher, first] = [1, 2].map((id) => bodies.join(id) as BodySlot);
  const far = bodies.join(3) as BodySlot;
  const writer = new PeopleWriter();
  let count = 0;
  for (let number = 0; number < 16; number++) {
    bodies.hear(first, personAt(0));
    bodies.hear(far, personAt(100));
    bodies.step(DT);
    bodies.write(watcher, writer, DT);
    count += writer.count;
  }
  expect(count).toBe(32);
});

test('[PL1] who has sent nothing new is not in it, and nobody gets themselves', () => {
  const { tick } = crowd([0, 1, 2]);
  expect(tick().map(({ ids }) => ids)).toEqual([
    [2, 3],
    [1, 3],
    [2, 1],
  ]);
  expect(tick((index) => index === 1).map(({ ids }) => ids)).toEqual([[2], [], [2]]);
  expect(tick(() => false).every(({ bytes }) => bytes === 0)).toBe(true);
});

test('[PL4] who comes later, or was left out, gets the newest', () => {
  const { bodies, slots, tick } = crowd([0, 1]);
  tick();
  const late = bodies.join(9) as BodySlot;
  const writer = new PeopleWriter();
  bodies.write(late, writer, DT);
  expect(writer.count).toBe(2);
  bodies.leave(slots[1]);
  const next = bodies.join(10) as BodySlot;
  expect(next.index).toBe(slots[1].index);
  bodies.hear(next, personAt(3));
  bodies.step(DT);
  bodies.write(slots[0], writer, DT);
  const message = writer.end(0, 0);
  expect(requireDecoded(decodePeople(message)).people.map(({ id }) => id)).toEqual([10]);
});

test.each(seeds(20))('[PL4] who is near gets every update in order, though timers are late (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const bodies = new PeopleBodies();
  const [sender, receiver] = [1, 2].map((id) => bodies.join(id) as BodySlot);
  const person = createPersonUpdate();
  const writer = new PeopleWriter();
  const got: number[] = [];
  bodies.hear(receiver, personAt(0));
  // Up to 15 ms late, either of them: none, one or two updates in a tick.
  const late = (number: number) => number + random() * 0.9;
  const counts = new Set<number>();
  let [sent, nextAt] = [0, late(0)];
  for (let tick = 1; tick <= 600; tick++) {
    const before = sent;
    for (const tickAt = late(tick); nextAt < tickAt; nextAt = late(sent)) {
      person.sequence = sent++ & 255;
      bodies.hear(sender, encodePerson(person));
    }
    counts.add(sent - before);
    bodies.step(DT);
    bodies.write(receiver, writer, DT);
    if (writer.count === 0) continue;
    const message = writer.end(tick, 0);
    for (const { from } of requireDecoded(decodePeople(message)).people) {
      readPerson(message, from, person);
      got.push(person.sequence);
    }
  }
  expect(counts).toEqual(new Set([0, 1, 2]));
  expect(got.every((sequence, index) => index === 0 || sequence === ((got[index - 1] + 1) & 255))).toBe(true);
  expect(sent - got.length).toBeLessThanOrEqual(1);
});

test('[PL4] from afar, and to who missed a tick, the newest alone goes', () => {
  for (const [x, misses] of [
    [9, false],
    [1, true],
  ] as const) {
    const { bodies, slots, tick } = crowd([0, x]);
    for (let number = 0; number < 3; number++) tick();
    if (misses) {
      bodies.hear(slots[1], personAt(x));
      bodies.step(DT);
    }
    for (let again = 0; again < 2; again++) bodies.hear(slots[1], personAt(x));
    const seen = [tick(() => false)[0].ids, tick(() => false)[0].ids];
    expect(seen.flat()).toEqual([2]);
  }
});

test('[LV1] bytes that are no person are refused, and the last body stays', () => {
  const { bodies, slots, tick } = crowd([0, 1]);
  tick();
  for (const bytes of [new Uint8Array(0), personAt(1).slice(0, -1), new Uint8Array(4000)]) {
    expect(bodies.hear(slots[1], bytes)).toBe(false);
  }
  expect(tick(() => false)[0].ids).toEqual([]);
});

test.each(seeds(12))(
  '[LV3][LV4] the budget holds, the nearest is in every tick, nobody is left out (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const count = 20 + Math.floor(random() * 180);
    const budget = 64_000 + Math.floor(random() * 400_000);
    const spread = 5 + random() * 100;
    const places = Array.from({ length: count }, () => (random() - 0.5) * spread);
    const { tick } = crowd(places, budget, random() < 0.5 ? { form: 'pose', hasFace: true } : {});
    const [own] = places;
    const distances = places.map((x, index) => (index === 0 ? Number.POSITIVE_INFINITY : Math.abs(x - own)));
    const nearest = distances.indexOf(Math.min(...distances)) + 1;
    const nearestTicks = distances[nearest - 1] < 5 ? 1 : distances[nearest - 1] < 10 ? 2 : 8;
    const [lastSeen, longest] = [new Map<number, number>(), new Map<number, number>()];
    let [bytes, nearestCount] = [0, 0];
    const ticks = 600;
    for (let number = 0; number < ticks; number++) {
      const [{ ids, bytes: more }] = tick(undefined, 1);
      bytes += more;
      if (ids.includes(nearest)) nearestCount++;
      for (const id of ids) {
        longest.set(id, Math.max(longest.get(id) ?? 0, number - (lastSeen.get(id) ?? -1)));
        lastSeen.set(id, number);
      }
    }
    expect(bytes).toBeLessThan((budget * ticks) / 60 + budget * 0.1 + 400);
    expect(nearestCount).toBeGreaterThanOrEqual(Math.floor(ticks / nearestTicks));
    expect(lastSeen.size).toBe(count - 1);
    // All of them at the last level fit the budget so many times over; fair shares are within four times of that.
    const fairTicks = Math.max(8, (count * 103 * 60) / (budget - 400 * 60));
    expect(Math.max(...longest.values())).toBeLessThan(4 * fairTicks);
  },
);

test('[LV3] those at the same distance get the same', () => {
  const { tick } = crowd([0, ...Array.from({ length: 99 }, (_, i) => (i % 2 ? 3 : -3))], 100_000);
  const counts = new Map<number, number>();
  for (let number = 0; number < 600; number++)
    for (const id of tick(undefined, 1)[0].ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  // The first one, the nearest by being the first of equals, is in every tick.
  const others = [...counts].filter(([, count]) => count < 600).map(([, count]) => count);
  expect(others.length).toBe(98);
  expect(Math.min(...others)).toBeGreaterThan(100);
  expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(4);
});

test('[LV3] when there is room again, all come back to their level', () => {
  const { tick } = crowd([0, ...Array.from({ length: 60 }, () => 3)], 60_000);
  for (let number = 0; number < 120; number++) tick(undefined, 1);
  const few = (index: number) => index < 5;
  for (let number = 0; number < 400; number++) tick(few, 1);
  expect(tick(few, 1)[0].ids).toEqual([2, 3, 4, 5]);
});

test('[PR6] there are as many as a document has actors', () => {
  const bodies = new PeopleBodies();
  for (let id = 1; id <= MOST_PEOPLE; id++) expect(bodies.join(id)).not.toBeNull();
  expect(bodies.join(999)).toBeNull();
});
