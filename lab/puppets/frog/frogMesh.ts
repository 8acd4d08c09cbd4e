import { smoothStep } from '@leib/core';
import type { PuppetMesh } from '@leib/puppet';
import {
  above,
  cut,
  type Distance,
  ellipsoid,
  gap,
  join,
  limb,
  mirrored,
  type Point,
  ring,
} from '../shapes/distances.ts';
import {
  blend,
  type Colour,
  colourOf,
  mirrorSurface,
  type PaintedSurface,
  paintedMesh,
} from '../shapes/paintedMesh.ts';
import { ball, cap } from '../shapes/roundShapes.ts';
import { gridLines, surfaceOf } from '../shapes/surfaceOf.ts';

/** A frog that is worn on a hand: metres, its sleeve stands on y = 0. */

const green = colourOf('#66b392');
const deepGreen = colourOf('#3d8672');
const belly = colourOf('#f2e6bd');
const mouthRed = colourOf('#b8434a');
const throat = colourOf('#6d2230');
const tongueRose = colourOf('#e88f8c');
const eyeWhite = colourOf('#faf5e4');
const pupil = colourOf('#23262b');
const light = colourOf('#ffffff');
const scarf = colourOf('#e2795a');

export const leftEye: Point = [0.063, 0.44, 0.042];
export const EYE_RADIUS = 0.041;

/** Height of the mouth's line: a smile, higher at its corners. */
const mouthHeight = (x: number) => 0.342 + 0.7 * x * x;

const skull = join(
  0.05,
  ellipsoid([0, 0.362, 0.028], [0.136, 0.062, 0.116]),
  ellipsoid([0, 0.335, 0.03], [0.118, 0.052, 0.104]),
  mirrored(ellipsoid([0.063, 0.41, 0.026], [0.043, 0.034, 0.044])),
);
const cavity = join(
  0.012,
  gap(mouthHeight, 0.0068, (_x, _y, z) => -0.03 - z),
  ellipsoid([0, 0.343, 0.025], [0.098, 0.021, 0.08]),
);
const tongue = ellipsoid([0, 0.327, 0.05], [0.042, 0.0115, 0.062]);
const arm = join(
  0.016,
  limb([0.05, 0.232, 0], [0.122, 0.162, 0.02], 0.026, 0.019),
  limb([0.122, 0.162, 0.02], [0.158, 0.1, 0.072], 0.019, 0.017),
  ellipsoid([0.163, 0.091, 0.082], [0.022, 0.018, 0.024]),
  limb([0.163, 0.09, 0.085], [0.143, 0.083, 0.116], 0.0095, 0.0115),
  limb([0.163, 0.09, 0.085], [0.17, 0.082, 0.123], 0.0095, 0.0115),
  limb([0.163, 0.09, 0.085], [0.194, 0.083, 0.107], 0.0095, 0.0115),
);
const trunk = above(
  0,
  0.03,
  join(
    0.05,
    limb([0, 0.05, -0.005], [0, 0.27, -0.012], 0.092, 0.05),
    ellipsoid([0, 0.11, 0.02], [0.098, 0.1, 0.088]),
    limb([0, 0.26, -0.015], [0, 0.33, -0.015], 0.05, 0.05),
  ),
);
const mouthed = join(0.008, cut(0.012, skull, cavity), tongue);
const frog: Distance = join(0.024, mouthed, trunk, mirrored(arm));

export function buildFrogMesh(): PuppetMesh {
  const skin = surfaceOf(frog, {
    xs: gridLines(-0.216, 0.216, 0.0098),
    ys: gridLines(
      -0.016,
      0.49,
      0.0105,
      { from: 0.055, to: 0.12, step: 0.0085 },
      { from: 0.305, to: 0.375, step: 0.0056 },
    ),
    zs: gridLines(-0.125, 0.165, 0.0098),
  });
  const collar = surfaceOf(scarfSolid, {
    xs: gridLines(-0.1, 0.1, 0.0095),
    ys: gridLines(0.15, 0.32, 0.0095),
    zs: gridLines(-0.1, 0.13, 0.0095),
  });
  return paintedMesh([
    { surface: skin, colour: skinColour },
    { surface: collar, colour: (_x, y) => blend(scarf, colourOf('#c85f47'), smoothStep(y, 0.266, 0.235)) },
    ...eyeSurfaces(),
  ]);
}

const scarfSolid = join(
  0.01,
  ring([0, 0.262, -0.012], 0.054, 0.0165),
  limb([0.02, 0.258, 0.046], [0.036, 0.2, 0.083], 0.014, 0.018),
  limb([0.02, 0.258, 0.046], [0.002, 0.208, 0.084], 0.013, 0.016),
  ellipsoid([0.02, 0.263, 0.05], [0.018, 0.017, 0.015]),
);

function skinColour(x: number, y: number, z: number): Colour {
  const depth = -skull(x, y, z);
  if (tongue(x, y, z) < 0.002 && depth > 0.004) return tongueRose;
  if (depth > 0.009 && y > 0.29) return blend(mouthRed, throat, smoothStep(z, 0.055, -0.03));
  const isFront = smoothStep(z, 0.0, 0.045) * smoothStep(Math.abs(x), 0.085, 0.055);
  const chest = isFront * smoothStep(y, 0.3, 0.25);
  const chin =
    smoothStep(y, mouthHeight(x) - 0.012, mouthHeight(x) - 0.034) *
    smoothStep(y, 0.27, 0.285) *
    smoothStep(z, -0.03, 0.03);
  const back = smoothStep(z, 0.03, -0.07) * 0.55;
  const skin = blend(green, deepGreen, Math.max(back, freckles(x, y, z)));
  return blend(skin, belly, Math.max(chest, chin));
}

const spots: readonly (readonly [number, number, number, number])[] = [
  [0, 0.42, 0.03, 0.017],
  [0.03, 0.418, -0.025, 0.013],
  [-0.034, 0.417, -0.03, 0.016],
  [0.105, 0.397, -0.01, 0.014],
  [-0.11, 0.39, 0.0, 0.012],
  [-0.006, 0.41, -0.062, 0.014],
  [0.085, 0.39, -0.055, 0.013],
  [-0.08, 0.39, -0.06, 0.015],
];

function freckles(x: number, y: number, z: number): number {
  let most = 0;
  for (const [sx, sy, sz, radius] of spots) {
    most = Math.max(most, smoothStep(Math.hypot(x - sx, y - sy, z - sz), radius * 1.15, radius * 0.75));
  }
  return most * 0.75;
}

/** Eyes as a puppet maker builds them: a ball whose top is the lid, so that turning it forward closes the eye. */
function eyeSurfaces(): PaintedSurface[] {
  const r = EYE_RADIUS;
  const one: PaintedSurface[] = [
    { surface: ball(leftEye, [r, r, r], 14, 22), colour: eyeWhite },
    {
      surface: cap(leftEye, r, { pitch: 1.95, yaw: 0, halfWidth: 1.3, halfHeight: 1.3, lift: 0.05 }, 7, 22),
      colour: deepGreen,
    },
    {
      surface: cap(leftEye, r, { pitch: 0.08, yaw: -0.12, halfWidth: 0.44, halfHeight: 0.34, lift: 0.02 }, 4, 18),
      colour: pupil,
    },
    {
      surface: cap(leftEye, r, { pitch: 0.24, yaw: 0.03, halfWidth: 0.09, halfHeight: 0.09, lift: 0.035 }, 2, 10),
      colour: light,
    },
  ];
  const other = one.map(({ surface, colour }) => ({ surface: mirrorSurface(surface), colour }));
  return [...one, ...other];
}
