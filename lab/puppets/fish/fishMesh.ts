import { lerp, smoothStep } from '@leib/core';
import type { PuppetMesh } from '@leib/puppet';
import { cut, type Distance, ellipsoid, join, limb, type Point } from '../shapes/distances.ts';
import {
  blend,
  type Colour,
  colourOf,
  mirrorSurface,
  type PaintedSurface,
  paintedMesh,
} from '../shapes/paintedMesh.ts';
import { ball, cap, sheet } from '../shapes/roundShapes.ts';
import { gridLines, type Surface, surfaceOf } from '../shapes/surfaceOf.ts';

/** A fish that swims in the air above y = 0, its head towards +z: metres. */

export const HEIGHT = 0.42;
const coral = colourOf('#ee7f4b');
const deepCoral = colourOf('#cf5a35');
const pearl = colourOf('#fbf0e0');
const finTip = colourOf('#fbd3a4');
const mouthRed = colourOf('#8e3230');
const eyeWhite = colourOf('#fdf8ec');
const pupil = colourOf('#1f2a38');

const at = (x: number, y: number, z: number): Point => [x, HEIGHT + y, z];
const trunk = join(
  0.07,
  ellipsoid(at(0, 0, 0.06), [0.07, 0.092, 0.135]),
  limb(at(0, 0.002, -0.02), at(0, 0.012, -0.205), 0.06, 0.013),
);
const lips = join(
  0.01,
  ellipsoid(at(0, 0.006, 0.183), [0.03, 0.014, 0.024]),
  ellipsoid(at(0, -0.02, 0.179), [0.027, 0.014, 0.023]),
);
const mouth = ellipsoid(at(0, -0.0075, 0.207), [0.0235, 0.0082, 0.035]);
const body: Distance = cut(0.008, join(0.014, trunk, lips), mouth);

/** Root (from, to) and edge of a fin; the edge runs through three points. */
interface Fin {
  readonly root: readonly [Point, Point];
  readonly edge: readonly [Point, Point, Point];
  readonly across: Point;
  readonly scallops: number;
}

const tail: Fin = {
  root: [at(0, 0.028, -0.185), at(0, -0.004, -0.185)],
  edge: [at(0, 0.165, -0.36), at(0, 0.012, -0.36), at(0, -0.135, -0.345)],
  across: [1, 0, 0],
  scallops: 7,
};
const dorsal: Fin = {
  root: [at(0, 0.068, 0.085), at(0, 0.03, -0.1)],
  edge: [at(0, 0.128, 0.045), at(0, 0.172, -0.035), at(0, 0.075, -0.145)],
  across: [1, 0, 0],
  scallops: 5,
};
const anal: Fin = {
  root: [at(0, -0.06, -0.0), at(0, -0.025, -0.1)],
  edge: [at(0, -0.108, -0.03), at(0, -0.128, -0.085), at(0, -0.06, -0.13)],
  across: [1, 0, 0],
  scallops: 4,
};
const leftFin: Fin = {
  root: [at(0.058, -0.018, 0.09), at(0.05, -0.052, 0.07)],
  edge: [at(0.155, -0.028, 0.03), at(0.16, -0.085, -0.01), at(0.085, -0.105, 0.015)],
  across: [0.48, -0.42, 0.77],
  scallops: 4,
};

const mix = (a: Point, b: Point, share: number): Point => [
  lerp(a[0], b[0], share),
  lerp(a[1], b[1], share),
  lerp(a[2], b[2], share),
];

function finSurface({ root, edge, across, scallops }: Fin, rows: number, columns: number, thickness: number): Surface {
  return sheet(
    rows,
    columns,
    (u, v) => {
      const border = mix(mix(edge[0], edge[1], v), mix(edge[1], edge[2], v), v);
      const scallop = 1 - 0.09 * Math.abs(Math.cos(Math.PI * scallops * v));
      return mix(mix(root[0], root[1], v), border, u * scallop * (1 - 0.06 * u));
    },
    across,
    thickness,
  );
}

export function buildFishMesh(): PuppetMesh {
  const skin = surfaceOf(body, {
    xs: gridLines(-0.105, 0.105, 0.0082, { from: -0.034, to: 0.034, step: 0.006 }),
    ys: gridLines(HEIGHT - 0.12, HEIGHT + 0.12, 0.0082, { from: HEIGHT - 0.035, to: HEIGHT + 0.022, step: 0.005 }),
    zs: gridLines(-0.24, 0.222, 0.0092, { from: 0.165, to: 0.215, step: 0.006 }),
  });
  const side = finSurface(leftFin, 10, 14, 0.004);
  const eyeAt = at(0.0455, 0.034, 0.118);
  const eye = ball(eyeAt, [0.0265, 0.0265, 0.0265], 14, 22);
  const dot = cap(eyeAt, 0.0265, { pitch: 0.05, yaw: 1.0, halfWidth: 0.56, halfHeight: 0.56, lift: 0.05 }, 4, 18);
  const glint = cap(eyeAt, 0.0265, { pitch: 0.32, yaw: 0.84, halfWidth: 0.15, halfHeight: 0.15, lift: 0.075 }, 2, 10);
  const fins = [finSurface(tail, 18, 26, 0.005), finSurface(dorsal, 11, 20, 0.005), finSurface(anal, 8, 14, 0.0045)];
  return paintedMesh([
    { surface: skin, colour: scaleColour },
    ...[...fins, side, mirrorSurface(side)].map((surface): PaintedSurface => ({ surface, colour: finColour })),
    ...[eye, mirrorSurface(eye)].map((surface) => ({ surface, colour: eyeWhite })),
    ...[dot, mirrorSurface(dot)].map((surface) => ({ surface, colour: pupil })),
    ...[glint, mirrorSurface(glint)].map((surface) => ({ surface, colour: colourOf('#ffffff') })),
  ]);
}

/** Pearl patches of a koi, different on its two sides: x, height, z, radius. */
const patches: readonly (readonly [number, number, number, number])[] = [
  [0.02, 0.09, 0.1, 0.04],
  [0.07, 0.015, 0.02, 0.042],
  [-0.07, 0.03, 0.05, 0.036],
  [-0.055, 0.01, -0.06, 0.04],
  [0.03, 0.05, -0.1, 0.034],
  [0, 0.01, -0.175, 0.026],
];

function scaleColour(x: number, y: number, z: number): Colour {
  const up = y - HEIGHT;
  if (mouth(x, y, z) < 0.002) return mouthRed;
  if (z > 0.165 && lips(x, y, z) < 0.004) return blend(coral, pearl, 0.3);
  let patch = 0;
  for (const [px, py, pz, radius] of patches) {
    const wobble = 0.005 * Math.sin(60 * up + 80 * z) + 0.004 * Math.sin(130 * z + 50 * x);
    patch = Math.max(patch, smoothStep(Math.hypot(x - px, up - py, z - pz) + wobble, radius + 0.004, radius - 0.004));
  }
  const belly = smoothStep(up, -0.03, -0.065);
  const back = smoothStep(up, 0.02, 0.09) * 0.6;
  return blend(blend(coral, deepCoral, back), pearl, Math.max(patch, belly));
}

function finColour(x: number, y: number, z: number): Colour {
  const away = trunk(x, y, z);
  const ribs = 0.5 + 0.5 * Math.sin(Math.atan2(y - HEIGHT - 0.01, -0.13 - z) * 30);
  return blend(blend(coral, finTip, smoothStep(away, 0.0, 0.1)), pearl, 0.25 * ribs * smoothStep(away, 0, 0.05));
}
