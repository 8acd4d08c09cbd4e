import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { chooseSpeakers, voiceReach } from './chooseSpeakers.js';

const crowd = (seed: number, count = 60) => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i) => ({ id: `p${i}`, metres: random() * 30 }));
};

test.each(seeds(20))('the nearest twelve within reach are heard (seed %i)', (seed) => {
  const people = crowd(seed);
  const chosen = chooseSpeakers(people, new Set());
  const nearest = people.filter(({ metres }) => metres < voiceReach.silentAt).sort((a, b) => a.metres - b.metres);
  expect([...chosen]).toEqual(nearest.slice(0, voiceReach.most).map(({ id }) => id));
});

test.each(seeds(20))('who trembles about a border does not come and go (seed %i)', (seed) => {
  const random = seededRandom(seed + 1000);
  const people = crowd(seed);
  let chosen = chooseSpeakers(people, new Set());
  const first = [...chosen].toSorted();
  for (let i = 0; i < 50; i++) {
    const moved = people.map(({ id, metres }) => ({ id, metres: metres * (0.96 + 0.08 * random()) }));
    chosen = chooseSpeakers(moved, chosen);
    expect([...chosen].toSorted().length).toBe(first.length);
    const newcomers = [...chosen].filter((id) => !first.includes(id));
    expect(newcomers).toEqual([]);
  }
});
