import { smoothStep } from '@leib/core';
import { EYE_RADIUS } from './eyes.ts';
import { frontAt } from './rayCast.ts';
import { boneIndex } from './rig.ts';
import { pointOf, type Surface } from './surface.ts';

type Colour = [number, number, number];

/** Mouth of this face in front view, metres. */
const mouth = { y: 1.5262, halfWidth: 0.0245, upper: 0.0066, lower: 0.0135 };

const lipTint: Colour = [0.86, 0.65, 0.64];
const insideTint: Colour = [0.3, 0.12, 0.11];
const lashTint: Colour = [0.16, 0.11, 0.09];
const lowerLashTint: Colour = [0.62, 0.46, 0.42];
const flushTint: Colour = [1, 0.88, 0.85];

/** Middle of the mouth's pocket: its walls face it, the skin below the jaw does not. */
const pocket = { y: 1.524, z: 0.042 };

/** Factors on the skin's colour: lips, lash line, and a little warmth on cheeks and nose. By place and normal. */
export type SkinPaint = (place: readonly [number, number, number], normal: ArrayLike<number>) => Colour;

export function paintSkin(surface: Surface, joints: Float64Array): SkinPaint {
  const face = surface.triangles.filter(({ region, vertices }) => {
    const [x, y, z] = pointOf(surface, vertices[0]);
    return region === 'skin' && Math.abs(x) < 0.06 && y > 1.47 && y < 1.58 && z > 0.05;
  });
  const eyeAt = boneIndex.leftEye * 3;
  const [eyeX, eyeY, eyeZ] = joints.subarray(eyeAt, eyeAt + 3);
  return ([x, y, z], normal) => {
    const colour: Colour = [1, 1, 1];
    const tint = (by: Colour, amount: number) => {
      for (let k = 0; k < 3; k++) colour[k] *= 1 + (by[k] - 1) * Math.min(1, Math.max(0, amount));
    };
    if (y < 1.45 || Math.abs(x) > 0.1) return colour;
    const side = Math.abs(x);
    tint(flushTint, 0.75 * bell(Math.hypot(side - 0.046, y - 1.563) / 0.024) * smoothStep(z, 0.06, 0.09));
    tint(flushTint, 0.6 * bell(Math.hypot(side, y - 1.563, z - 0.15) / 0.018));

    const t = side / mouth.halfWidth;
    const isBehindLips = side < 0.04 && y > 1.49 && y < 1.548 && z > 0.03;
    const depth = isBehindLips ? (frontAt(surface, face, x, y) ?? z) - z : 0;
    // Floor, roof and back of the mouth.
    const isAboutMouth = side < 0.036 && y > 1.486 && y < 1.562 && z > 0.02 && z < 0.062;
    const facesPocket = -normal[0] * x + normal[1] * (pocket.y - y) + normal[2] * (pocket.z - z) > 0;
    if (isAboutMouth && facesPocket) {
      tint(insideTint, 1);
    } else if (depth > 0.0012) {
      // What lies behind the lips is never lighter than they are: it would show as specks between them.
      const dark = smoothStep(depth, 0.0012, 0.005);
      tint(lipTint.map((lip, k) => lip + dark * (insideTint[k] - lip)) as Colour, 1);
    } else if (t < 1 && z > 0.085) {
      const arch = Math.sqrt(1 - t * t);
      const bow = 1 - 0.16 * bell(side / 0.0035);
      const above = mouth.y + mouth.upper * arch * bow - y;
      const below = y - (mouth.y - mouth.lower * arch ** 0.8);
      tint(lipTint, smoothStep(Math.min(above, below), -0.0006, 0.0008));
    }

    // The margin of the lids is the skin that touches the eyeball.
    const gap = Math.hypot(side - eyeX, y - eyeY, z - eyeZ) - EYE_RADIUS;
    if (z > eyeZ + 0.003 && gap < 0.003) {
      const margin = 1 - smoothStep(gap, 0.0004, 0.002);
      const isUpper = smoothStep(y - eyeY, 0.0005, 0.002);
      tint(lashTint, margin * isUpper);
      tint(lowerLashTint, margin * (1 - isUpper));
    }
    return colour;
  };
}

/** A soft hill: 1 at 0, near 0 from 2 on. */
function bell(value: number): number {
  return Math.exp(-value * value);
}
