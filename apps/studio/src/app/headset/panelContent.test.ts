import { expect, test } from 'vitest';
import { type PanelPage, sheetOf, slots } from './panelContent.js';

const page = (count: number, note = ''): PanelPage => ({
  id: 'page',
  label: 'Page',
  card: null,
  note,
  items: Array.from({ length: count }, (_, i) => ({ id: `${i}`, label: `${i}`, run: () => {} })),
});

test.each([0, 1, 6, 7, 8, 9, 15, 40])(
  '%i buttons are all reached, sheet by sheet, and never more than fit',
  (count) => {
    for (const note of ['', 'A sentence.']) {
      const most = note ? slots.withNote : slots.alone;
      const seen = new Set<string>();
      for (let sheet = 0; sheet < 20; sheet++) {
        const items = sheetOf(page(count, note), sheet, () => {});
        expect(items.length).toBeLessThanOrEqual(most);
        for (const { id } of items) if (id !== 'more') seen.add(id);
      }
      expect(seen.size).toBe(count);
    }
  },
);
