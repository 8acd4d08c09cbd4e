import { expect, test } from 'vitest';
import { spreadsheetText, textOfSpreadsheet } from './spreadsheetText.js';

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＠a', "'=1", "''=1"])(
  '%j is no formula in a table, and comes back',
  (text) => {
    expect(spreadsheetText(text)).toBe(`'${text}`);
    expect(textOfSpreadsheet(spreadsheetText(text))).toBe(text);
  },
);

test.each(['', 'a', 'a=1', "'a", "O'Neill", ' b'])('%j stays as it is', (text) => {
  expect(spreadsheetText(text)).toBe(text);
  expect(textOfSpreadsheet(text)).toBe(text);
});
