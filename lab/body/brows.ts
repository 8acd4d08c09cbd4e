import { buildPart, type Part } from './part.ts';
import { frontAt } from './rayCast.ts';
import { boneIndex } from './rig.ts';
import { pointOf, type Surface } from './surface.ts';

/** The brow's middle line in front view, from the nose outwards, relative to the eye's centre; and its half width. */
const line: readonly (readonly [x: number, y: number, halfWidth: number])[] = [
  [-0.0178, 0.0192, 0.0004],
  [-0.0155, 0.02, 0.0022],
  [-0.0105, 0.0212, 0.0029],
  [-0.003, 0.0227, 0.0029],
  [0.007, 0.0241, 0.0025],
  [0.016, 0.0236, 0.0019],
  [0.0225, 0.0208, 0.0012],
  [0.0265, 0.0178, 0.0005],
];

const ALONG = 24;
const ACROSS = 4;
/** Thickness of the brow over the skin at its middle, and how deep its edges sink in. */
const BULGE = 0.0012;
const SINK = 0.0003;

/** Two strips that lie on the face like felt. */
export function makeBrows(surface: Surface, joints: Float64Array): Part {
  const eyeAt = boneIndex.leftEye * 3;
  const face = surface.triangles.filter(({ region, vertices }) => {
    const [x, y, z] = pointOf(surface, vertices[0]);
    return region === 'skin' && Math.abs(x) < 0.075 && y > 1.58 && z > 0.05;
  });
  const [positions, triangles]: number[][] = [[], []];
  for (const side of [1, -1]) {
    const first = positions.length / 3;
    for (let i = 0; i <= ALONG; i++) {
      const [x, y, halfWidth, slope] = lineAt(i / ALONG);
      for (let j = 0; j <= ACROSS; j++) {
        const across = (j / ACROSS) * 2 - 1;
        const px = joints[eyeAt] + x - slope * across * halfWidth;
        const py = joints[eyeAt + 1] + y + across * halfWidth;
        const pz = frontAt(surface, face, px * side, py);
        if (pz === null) throw new Error(`brows: no face at x ${px}, y ${py}.`);
        const height = BULGE * (1 - across * across) * Math.min(1, halfWidth / 0.0012) - SINK * across * across;
        positions.push(px * side, py, pz + height);
      }
    }
    for (let i = 0; i < ALONG; i++) {
      for (let j = 0; j < ACROSS; j++) {
        const a = first + i * (ACROSS + 1) + j;
        const [b, c, d] = [a + ACROSS + 1, a + ACROSS + 2, a + 1];
        if (side > 0) triangles.push(a, b, c, a, c, d);
        else triangles.push(a, c, b, a, d, c);
      }
    }
  }
  return buildPart('brows', 'brows', positions, triangles, () => [[boneIndex.head, 1]]);
}

/** Point, half width and slope of the line at 0..1, Catmull-Rom through its points. */
function lineAt(t: number): [x: number, y: number, halfWidth: number, slope: number] {
  const at = Math.min(t * (line.length - 1), line.length - 1 - 1e-9);
  const k = Math.floor(at);
  const u = at - k;
  const p = [k - 1, k, k + 1, k + 2].map((i) => line[Math.min(Math.max(i, 0), line.length - 1)]);
  const blend = (axis: 0 | 1 | 2, weights: readonly number[]) =>
    p.reduce((sum, point, i) => sum + point[axis] * weights[i], 0);
  const value = [
    0.5 * (-u + 2 * u * u - u * u * u),
    0.5 * (2 - 5 * u * u + 3 * u * u * u),
    0.5 * (u + 4 * u * u - 3 * u * u * u),
    0.5 * (-u * u + u * u * u),
  ];
  const rate = [
    0.5 * (-1 + 4 * u - 3 * u * u),
    0.5 * (-10 * u + 9 * u * u),
    0.5 * (1 + 8 * u - 9 * u * u),
    0.5 * (-2 * u + 3 * u * u),
  ];
  return [blend(0, value), blend(1, value), blend(2, value), blend(1, rate) / blend(0, rate)];
}
