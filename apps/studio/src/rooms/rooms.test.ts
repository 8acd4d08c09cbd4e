import { expect, test } from 'vitest';
import { initialValues } from '../files/settings.js';
import { rooms } from './rooms.js';

test('rooms without the person’s body have nobody solved who is not seen', () => {
  for (const { id, docOf, shape } of rooms.filter((room) => room.still)) {
    const { actors } = docOf(initialValues(shape));
    expect([id, Object.values(actors).filter(({ kind }) => kind === 'person')]).toEqual([id, []]);
  }
});
