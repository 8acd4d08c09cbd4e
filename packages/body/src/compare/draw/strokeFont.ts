/** One stroke: corners x y x y ... of a line, flat. */
export type Stroke = Float64Array;

interface Glyph {
  readonly width: number;
  readonly strokes: readonly Stroke[];
}

/** Height of capitals in the font's own unit; lower case is 7 high and reaches 3 below the line. */
export const CAP_HEIGHT = 10;
export const DESCENT = 3;
/** Space between two letters, and the width of a blank. */
const LETTER_GAP = 2.1;
const blankWidth = 3.2;

/**
 * Letters as pen strokes: `x y x y ...` is a line through corners, `@x y rx ry from to` an arc of an ellipse around x y
 * from one angle to another, degrees, counter-clockwise from the right where `to` is larger. A line of one point is a
 * dot. Drawn for this project.
 */
const shapes: Readonly<Record<string, readonly string[]>> = {
  A: ['0 0 3.2 10 6.4 0', '1.1 3.4 5.3 3.4'],
  B: ['3 5.2 0 5.2 0 10 3 10', '@3 7.6 2.4 2.4 90 -90', '0 5.2 0 0 3.2 0', '@3.2 2.6 2.7 2.6 90 -90'],
  C: ['@3.6 5 3.6 5 48 312'],
  D: ['2.6 0 0 0 0 10 2.6 10', '@2.6 5 3.7 5 90 -90'],
  E: ['5 10 0 10 0 0 5 0', '0 5.2 4.3 5.2'],
  F: ['5 10 0 10 0 0', '0 5.2 4.3 5.2'],
  G: ['@3.6 5 3.6 5 48 355', '3.9 4.6 7.2 4.6'],
  H: ['0 0 0 10', '6 0 6 10', '0 5.2 6 5.2'],
  I: ['0 0 0 10'],
  J: ['3.8 10 3.8 2.4', '@1.9 2.4 1.9 2.4 0 -165'],
  K: ['0 0 0 10', '5.6 10 0 4', '2.2 6.3 6 0'],
  L: ['0 10 0 0 4.8 0'],
  M: ['0 0 0 10 3.7 3 7.4 10 7.4 0'],
  N: ['0 0 0 10 6 0 6 10'],
  O: ['@3.7 5 3.7 5 0 360'],
  P: ['0 0 0 10 3 10', '@3 7.2 2.8 2.8 90 -90', '3 4.4 0 4.4'],
  Q: ['@3.7 5 3.7 5 0 360', '4.6 2.6 7.2 -0.6'],
  R: ['0 0 0 10 3 10', '@3 7.2 2.8 2.8 90 -90', '3 4.4 0 4.4', '3 4.4 6 0'],
  S: ['@3 7.5 2.7 2.5 30 270', '@3 2.5 3 2.5 90 -150'],
  T: ['0 10 6.2 10', '3.1 10 3.1 0'],
  U: ['0 10 0 3.1', '@3 3.1 3 3.1 180 360', '6 3.1 6 10'],
  V: ['0 10 3.2 0 6.4 10'],
  W: ['0 10 2.3 0 4.6 9.2 6.9 0 9.2 10'],
  X: ['0 0 6 10', '0 10 6 0'],
  Y: ['0 10 3.1 4.8 6.2 10', '3.1 4.8 3.1 0'],
  Z: ['0.2 10 5.8 10 0 0 6 0'],
  a: ['@2.6 3.5 2.6 3.5 0 360', '5.2 7 5.2 0'],
  b: ['0 10.4 0 0', '@2.6 3.5 2.6 3.5 0 360'],
  c: ['@2.7 3.5 2.7 3.5 48 312'],
  d: ['5.2 10.4 5.2 0', '@2.6 3.5 2.6 3.5 0 360'],
  e: ['0 3.7 5.4 3.7', '@2.7 3.5 2.7 3.5 3 318'],
  f: ['@3.1 8.3 1.8 2.1 65 180', '1.3 8.3 1.3 0', '0 6.8 3.3 6.8'],
  g: ['@2.6 3.5 2.6 3.5 0 360', '5.2 7 5.2 -0.6', '@2.7 -0.6 2.5 2.4 0 -150'],
  h: ['0 10.4 0 0', '@2.4 4.5 2.4 2.5 180 0', '4.8 4.5 4.8 0'],
  i: ['0 7 0 0', '0 9.8'],
  j: ['1.4 7 1.4 -1.2', '@0 -1.2 1.4 1.8 0 -90', '1.4 9.8'],
  k: ['0 10.4 0 0', '4.4 7 0 2.6', '1.7 4.3 4.8 0'],
  l: ['0 10.4 0 0'],
  m: ['0 7 0 0', '@2 4.9 2 2.1 180 0', '4 4.9 4 0', '@6 4.9 2 2.1 180 0', '8 4.9 8 0'],
  n: ['0 7 0 0', '@2.4 4.5 2.4 2.5 180 0', '4.8 4.5 4.8 0'],
  o: ['@2.7 3.5 2.7 3.5 0 360'],
  p: ['0 7 0 -3', '@2.6 3.5 2.6 3.5 0 360'],
  q: ['5.2 7 5.2 -3', '@2.6 3.5 2.6 3.5 0 360'],
  r: ['0 7 0 0', '@2.4 4.3 2.4 2.7 180 75'],
  s: ['@2.1 5.25 1.9 1.75 30 270', '@2.1 1.75 2.1 1.75 90 -150'],
  t: ['1.3 9.4 1.3 1.8', '@3 1.8 1.7 1.8 180 295', '0 7 3.5 7'],
  u: ['0 7 0 2.5', '@2.4 2.5 2.4 2.5 180 360', '4.8 7 4.8 0'],
  v: ['0 7 2.5 0 5 7'],
  w: ['0 7 1.8 0 3.6 6.4 5.4 0 7.2 7'],
  x: ['0 0 4.6 7', '0 7 4.6 0'],
  y: ['0 7 2.5 0.3', '5 7 2.1 -1.4', '@0.7 -0.9 1.5 2 -20 -100'],
  z: ['0.1 7 4.4 7 0 0 4.5 0'],
  '0': ['@2.8 5 2.8 5 0 360'],
  '1': ['0.2 8 2.4 10 2.4 0'],
  '2': ['@2.6 7.3 2.6 2.7 165 -35', '4.73 5.75 0 0 5.4 0'],
  '3': ['@2.4 7.6 2.3 2.4 150 -90', '@2.4 2.6 2.8 2.6 90 -150'],
  '4': ['4.2 0 4.2 10 0 3 5.8 3'],
  '5': ['4.8 10 0.8 10 0.4 5.3', '@2.4 3.2 2.9 3.2 130 -145'],
  '6': ['@2.7 3.1 2.7 3.1 0 360', '4.2 10 0.35 4.6'],
  '7': ['0 10 5.2 10 1.6 0'],
  '8': ['@2.7 7.6 2.3 2.4 0 360', '@2.7 2.6 2.7 2.6 0 360'],
  '9': ['@2.7 6.9 2.7 3.1 0 360', '5.05 5.4 1.2 0'],
  '.': ['0 0.1'],
  ',': ['0.5 0.2 0 -1.6'],
  ':': ['0 0.4', '0 5.8'],
  ';': ['0.5 0.2 0 -1.6', '0.5 5.8'],
  '-': ['0 4.2 3.6 4.2'],
  '–': ['0 4.2 5.4 4.2'],
  _: ['0 -1.4 5.2 -1.4'],
  '+': ['0 4.4 5 4.4', '2.5 6.9 2.5 1.9'],
  '=': ['0 5.6 5 5.6', '0 3 5 3'],
  '(': ['@2.8 4 2.8 7 125 235'],
  ')': ['@-0.8 4 2.8 7 55 -55'],
  '[': ['2 11 0 11 0 -2 2 -2'],
  ']': ['0 11 2 11 2 -2 0 -2'],
  '/': ['0 -1.4 4.2 11'],
  '\\': ['0 11 4.2 -1.4'],
  '|': ['0 11 0 -2'],
  "'": ['0 10.4 0 7.9'],
  '’': ['0.5 10.4 0 8.1'],
  '"': ['0 10.4 0 7.9', '1.9 10.4 1.9 7.9'],
  '!': ['0 10 0 3', '0 0.1'],
  '?': ['@2.3 7.6 2.3 2.4 165 -55', '3.6 5.6 2.4 4.6 2.3 3', '2.3 0.1'],
  '%': ['0.4 0 6.6 10', '@1.5 8.3 1.5 1.7 0 360', '@5.5 1.7 1.5 1.7 0 360'],
  '&': ['6.2 0 1.2 6.6', '@2.6 8 1.8 2 205 -45', '3.9 6.6 1 4.3', '@2.4 2.4 2.4 2.4 125 300', '3.6 0.4 6 4.2'],
  '#': ['1.6 0 2.8 10', '4.4 0 5.6 10', '0.4 6.8 6.8 6.8', '0 3.2 6.4 3.2'],
  '*': ['1.9 10 1.9 5.4', '0 8.8 3.8 6.6', '0 6.6 3.8 8.8'],
  '<': ['4.6 7.4 0 4.4 4.6 1.4'],
  '>': ['0 7.4 4.6 4.4 0 1.4'],
  '~': ['@1.3 4 1.3 1 180 0', '@3.9 4 1.3 1 180 360'],
  '°': ['@1.4 8.6 1.4 1.4 0 360'],
  '@': ['@3.6 4 1.8 2 0 360', '5.4 6 5.4 3', '@6.4 3 1 1 180 360', '@4 4 4 5 0 300'],
  $: ['@3 7.2 2.5 2.1 30 270', '@3 2.7 2.8 2.4 90 -150', '3 11 3 -1'],
  β: ['0 -3 0 7.6', '@2.3 7.6 2.3 2.4 180 -90', '@2.3 2.6 2.9 2.6 90 -180'],
  '→': ['0 4.4 7 4.4', '4.6 7 7 4.4 4.6 1.8'],
  '×': ['0.4 2 4.6 6.6', '0.4 6.6 4.6 2'],
  '±': ['0 5 5 5', '2.5 7.4 2.5 2.6', '0 0.6 5 0.6'],
};

/** Diacritics above a letter, by their code in Unicode's decomposed form. */
const marks: Readonly<Record<string, readonly string[]>> = {
  '\u0308': ['-1.3 0', '1.3 0'],
  '\u0301': ['-0.8 -0.7 0.9 0.9'],
  '\u0300': ['0.8 -0.7 -0.9 0.9'],
  '\u0302': ['-1.5 -0.6 0 0.8 1.5 -0.6'],
  '\u0303': ['@-0.8 -0.2 0.8 0.7 180 0', '@0.8 -0.2 0.8 0.7 180 360'],
  '\u030a': ['@0 0.4 1 1 0 360'],
};

/** Letters that are replaced by others. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  '—': '–',
  '−': '–',
  '‘': "'",
};

const unknown: Glyph = { width: 4.4, strokes: ['0 0 4.4 0 4.4 10 0 10 0 0'].map(strokeOf) };
const glyphs = new Map<string, Glyph>(
  Object.entries(shapes).map(([char, lines]) => [char, glyphOf(lines.map(strokeOf))]),
);
const markStrokes = new Map<string, readonly Stroke[]>(
  Object.entries(marks).map(([char, lines]) => [char, lines.map(strokeOf)]),
);

/** A line of text as strokes; it begins at the origin, y upwards. */
export interface TextStrokes {
  readonly width: number;
  readonly strokes: readonly Stroke[];
}

/** Lays out a line of text; characters that the font lacks become boxes. */
export function layOutText(text: string): TextStrokes {
  const strokes: Stroke[] = [];
  let x = 0;
  let last: { readonly glyph: Glyph; readonly x: number; readonly top: number } | null = null;
  const plain = Array.from(text, (char) => spelled[char] ?? char).join('');
  for (const char of plain.normalize('NFD')) {
    const mark = markStrokes.get(char);
    if (mark !== undefined) {
      if (last !== null)
        for (const stroke of mark) strokes.push(moved(stroke, last.x + last.glyph.width / 2, last.top + 2));
      continue;
    }
    if (/\p{M}/u.test(char)) continue;
    if (/\s/u.test(char)) {
      x += blankWidth;
      last = null;
      continue;
    }
    const glyph = glyphs.get(char) ?? unknown;
    for (const stroke of glyph.strokes) strokes.push(moved(stroke, x, 0));
    last = { glyph, x, top: /\p{Lu}/u.test(char) ? CAP_HEIGHT : 7 };
    x += glyph.width + LETTER_GAP;
  }
  return { width: Math.max(0, x - (last === null ? 0 : LETTER_GAP)), strokes };
}

function glyphOf(strokes: readonly Stroke[]): Glyph {
  let width = 0;
  for (const stroke of strokes) for (let at = 0; at < stroke.length; at += 2) width = Math.max(width, stroke[at]);
  return { width, strokes };
}

function strokeOf(line: string): Stroke {
  if (!line.startsWith('@')) return Float64Array.from(line.split(' '), Number);
  const [x, y, rx, ry, fromDeg, toDeg] = line.slice(1).split(' ').map(Number);
  const pieceCount = Math.ceil(Math.abs(toDeg - fromDeg) / 12);
  const stroke = new Float64Array((pieceCount + 1) * 2);
  for (let piece = 0; piece <= pieceCount; piece++) {
    const angle = ((fromDeg + ((toDeg - fromDeg) * piece) / pieceCount) * Math.PI) / 180;
    stroke[piece * 2] = x + rx * Math.cos(angle);
    stroke[piece * 2 + 1] = y + ry * Math.sin(angle);
  }
  return stroke;
}

function moved(stroke: Stroke, x: number, y: number): Stroke {
  return stroke.map((value, i) => value + (i % 2 === 0 ? x : y));
}
