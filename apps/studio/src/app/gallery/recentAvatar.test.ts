import { defaultLooks, galleryPeople } from '@leib/body';
import { expect, test } from 'vitest';
import { addRecent, decodeRecent, encodeRecent, personOfBody, type RecentAvatar } from './recentAvatar.js';

const avatar = (id: string, byteCount = 1): RecentAvatar => ({
  id,
  name: id,
  fileName: `${id}.vrm`,
  body: null,
  byteCount,
  wornAtMs: 0,
  picture: '',
});

const ids = (list: readonly RecentAvatar[]) => list.map(({ id }) => id).join('');

test('the last worn is first, and once only', () => {
  const { kept, dropped } = addRecent([avatar('a'), avatar('b'), avatar('c')], avatar('b'));
  expect([ids(kept), ids(dropped)]).toEqual(['bac', '']);
});

test('too many or too large: the longest unworn go, the new one stays whatever its size', () => {
  const list = ['a', 'b', 'c', 'd'].map((id) => avatar(id, 10));
  const few = addRecent(list, avatar('x', 10), { count: 3, bytes: 1000 });
  expect([ids(few.kept), ids(few.dropped)]).toEqual(['xab', 'cd']);
  const small = addRecent(list, avatar('x', 25), { count: 8, bytes: 45 });
  expect([ids(small.kept), ids(small.dropped)]).toEqual(['xab', 'cd']);
  const huge = addRecent(list, avatar('x', 500), { count: 8, bytes: 45 });
  expect([ids(huge.kept), ids(huge.dropped)]).toEqual(['x', 'abcd']);
});

test('a card survives the database; a picture that is no picture is refused', () => {
  const body = { name: 'Me', sex: 'female', betas: [0.5], looks: defaultLooks } as const;
  const card: RecentAvatar = { ...avatar('a'), body, picture: 'data:image/webp;base64,AAAA' };
  expect(decodeRecent(encodeRecent(card))).toEqual({ ok: true, value: card });
  expect(decodeRecent(encodeRecent({ ...card, picture: 'https://example.org/x.png' })).ok).toBe(false);
});

test('a person of the gallery is known again, a changed one is not', () => {
  const [ada] = galleryPeople;
  expect(personOfBody(ada)).toBe(ada.id);
  expect(personOfBody({ ...ada, betas: [0] })).toBeNull();
});
