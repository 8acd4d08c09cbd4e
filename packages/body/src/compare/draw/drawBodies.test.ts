import { describe, expect, test } from 'vitest';
import { compareBodies } from '../compareBodies.js';
import { ellipsoidFigure, figureLandmarks } from '../figure.testing.js';
import { type DrawBodiesOptions, drawBodies } from './drawBodies.js';
import type { PixelImage } from './pixelImage.js';

const names = { indices: new Map(Object.entries(figureLandmarks())), vertexCount: null };
const figure = (name: string, width: number, height: number, depth: number) => ({
  name,
  surface: ellipsoidFigure(width, height, depth),
  names,
});
const { bodies } = compareBodies([figure('A', 0.6, 1.8, 0.3), figure('B', 0.4, 1.4, 0.5)]);
const draw = (options: Partial<DrawBodiesOptions> = {}, which = bodies) =>
  drawBodies(which, { view: 'front', arrangement: 'row', ...options });
const plain = draw();
/** Half the scale of automatic pictures of two bodies and of one: 200 pixels per metre. */
const halfOfPair = { resolution: { width: 348, height: 482 } };
const halfOfOne = { resolution: { width: 168, height: 442 } };

/** Area that is covered, pixels; above a row where given, so that labels do not count. */
function coveredArea({ width, pixels }: PixelImage, rows: number): number {
  let area = 0;
  for (let at = 3; at < width * rows * 4; at += 4) area += pixels[at] / 255;
  return area;
}

/** Height of the floor line from the top, pixels, in pictures of automatic size. */
const floorRow = (image: PixelImage) => image.height - Math.round(0.29 * 400);

describe('the silhouette is the body’s own', () => {
  test.each([
    ['front', 0.6],
    ['left', 0.3],
    ['back', 0.6],
  ] as const)('%s', (view, across) => {
    const image = draw({ view }, [bodies[0]]);
    const expected = (Math.PI / 4) * across * 1.8 * 400 * 400;
    expect(coveredArea(image, floorRow(image)) / expected).toBeCloseTo(1, 1.8);
  });
});

test('left is the body’s left: what points forward points left in the picture', () => {
  const { surface } = figure('nose', 0.4, 1.8, 0.4);
  const { positions } = surface;
  // Pull the navel out to the front.
  positions[(names.indices.get('BellyButton') as number) * 3 + 2] += 0.3;
  const [nosed] = compareBodies([{ name: 'nose', surface, names: null }]).bodies;
  const leftmost = ({ width, height, pixels }: PixelImage) => {
    const middle = Math.round(height * 0.45);
    let [first, last] = [-1, -1];
    for (let row = middle - 60; row < middle + 60; row++) {
      for (let x = 0; x < width; x++) {
        if (pixels[(row * width + x) * 4 + 3] === 0) continue;
        if (first < 0 || x < first) first = x;
        if (x > last) last = x;
      }
    }
    return { first: width / 2 - first, last: last - width / 2 };
  };
  const half = 0.35 * 400;
  const image = draw({ view: 'left' }, [nosed]);
  const { first, last } = leftmost(image);
  expect(first).toBeGreaterThan(half - 3);
  expect(first).toBeCloseTo(last, -1);
  // The extent is centred and the thin nose is at the left, so the trunk is right of the centre.
  const row = floorRow(image) - Math.round(0.5 * 400);
  let trunk = 0;
  while (image.pixels[(row * image.width + trunk) * 4 + 3] === 0) trunk++;
  let trunkEnd = image.width - 1;
  while (image.pixels[(row * image.width + trunkEnd) * 4 + 3] === 0) trunkEnd--;
  expect((trunk + trunkEnd) / 2).toBeGreaterThan(image.width / 2 + 40);
});

test('bodies side by side are their widths apart, stacked ones their heights, at one scale', () => {
  const row = draw({ spacing: 0.5 });
  expect(row.width).toBe(696);
  const column = draw({ arrangement: 'column', spacing: 0.5 });
  expect(column.width).toBe(336);
  expect(column.height).toBe(1712);
});

test('a resolution is kept, whatever its shape', () => {
  for (const [width, height] of [
    [640, 360],
    [360, 640],
    [64, 64],
  ]) {
    const image = draw({ resolution: { width, height } });
    expect([image.width, image.height]).toEqual([width, height]);
    expect(coveredArea(image, height)).toBeGreaterThan(width * height * 0.02);
  }
});

test('the background is nothing, paper, or paper with lines every ten centimetres', () => {
  const corner = ({ pixels }: PixelImage) => [...pixels.subarray(0, 4)];
  expect(corner(plain)).toEqual([0, 0, 0, 0]);
  expect(corner(draw({ background: 'white', ...halfOfPair }))).toEqual([255, 255, 255, 255]);
  const { width, pixels } = draw({ background: 'grid' }, [bodies[1]]);
  const lines: number[] = [];
  for (let x = 1; x < width; x++) {
    const [here, before] = [pixels[(2 * width + x) * 4], pixels[(2 * width + x - 1) * 4]];
    if (here < before - 10) lines.push(x);
  }
  expect(lines.length).toBeGreaterThan(5);
  for (let i = 1; i < lines.length; i++) expect(Math.abs(lines[i] - lines[i - 1] - 40)).toBeLessThanOrEqual(1);
});

/** Pixels of a colour by a test of red, green and blue. */
function count({ pixels }: PixelImage, test: (r: number, g: number, b: number) => boolean): number {
  let found = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] > 200 && test(pixels[at], pixels[at + 1], pixels[at + 2])) found++;
  }
  return found;
}
const isRed = (r: number, g: number, b: number) => r > 120 && g < 60 && b < 60;

test('named vertices are red dots where they can be seen', () => {
  expect(count(plain, isRed)).toBe(0);
  const front = count(draw({ hasDots: true, ...halfOfOne }, [bodies[0]]), isRed);
  const onlyBack = {
    ...bodies[0],
    names: { indices: new Map([['Back', figureLandmarks().BackBellyButton]]), vertexCount: null },
  };
  expect(front).toBeGreaterThan(15);
  expect(count(draw({ hasDots: true, ...halfOfOne }, [onlyBack]), isRed)).toBe(0);
  expect(count(draw({ hasDots: true, view: 'back', ...halfOfOne }, [onlyBack]), isRed)).toBeGreaterThan(5);
});

test('a heat map leaves the reference pale and colours the rest, with a legend', () => {
  const isHot = (r: number, _g: number, b: number) => r > b + 60;
  expect(count(plain, isHot)).toBe(0);
  const { bodies: pair } = compareBodies([figure('A', 0.6, 1.8, 0.3), figure('B', 0.7, 1.8, 0.4)]);
  const both = count(draw({ heatReference: 0, ...halfOfPair }, pair), isHot);
  const legendOnly = count(draw({ heatReference: 0, heatMax: 0.1, ...halfOfOne }, [pair[0]]), isHot);
  expect(both).toBeGreaterThan(legendOnly + 2500);
});

test('the same bodies give the same picture, and every body counts', () => {
  const [one, other] = [1, 2].map(() => draw({ background: 'grid', hasDots: true, ...halfOfPair }));
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  expect(one.pixels.findIndex((value, at) => value !== other.pixels[at])).toBe(-1);
  expect(draw({}, [bodies[0]]).pixels.length).toBeLessThan(plain.pixels.length);
});

test('names stand below their bodies, numbers beside the grid, and the heat map says its ends', () => {
  const { labels, width, height } = draw({ background: 'grid', heatReference: 0 });
  const [nameA, nameB] = ['A', 'B'].map((name) => labels.find(({ text }) => text === name));
  expect(nameA?.x).toBeLessThan(nameB?.x ?? 0);
  expect(nameA?.y).toBe(nameB?.y);
  const numbers = labels.filter(({ text, align }) => align === 'end' && /^\d+$/.test(text));
  expect(numbers.map(({ text }) => text)).toEqual(['0', '50', '100', '150']);
  for (let i = 1; i < numbers.length; i++) expect(numbers[i].y).toBeCloseTo(numbers[i - 1].y - 200, 6);
  expect(labels.at(-1)?.text).toMatch(/^\d+ cm$/);
  for (const { x, y } of labels) expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
});
