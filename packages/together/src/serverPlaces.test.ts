import { expect, test } from 'vitest';
import { ServerPlaces } from './serverPlaces.js';

const tries = (places: ServerPlaces, count: number) => Array.from({ length: count }, () => places.next());

test('[NO3] where its server is gone, a page tries the others in turn, then its own again, with its token', () => {
  const places = new ServerPlaces('http://a/?people=lab&token=word');
  expect(places.next()).toBe('http://a/?people=lab&token=word');
  places.stay();
  places.hear(['http://b/', 'http://c/']);
  const [a, b, c] = ['http://a/?people=lab&token=word', 'http://b/?token=word', 'http://c/?token=word'];
  expect(tries(places, 4)).toEqual([b, c, a, b]);
  places.stay();
  // At b now: c and the page's own come first.
  expect(tries(places, 4)).toEqual([c, a, b, c]);
});

test('a server that is alone is tried again and again', () => {
  const places = new ServerPlaces('http://a/');
  expect(tries(places, 3)).toEqual(['http://a/', 'http://a/', 'http://a/']);
});
