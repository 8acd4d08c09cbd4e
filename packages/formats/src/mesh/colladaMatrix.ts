import type { XmlElement } from '../io/readXml.js';

/** Three rows of four: turn, stretch and shift. */
export type Matrix = readonly number[];

const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** Place of a node in its parent: its matrix, translate, rotate and scale elements, in their order. */
export function colladaMatrix(node: XmlElement): Matrix {
  let out = identity;
  for (const { name, text } of node.children) {
    const v = text.trim().split(/\s+/).map(Number);
    if (name === 'matrix') out = multiplied(out, v.slice(0, 12));
    if (name === 'translate') out = multiplied(out, [1, 0, 0, v[0], 0, 1, 0, v[1], 0, 0, 1, v[2]]);
    if (name === 'scale') out = multiplied(out, [v[0], 0, 0, 0, 0, v[1], 0, 0, 0, 0, v[2], 0]);
    if (name === 'rotate') out = multiplied(out, turnOf(v));
  }
  return out;
}

/** Axis and angle in degrees. */
function turnOf([ax, ay, az, degrees]: readonly number[]): Matrix {
  const length = Math.hypot(ax, ay, az) || 1;
  const [x, y, z] = [ax / length, ay / length, az / length];
  const c = Math.cos((degrees * Math.PI) / 180);
  const s = Math.sin((degrees * Math.PI) / 180);
  const v = 1 - c;
  return [
    c + x * x * v,
    x * y * v - z * s,
    x * z * v + y * s,
    0,
    y * x * v + z * s,
    c + y * y * v,
    y * z * v - x * s,
    0,
    z * x * v - y * s,
    z * y * v + x * s,
    c + z * z * v,
    0,
  ];
}

export function multiplied(a: Matrix, b: Matrix): Matrix {
  const out: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? a[row * 4 + 3] : 0;
      for (let k = 0; k < 3; k++) sum += a[row * 4 + k] * b[k * 4 + column];
      out.push(sum);
    }
  }
  return out;
}

/** Hands over the three coordinates of a point where the matrix places it. */
export function placed(m: Matrix, values: ArrayLike<number>, at: number, give: (value: number) => void): void {
  for (let row = 0; row < 3; row++) {
    give(m[row * 4] * values[at] + m[row * 4 + 1] * values[at + 1] + m[row * 4 + 2] * values[at + 2] + m[row * 4 + 3]);
  }
}
