import { lerp } from '@leib/core';
import type { PuppetMesh } from '@leib/puppet';
import type { Point } from '../shapes/distances.ts';
import { type Colour, colourOf, mirrorSurface, type PaintedSurface, paintedMesh } from '../shapes/paintedMesh.ts';
import { ball } from '../shapes/roundShapes.ts';
import { type Outline, rod, tube, turned } from '../shapes/turnedShapes.ts';

/** A desk lamp on y = 0 that looks along +z: metres. */

const sunny = colourOf('#f2b950');
const inside = colourOf('#fff2d2');
const glass = colourOf('#fffbe6');
const steel = colourOf('#d4dae0');
const brass = colourOf('#b58a50');
const slate = colourOf('#44505c');
const cableRed = colourOf('#d9684c');

/** Hinges, from the base to the shade. */
export const ankle: Point = [0, 0.06, 0];
export const knee: Point = [0, 0.235, -0.105];
export const shoulder: Point = [0, 0.405, 0.01];
/** The springy neck ends here, and the shade begins. */
export const nape: Point = [0, 0.437, 0.085];
/** Middle of the shade's opening. */
export const lampFace: Point = [0, 0.385, 0.2];

const mix = (a: Point, b: Point, share: number): Point => [
  lerp(a[0], b[0], share),
  lerp(a[1], b[1], share),
  lerp(a[2], b[2], share),
];

/** The cable from behind the base, in waves along the floor. */
export function cableAt(share: number): Point {
  const [x, z] = [0.26 * share ** 1.3, -0.085 - 0.3 * share];
  return [x + 0.035 * Math.sin(share * 7) * share, 0.012 - 0.006 * Math.min(1, share * 4), z];
}

/** The neck hangs a little through. */
export function neckAt(share: number): Point {
  const [x, y, z] = mix(shoulder, nape, share);
  return [x, y + 0.022 * Math.sin(Math.PI * share), z];
}

const baseOutline: Outline = [
  [0, 0],
  [0.088, 0],
  [0.092, 0.005],
  [0.092, 0.014],
  [0.086, 0.02],
  [0.03, 0.031],
  [0.022, 0.036],
  [0, 0.036],
];
const shadeOutline: Outline = [
  [0, 0],
  [0.022, 0.0],
  [0.027, 0.005],
  [0.03, 0.03],
  [0.042, 0.05],
  [0.062, 0.08],
  [0.078, 0.118],
  [0.081, 0.122],
  [0.078, 0.124],
  [0.073, 0.117],
  [0.057, 0.081],
  [0.037, 0.055],
  [0.026, 0.042],
  [0, 0.04],
];

export function buildLampMesh(): PuppetMesh {
  const bulb = mix(nape, lampFace, 0.62);
  const socket = mix(nape, lampFace, 0.3);
  return paintedMesh([
    { surface: turned([0, 0, 0], [0, 1, 0], baseOutline, 40), colour: sunny },
    { surface: rod([0, 0.03, 0], [0, 0.046, 0], 0.014, 20), colour: slate },
    ...armSurfaces(ankle, knee),
    ...armSurfaces(knee, shoulder),
    ...[ankle, knee, shoulder].map((hinge) => disc(hinge)),
    { surface: tube(neckAt, 0.0105, 44, 14), colour: (x, y, z) => ribs(x, y, z) },
    { surface: turned(nape, lampFace, denser(shadeOutline), 40), colour: shadeColour },
    { surface: rod(socket, bulb, 0.014, 18), colour: brass },
    { surface: ball(bulb, [0.0265, 0.0265, 0.0265], 14, 20), colour: glass },
    { surface: tube(cableAt, 0.0055, 64, 10), colour: cableRed },
  ]);
}

/** The outline with its long pieces parted, so that a soft shade can bend. */
function denser(outline: Outline): Outline {
  return outline.flatMap((point, i): Outline => {
    const next = outline[i + 1];
    if (!next || Math.hypot(next[0] - point[0], next[1] - point[1]) < 0.015) return [point];
    return [point, [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2]];
  });
}

/** Two rods side by side, and a spring between them. */
function armSurfaces(from: Point, to: Point): PaintedSurface[] {
  const [low, high] = [mix(from, to, 0.088), mix(from, to, 0.912)];
  const left = rod([0.0135, low[1], low[2]], [0.0135, high[1], high[2]], 0.0055, 12, 6);
  const [springLow, springHigh] = [mix(from, to, 0.2), mix(from, to, 0.62)];
  const turns = 11;
  const length = Math.hypot(to[1] - from[1], to[2] - from[2]);
  const [ay, az] = [(to[1] - from[1]) / length, (to[2] - from[2]) / length];
  const coil = tube(
    (share) => {
      const [, y, z] = mix(springLow, springHigh, share);
      const turn = share * turns * 2 * Math.PI;
      const [c, s] = [0.0062 * Math.cos(turn), 0.0062 * Math.sin(turn)];
      return [c, y - az * s, z + ay * s];
    },
    0.0017,
    turns * 10,
    5,
  );
  return [
    { surface: left, colour: steel },
    { surface: mirrorSurface(left), colour: steel },
    { surface: coil, colour: brass },
  ];
}

function disc([, y, z]: Point): PaintedSurface {
  return { surface: rod([-0.022, y, z], [0.022, y, z], 0.0195, 26), colour: brass };
}

function ribs(_x: number, _y: number, z: number): Colour {
  return Math.sin(z * 900) > 0 ? slate : steel;
}

/** Sunny outside, light inside: the inner side of the shade looks at its axis. */
function shadeColour(x: number, y: number, z: number): Colour {
  const way = [lampFace[0] - nape[0], lampFace[1] - nape[1], lampFace[2] - nape[2]];
  const length = Math.hypot(...way);
  const along = ((y - nape[1]) * way[1] + (z - nape[2]) * way[2]) / length;
  const across = Math.hypot(x, ((y - nape[1]) * way[2] - (z - nape[2]) * way[1]) / length);
  const outer = shadeOutline.slice(0, 8).findIndex(([, height]) => height >= along - 1e-9);
  if (outer <= 0) return sunny;
  const [[r0, h0], [r1, h1]] = [shadeOutline[outer - 1], shadeOutline[outer]];
  const radius = h1 > h0 ? lerp(r0, r1, (along - h0) / (h1 - h0)) : r1;
  return across < radius - 0.0012 ? inside : sunny;
}
