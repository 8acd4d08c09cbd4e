import { expect, test } from 'vitest';
import { placeTourCard } from './Tour.js';

const card = { width: 300, height: 150 };
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

test.each(sizes)('the card is inside a page of $width x $height, wherever the target is', (page) => {
  for (const left of [0, page.width / 2, page.width - 40]) {
    for (const top of [0, page.height / 2, page.height - 30]) {
      const at = placeTourCard({ left, top, width: 40, height: 30 }, card, page);
      expect(at.left).toBeGreaterThanOrEqual(0);
      expect(at.top).toBeGreaterThanOrEqual(0);
      expect(at.left + card.width).toBeLessThanOrEqual(page.width);
      expect(at.top + card.height).toBeLessThanOrEqual(page.height);
    }
  }
});

test('beside a panel on the right it stands to the left of it; below a thing at the top it stands under it', () => {
  const [wide, phone] = sizes;
  const beside = placeTourCard({ left: 960, top: 70, width: 300, height: 600 }, card, wide);
  expect(beside.left + card.width).toBeLessThan(960);
  const below = placeTourCard({ left: 10, top: 60, width: 370, height: 120 }, card, phone);
  expect(below.top).toBeGreaterThan(180);
});
