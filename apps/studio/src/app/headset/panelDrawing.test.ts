import { expect, test } from 'vitest';
import { panelLetters } from './panelDrawing.js';

test('texts of the studio keep their sense in the letters of the font', () => {
  expect(panelLetters('Opening “Jürgen’s café.vrm” …')).toBe('Opening "Jürgen\'s cafe.vrm" ...');
  expect(panelLetters('0.5 m – 60 °')).toBe('0.5 m - 60 °');
  expect(panelLetters('体 Ærø')).toBe('? AEro');
});
