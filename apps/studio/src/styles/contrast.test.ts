import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Colours of the themes, by the names in base.css. */
const css = readFileSync(new URL('./base.css', import.meta.url), 'utf8');
const themes = Object.fromEntries(
  (['dark', 'light'] as const).map((theme) => {
    const block = css.match(new RegExp(`:root\\[data-theme="${theme}"\\] \\{([^}]*)\\}`))?.[1] ?? '';
    const pairs = [...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, readColour(value)]);
    return [theme, Object.fromEntries(pairs) as Record<string, Colour>];
  }),
);

type Colour = readonly [red: number, green: number, blue: number, opacity: number];

/** #rrggbb, or rgb(r g b / n%). */
function readColour(text: string): Colour {
  const hex = text.match(/^#(..)(..)(..)$/);
  if (hex) return [...hex.slice(1, 4).map((part) => Number.parseInt(part, 16)), 1] as unknown as Colour;
  const [red, green, blue, percent] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, percent / 100];
}

/** Layers on each other, the lowest first. */
function blend(...layers: readonly Colour[]): Colour {
  return layers.reduce(([r, g, b], [red, green, blue, opacity]) => {
    const mix = (below: number, above: number) => below + (above - below) * opacity;
    return [mix(r, red), mix(g, green), mix(b, blue), 1];
  });
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(a: Colour, b: Colour): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Text on what lies below it, as the styles use them. */
const texts: readonly (readonly [text: string, layers: readonly string[]])[] = [
  ...['text', 'muted', 'accent', 'danger', 'warning', 'disabled'].flatMap(
    (text) =>
      [
        [text, ['card-solid']],
        [text, ['ground', 'card']],
        [text, ['card-solid', 'fill']],
      ] as const,
  ),
  ...['text', 'muted', 'accent'].map((text) => [text, ['card-solid', 'fill-strong']] as const),
  ['text', ['ground']],
  ['muted', ['ground']],
  ['text', ['ground', 'fill-strong']],
  ['on-accent', ['accent']],
  ['on-accent', ['accent-hover']],
];

test.each(['dark', 'light'] as const)(
  'in the %s theme every text has a contrast of 4.5 to what is below it',
  (theme) => {
    const colours = themes[theme];
    const poor = texts
      .map(([text, layers]) => {
        const below = blend(...layers.map((name) => colours[name]));
        return { text, layers: layers.join(' + '), contrast: contrast(blend(below, colours[text]), below) };
      })
      .filter(({ contrast }) => !(contrast >= 4.5));
    expect(poor).toEqual([]);
  },
);

test.each(['dark', 'light'] as const)(
  'in the %s theme the focus ring has a contrast of 3 to what it stands on',
  (theme) => {
    const { accent, ground, 'card-solid': card } = themes[theme];
    expect(Math.min(contrast(accent, ground), contrast(accent, card))).toBeGreaterThan(3);
  },
);
