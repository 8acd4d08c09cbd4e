import { smoothStep } from '@leib/core';
import type { PuppetMesh } from '@leib/puppet';
import { above, ellipsoid, join, limb, mirrored } from '../shapes/distances.ts';
import { blend, type Colour, colourOf, mirrorSurface, paintedMesh } from '../shapes/paintedMesh.ts';
import { ball, cap } from '../shapes/roundShapes.ts';
import { gridLines, surfaceOf } from '../shapes/surfaceOf.ts';

/** A teddy that sits on y = 0: metres. */

export const honey = colourOf('#c18f58');
const cream = colourOf('#ecd5ac');
const dark = colourOf('#33251f');
const bow = colourOf('#4a93a3');
const bowDark = colourOf('#3b7886');
const light = colourOf('#ffffff');

const trunk = ellipsoid([0, 0.135, 0], [0.112, 0.132, 0.1]);
const tummy = ellipsoid([0, 0.12, 0.034], [0.086, 0.096, 0.084]);
const head = join(
  0.03,
  ellipsoid([0, 0.325, 0.008], [0.108, 0.094, 0.093]),
  mirrored(ellipsoid([0.05, 0.305, 0.04], [0.05, 0.045, 0.045])),
);
const muzzle = ellipsoid([0, 0.302, 0.088], [0.047, 0.037, 0.042]);
const ear = ellipsoid([0.083, 0.402, -0.002], [0.041, 0.041, 0.02]);
const arm = join(
  0.02,
  limb([0.085, 0.208, 0.01], [0.168, 0.157, 0.05], 0.036, 0.038),
  ellipsoid([0.175, 0.153, 0.058], [0.042, 0.041, 0.041]),
);
const leg = join(
  0.02,
  limb([0.07, 0.055, 0.04], [0.118, 0.054, 0.165], 0.05, 0.044),
  ellipsoid([0.124, 0.066, 0.186], [0.047, 0.062, 0.032]),
);
const bear = above(0, 0.03, join(0.022, trunk, tummy, head, muzzle, mirrored(ear), mirrored(arm), mirrored(leg)));

/** Regions of the skin, as the file lists them. */
export const region = { belly: 0, head: 1, limbs: 2, ears: 3, bare: 4 } as const;

/** Region of every place: what is not fur is bare, the rest by where it is. */
export function teddyRegions({ mesh, furVertexCount }: TeddyMesh): Uint8Array {
  const regions = new Uint8Array(mesh.placeCount).fill(region.bare);
  for (let vertex = 0; vertex < furVertexCount; vertex++) {
    const [x, y, z] = mesh.vertexPositions.subarray(vertex * 3, vertex * 3 + 3);
    regions[mesh.placeOf[vertex]] = regionAt(Math.abs(x), y, z);
  }
  return regions;
}

function regionAt(side: number, y: number, z: number): number {
  if (ear(side, y, z) < 0.004) return region.ears;
  if (y > 0.248) return region.head;
  return Math.min(arm(side, y, z), leg(side, y, z)) < Math.min(trunk(side, y, z), tummy(side, y, z))
    ? region.limbs
    : region.belly;
}

export interface TeddyMesh {
  readonly mesh: PuppetMesh;
  /** Vertices of the bear itself; eyes, nose and bow follow. */
  readonly furVertexCount: number;
}

export function buildTeddyMesh(): TeddyMesh {
  const skin = surfaceOf(bear, {
    xs: gridLines(-0.23, 0.23, 0.0104),
    ys: gridLines(-0.02, 0.46, 0.0104),
    zs: gridLines(-0.13, 0.245, 0.0104),
  });
  const eye = ball([0.041, 0.341, 0.099], [0.0145, 0.0155, 0.0115], 8, 14);
  const glint = cap(
    [0.041, 0.341, 0.0985],
    0.0142,
    { pitch: 0.5, yaw: 0.2, halfWidth: 0.3, halfHeight: 0.3, lift: 0.02 },
    2,
    8,
  );
  const loop = ball([0.034, 0.226, 0.079], [0.033, 0.022, 0.014], 10, 16);
  const mesh = paintedMesh([
    { surface: skin, colour: furColour },
    { surface: eye, colour: dark },
    { surface: mirrorSurface(eye), colour: dark },
    { surface: glint, colour: light },
    { surface: mirrorSurface(glint), colour: light },
    { surface: ball([0, 0.32, 0.133], [0.021, 0.015, 0.014], 9, 16), colour: dark },
    { surface: ball([0, 0.294, 0.138], [0.0045, 0.018, 0.006], 8, 10), colour: dark },
    { surface: loop, colour: bow },
    { surface: mirrorSurface(loop), colour: bow },
    { surface: ball([0, 0.226, 0.087], [0.0135, 0.0145, 0.013], 8, 12), colour: bowDark },
  ]);
  return { mesh, furVertexCount: skin.positions.length / 3 };
}

function furColour(x: number, y: number, z: number): Colour {
  const side = Math.abs(x);
  const nose = smoothStep(muzzle(x, y, z), 0.008, -0.002);
  const inEar =
    smoothStep(Math.hypot((side - 0.083) / 0.027, (y - 0.403) / 0.027), 1.1, 0.85) *
    smoothStep(ear(side, y, z), 0.004, 0.001) *
    smoothStep(z, 0.004, 0.01);
  const paw =
    smoothStep(Math.hypot((side - 0.124) / 0.031, (y - 0.064) / 0.043), 1.12, 0.9) * smoothStep(z, 0.2, 0.208);
  const chest = smoothStep(Math.hypot(x / 0.062, (y - 0.125) / 0.075), 1.1, 0.85) * smoothStep(z, 0.06, 0.08);
  const isArm = smoothStep(side, 0.1, 0.11);
  const lightness = Math.max(nose, inEar, paw, chest * (1 - isArm));
  return blend(honey, cream, lightness);
}
