import { describe, expect, test } from 'vitest';
import { lettersDeg, panelColours, panelSizes } from './panelLook.js';
import { ARM_LENGTH } from './panelPlacement.js';

/** WCAG 2.1, relative luminance and contrast ratio. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(Object.entries(panelColours))('theme %s', (_, colours) => {
  test.each([
    ['text', 'card'],
    ['text', 'fill'],
    ['text', 'hover'],
    ['muted', 'card'],
    ['muted', 'fill'],
    ['onAccent', 'accent'],
    ['onDanger', 'danger'],
    ['warning', 'card'],
  ] as const)('%s on %s has a contrast of at least 4.5', (front, back) => {
    expect(contrast(colours[front], colours[back])).toBeGreaterThanOrEqual(4.5);
  });
});

test('letters are at least 1.3 degrees high and buttons at least 4 cm at arm’s length', () => {
  expect(lettersDeg(panelSizes.text, ARM_LENGTH)).toBeGreaterThan(1.3);
  // 24 mm at a metre.
  expect(panelSizes.text / ARM_LENGTH).toBeGreaterThanOrEqual(24);
  expect(panelSizes.button).toBeGreaterThanOrEqual(40);
});
