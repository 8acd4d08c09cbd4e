import type { Thing } from '@leib/stage';

/** A side of a box, as the picture has it. */
interface BoxFace {
  readonly id: string;
  readonly points: string;
  /** 0 to 1: sides that face up are the lightest. */
  readonly light: number;
  readonly kind: 'panel' | 'target' | 'side' | 'mark';
}

interface BoxDrawing {
  /** The farthest first. */
  readonly faces: readonly BoxFace[];
  /** On panels, in the order of a right-handed participant. */
  readonly numbers: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  /** Around all of it: left, top, width, height. */
  readonly frame: readonly [number, number, number, number];
}

type Point = readonly [number, number, number];

/** Behind the participant's head, looking ahead and down: they face +z. */
const EYE: Point = [0, 2.1, -0.9];
const DOWN = 0.5;
const ZOOM = 400;
/** Around what is drawn, a share of its width. */
const MARGIN = 0.12;

/** Boxes of a task as they stand before the participant; without faces where there is no scene. */
export function drawBoxes(things: readonly Thing[]): BoxDrawing {
  const faces: (BoxFace & { readonly depth: number })[] = [];
  const numbers: BoxDrawing['numbers'][number][] = [];
  const [least, most] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const { id = '', kind, pose, settings } of things) {
    const { size } = settings;
    if (kind === 'floor' || !Array.isArray(size)) continue;
    const [wide, high, deep] = kind === 'mark' ? [Number(size[0]), 0, Number(size[1])] : size.map(Number);
    const at: Point = [pose[0], pose[1], pose[2]];
    for (const { corners, light } of sidesOf(at, [wide, high, deep])) {
      const seen = corners.map(project);
      for (const point of seen)
        for (const k of [0, 1]) {
          least[k] = Math.min(least[k], point[k]);
          most[k] = Math.max(most[k], point[k]);
        }
      const depth = seen.reduce((sum, [, , far]) => sum + far, 0) / seen.length;
      const points = seen.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
      faces.push({ id, light, kind: lookOf(id, kind), depth, points });
    }
    const number = /^[a-z]+(\d+)-panel$/.exec(id);
    const [x, y] = project(at);
    if (number) numbers.push({ text: number[1], x, y });
  }
  const edge = MARGIN * (most[0] - least[0]);
  return {
    faces: faces.sort((a, b) => b.depth - a.depth),
    numbers,
    frame: [least[0] - edge, least[1] - edge, most[0] - least[0] + 2 * edge, most[1] - least[1] + 2 * edge],
  };
}

function lookOf(id: string, kind: string): BoxFace['kind'] {
  if (kind === 'mark') return 'mark';
  return id.endsWith('panel') ? 'panel' : id.endsWith('target') ? 'target' : 'side';
}

/** The three sides that can be seen from above and before: top, and the two that look at the eye. */
function sidesOf([x, y, z]: Point, [wide, high, deep]: Point): readonly { corners: readonly Point[]; light: number }[] {
  const [a, b, c] = [wide / 2, high / 2, deep / 2];
  const side = x > EYE[0] ? -a : a;
  const top = {
    light: 1,
    corners: [
      [-a, b, -c],
      [a, b, -c],
      [a, b, c],
      [-a, b, c],
    ],
  };
  const front = {
    light: 0.75,
    corners: [
      [-a, -b, -c],
      [a, -b, -c],
      [a, b, -c],
      [-a, b, -c],
    ],
  };
  const flank = {
    light: 0.55,
    corners: [
      [side, -b, -c],
      [side, b, -c],
      [side, b, c],
      [side, -b, c],
    ],
  };
  const shown = high === 0 ? [top] : [top, front, flank];
  return shown.map(({ light, corners }) => ({
    light,
    corners: corners.map(([dx, dy, dz]): Point => [x + dx, y + dy, z + dz]),
  }));
}

/** Into the picture; the third number is how far away. The participant's right, -x, is at the right. */
function project([x, y, z]: Point): Point {
  const [dx, dy, dz] = [x - EYE[0], y - EYE[1], z - EYE[2]];
  const far = dz * Math.cos(DOWN) - dy * Math.sin(DOWN);
  const up = dy * Math.cos(DOWN) + dz * Math.sin(DOWN);
  return [(-ZOOM * dx) / far, (-ZOOM * up) / far, far];
}
