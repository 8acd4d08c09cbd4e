import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allControls, refusal, type SettingsShape } from '../files/settings.js';
import { readGlossary } from '../ui/glossary/readGlossary.js';
import { rooms } from './rooms.js';

const words = new Set(
  readGlossary(readFileSync(new URL('../../../../docs/glossary.md', import.meta.url), 'utf8')).map(({ word }) => word),
);

test.each(rooms)(
  'room $id says in one line what it is for, and shows it in three steps',
  ({ purpose, tour, tryThis }) => {
    expect(purpose).toMatch(/^[A-Z].{30,110}\.$/);
    expect(tour).toHaveLength(3);
    for (const { title, text } of tour) {
      expect(title.length).toBeLessThan(30);
      expect(text).toMatch(/^[A-Z].{20,140}\.$/);
    }
    expect(tryThis.label.length).toBeLessThan(30);
    expect(tryThis.hint).toMatch(/\.$/);
  },
);

describe.each(rooms.map((room) => [room.id, room.shape as SettingsShape] as const))('room %s', (_id, shape) => {
  const controls = allControls(shape);

  test('its settings have names of their own', () => {
    const keys = Object.values(shape).flatMap((section) => Object.keys(section.controls));
    expect(controls.size).toBe(keys.length);
  });

  test('every setting begins with a value that it takes, and says what it does', () => {
    for (const [key, control] of controls) {
      expect(refusal(control, control.initial), key).toBeNull();
      expect(control.help, key).not.toBe('');
    }
  });

  test('terms that explanations lead to are words of the glossary', () => {
    const terms = [...controls.values()].flatMap(({ term }) => term ?? []);
    expect(terms.filter((term) => !words.has(term))).toEqual([]);
    expect(terms.length).toBeGreaterThan(0);
  });

  test('what a setting needs is a switch of the same room', () => {
    for (const { needs } of controls.values()) {
      if (needs !== undefined) expect(controls.get(needs)?.kind).toBe('toggle');
    }
  });
});
