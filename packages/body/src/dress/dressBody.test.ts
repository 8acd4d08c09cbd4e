import { describe, expect, test } from 'vitest';
import type { BodyModel } from '../shape/bodyModel.js';
import { lookChoices } from './bodyLooks.js';
import type { SurfacePart } from './bodyParts.js';
import type { DressedBody } from './dressBody.js';
import { dressShape, parts, testShapes } from './dressed.testing.js';

type Part = DressedBody['parts'][number];

function partOf({ parts }: DressedBody, name: string): Part {
  const part = parts.find((each) => each.name === name);
  if (!part) throw new Error(`no part ${name}`);
  return part;
}

const column = ({ positions }: Part, axis: number) =>
  Array.from({ length: positions.length / 3 }, (_, vertex) => positions[vertex * 3 + axis]);
const lowest = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), Infinity);
const highest = (values: readonly number[]) => values.reduce((high, value) => Math.max(high, value), -Infinity);
const jointOf = (model: BodyModel, name: string) => model.jointNames.indexOf(name as (typeof model.jointNames)[number]);

/** Weight of a vertex on some joints. */
function weightOn({ joints, weights }: Part, vertex: number, wanted: readonly number[]): number {
  let sum = 0;
  for (let k = vertex * 4; k < vertex * 4 + 4; k++) if (wanted.includes(joints[k])) sum += weights[k];
  return sum;
}

describe.each(testShapes)('$name', (shape) => {
  const { model, shaped, dressed } = dressShape(shape, { hair: 'long' });
  const joint = (name: string) => dressed.joints.subarray(jointOf(model, name) * 3, jointOf(model, name) * 3 + 3);

  test('every vertex is finite, has a unit normal, and weights that sum to 1', () => {
    for (const { name, positions, normals, weights } of dressed.parts) {
      let worst = 0;
      for (let vertex = 0; vertex < positions.length / 3; vertex++) {
        const [x, y, z] = normals.subarray(vertex * 3, vertex * 3 + 3);
        const [a, b, c, d] = weights.subarray(vertex * 4, vertex * 4 + 4);
        worst = Math.max(worst, Math.abs(Math.hypot(x, y, z) - 1), Math.abs(a + b + c + d - 1));
      }
      expect(positions.every(Number.isFinite), name).toBe(true);
      expect(worst, name).toBeLessThan(1e-6);
    }
  });

  test('the soles are on the floor, and nothing is below it', () => {
    for (const side of ['left', 'right']) expect(lowest(column(partOf(dressed, `${side}Sole`), 1))).toBeCloseTo(0, 6);
    expect(lowest(dressed.parts.map((part) => lowest(column(part, 1))))).toBeCloseTo(0, 6);
  });

  test('shoes are around the feet and reach into the trousers', () => {
    const trousers = partOf(dressed, 'trousers');
    for (const [side, sign] of [['left', 1] as const, ['right', -1] as const]) {
      const shoe = partOf(dressed, `${side}Shoe`);
      const legs = column(trousers, 1).filter((_, vertex) => trousers.positions[vertex * 3] * sign > 0);
      expect(highest(column(shoe, 1))).toBeGreaterThan(lowest(legs) + 0.005);
      const foot = Array.from({ length: model.vertexCount }, (_, vertex) => vertex).filter(
        (vertex) => shaped.positions[vertex * 3] * sign > 0 && shaped.positions[vertex * 3 + 1] < 0.03,
      );
      for (const axis of [0, 2]) {
        const along = foot.map((vertex) => shaped.positions[vertex * 3 + axis]);
        expect(lowest(column(shoe, axis))).toBeLessThan(lowest(along) + 0.006);
        expect(highest(column(shoe, axis))).toBeGreaterThan(highest(along) - 0.006);
      }
    }
  });

  test('no skin is drawn under clothes, so none can stand out of them', () => {
    const skin = parts.parts.find(({ name }) => name === 'skin') as SurfacePart;
    const covered = [...skin.anchorTriangles].filter((triangle) =>
      model.triangles.subarray(triangle * 3, triangle * 3 + 3).every((vertex) => parts.clothAmounts[vertex] === 255),
    );
    expect(covered).toEqual([]);
  });

  test('where skin ends, clothes begin: the neckline, cuffs and hairline have no gap', () => {
    const skin = partOf(dressed, 'skin');
    const others = ['top', 'hair'].map((name) => partOf(dressed, name));
    const border = borderOf(skin);
    expect(border.length).toBeGreaterThan(200);
    const gaps = border.map((vertex) => {
      const [x, y, z] = skin.positions.subarray(vertex * 3, vertex * 3 + 3);
      return lowest(others.map(({ positions }) => nearestTo(positions, x, y, z)));
    });
    expect(highest(gaps)).toBeLessThan(1e-4);
  });

  test('hair lies on the scalp or over it, and goes where the head goes', () => {
    const bald = dressShape(shape, { hair: 'none' }).dressed;
    const scalp = partOf(bald, 'skin');
    const first = partOf(dressed, 'skin').positions.length;
    const hair = partOf(dressed, 'hair');
    const head = ['head', 'neck', 'jaw'].map((name) => jointOf(model, name));
    const heights = column(hair, 0).map((_, vertex) =>
      [0, 1, 2].reduce((sum, k) => {
        const at = first + vertex * 3 + k;
        return sum + (hair.positions[vertex * 3 + k] - scalp.positions[at]) * scalp.normals[at];
      }, 0),
    );
    expect(lowest(heights)).toBeGreaterThan(-1e-3);
    expect(lowest(heights.map((_, vertex) => weightOn(hair, vertex, head)))).toBeGreaterThan(0.85);
    const long = partOf(dressed, 'longHair');
    expect(lowest(column(long, 0).map((_, vertex) => weightOn(long, vertex, head.slice(0, 1))))).toBe(1);
  });

  test('sleeves follow the elbow: the forearm moves the cuff, the upper arm what is above', () => {
    const top = partOf(dressed, 'top');
    const elbowX = joint('leftLowerArm')[0];
    const shoulderX = joint('leftUpperArm')[0];
    const [upper, lower] = ['leftUpperArm', 'leftLowerArm'].map((name) => jointOf(model, name));
    const hand = jointOf(model, 'leftHand');
    const reach = 0.6 * Math.min(elbowX - shoulderX, joint('leftHand')[0] - elbowX);
    const beyond = column(top, 0).map((x) => x - elbowX);
    const cuff = beyond.flatMap((x, vertex) => (x > reach ? [weightOn(top, vertex, [lower, hand])] : []));
    const sleeve = beyond.flatMap((x, vertex) => (Math.abs(x + reach) < 0.02 ? [weightOn(top, vertex, [upper])] : []));
    expect(cuff.length).toBeGreaterThan(20);
    expect(lowest(cuff)).toBeGreaterThan(0.97);
    expect(sleeve.length).toBeGreaterThan(10);
    expect(lowest(sleeve)).toBeGreaterThan(0.8);
  });

  test('no lid stands in its eyeball, and the eye turns about the middle of the ball', () => {
    const skin = partOf(dressed, 'skin');
    const places = placesOnSkin(model);
    for (const side of ['left', 'right'] as const) {
      const eye = partOf(dressed, `${side}Eye`);
      const centre = joint(`${side}Eye`);
      const radius = Math.hypot(...[0, 1, 2].map((k) => eye.positions[k] - centre[k]));
      const middle = (highest(column(eye, 2)) + lowest(column(eye, 2))) / 2;
      expect(middle).toBeCloseTo(centre[2], 4);
      const { vertices, places: rest } = parts.lids[side];
      const sunk = vertices.flatMap((vertex, i) => {
        const place = places.get(vertex);
        if (place === undefined) return [];
        const restGap = Math.hypot(rest[i * 3], rest[i * 3 + 1], rest[i * 3 + 2]) - 0.016;
        const gap = Math.hypot(...[0, 1, 2].map((k) => skin.positions[place * 3 + k] - centre[k])) - radius;
        return [Math.min(restGap, 0.0004) - gap];
      });
      expect(sunk.length).toBeGreaterThan(50);
      expect(highest(sunk)).toBeLessThan(0.0004);
    }
  });

  test('what lies behind the lips is darker than they are: no specks between them', () => {
    const skin = partOf(dressed, 'skin');
    const mouth = findMouth(skin, joint('leftEye'), joint('rightEye'));
    expect(mouth.behind.length).toBeGreaterThan(40);
    expect(highest(mouth.behind.map((vertex) => skin.colours?.[vertex * 3 + 1] ?? 1))).toBeLessThan(0.66);
  });
});

describe('looks', () => {
  const [average] = testShapes;

  test('colours are those that were chosen; lips and lids follow the skin', () => {
    const { dressed } = dressShape(average, { skin: 'deep', top: 'red', trousers: 'sand', shoes: 'plum' });
    const light = dressShape(average).dressed;
    const colour = (of: DressedBody, name: string) => partOf(of, name).colour;
    expect(colour(dressed, 'skin')[0]).toBeLessThan(0.2 * colour(light, 'skin')[0]);
    expect(colour(dressed, 'top')).not.toEqual(colour(light, 'top'));
    expect(colour(dressed, 'leftShoe')).toEqual(colour(dressed, 'rightShoe'));
    expect(colour(dressed, 'trousers')).not.toEqual(colour(light, 'trousers'));
  });

  test('skins are listed from light to dark', () => {
    const brightness = Object.values(lookChoices.skin).map(({ hex }) => Number.parseInt(hex.slice(3, 5), 16));
    expect(brightness).toEqual([...brightness].sort((a, b) => b - a));
  });

  test('cropped hair is nearer to the scalp than short hair; long hair is a part of its own', () => {
    const tops = (['none', 'cropped', 'short'] as const).map((hair) =>
      highest(dressShape(average, { hair }).dressed.parts.map((part) => highest(column(part, 1)))),
    );
    expect(tops[1]).toBeGreaterThan(tops[0] + 0.002);
    expect(tops[2]).toBeGreaterThan(tops[1] + 0.005);
    const names = (hair: 'short' | 'long') => dressShape(average, { hair }).dressed.parts.map(({ name }) => name);
    expect(names('long')).toEqual([...names('short'), 'longHair']);
  });

  test('age changes the face and nothing below the neck', () => {
    const [young, old] = [30, 75].map((age) => dressShape(average, { age }).dressed);
    const moved = (name: string) => {
      const [a, b] = [partOf(young, name).positions, partOf(old, name).positions];
      return highest([...a].map((value, i) => Math.abs(value - b[i])));
    };
    expect(moved('skin')).toBeGreaterThan(0.002);
    expect(moved('trousers')).toBeLessThan(1e-9);
    expect(moved('leftShoe')).toBeLessThan(1e-9);
    expect(old.joints[1]).toBe(young.joints[1]);
  });

  test('every expression moves the face, and only the face', () => {
    const { dressed } = dressShape(average);
    expect(dressed.expressions).toEqual(['blinkLeft', 'blinkRight', 'happy', 'aa', 'ih', 'ou', 'ee', 'oh']);
    partOf(dressed, 'skin').morphs.forEach((morph, k) => {
      expect(highest([...morph].map(Math.abs)), dressed.expressions[k]).toBeGreaterThan(0.002);
    });
    expect(partOf(dressed, 'top').morphs).toEqual([]);
  });
});

test('bent and turned, the elbow has no step in its light', () => {
  const [average] = testShapes;
  const { model, dressed } = dressShape(average);
  const top = partOf(dressed, 'top');
  // The same sleeve with the weights of the bare skin below it.
  const sleeve = parts.parts.find(({ name }) => name === 'top') as SurfacePart;
  const share = (vertex: number, skin: Pick<BodyModel, 'skinJoints' | 'skinWeights'>) => {
    const corners = model.triangles.subarray(
      sleeve.anchorTriangles[vertex] * 3,
      sleeve.anchorTriangles[vertex] * 3 + 3,
    );
    const [b, c] = sleeve.anchorShares.subarray(vertex * 2, vertex * 2 + 2);
    const shares = [1 - (b + c) / 65535, b / 65535, c / 65535];
    const lower = jointOf(model, 'leftLowerArm');
    return corners.reduce((sum, corner, i) => {
      let weight = 0;
      for (let k = corner * 4; k < corner * 4 + 4; k++) if (skin.skinJoints[k] === lower) weight += skin.skinWeights[k];
      return sum + shares[i] * weight;
    }, 0);
  };
  // The turn of the forearm from one vertex to the next, as a share of the whole turn.
  const steepest = (turnOf: (vertex: number) => number) => {
    let most = 0;
    for (let at = 0; at < top.triangles.length; at += 3) {
      const corners = [...top.triangles.subarray(at, at + 3)];
      const values = corners.map(turnOf);
      const xs = corners.map((vertex) => top.positions[vertex * 3]);
      const length = highest(xs) - lowest(xs);
      if (length > 0.004) most = Math.max(most, (highest(values) - lowest(values)) / length);
    }
    return most;
  };
  const lowerArm = jointOf(model, 'leftLowerArm');
  const before = steepest((vertex) => share(vertex, model));
  const after = steepest((vertex) => weightOn(top, vertex, [lowerArm]));
  expect(after).toBeLessThan(0.8 * before);
});

/** Vertices of the skin part that are vertices of the body: body vertex -> vertex of the part. */
function placesOnSkin({ triangles }: BodyModel): Map<number, number> {
  const { anchorTriangles, anchorShares } = parts.parts.find(({ name }) => name === 'skin') as SurfacePart;
  const places = new Map<number, number>();
  anchorTriangles.forEach((triangle, vertex) => {
    const [b, c] = anchorShares.subarray(vertex * 2, vertex * 2 + 2);
    const corner = [65535 - b - c, b, c].indexOf(65535);
    if (corner >= 0) places.set(triangles[triangle * 3 + corner], vertex);
  });
  return places;
}

/** Vertices on edges that only one triangle has, of triangles that are not slivers; the eyes' openings left out. */
function borderOf({ triangles, positions }: Part): number[] {
  const edges = new Map<string, number>();
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[at + k], triangles[at + ((k + 1) % 3)]];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      edges.set(key, (edges.get(key) ?? 0) + 1);
    }
  }
  const border = new Set<number>();
  for (const [key, count] of edges) if (count === 1) for (const vertex of key.split(' ')) border.add(Number(vertex));
  const top = highest(Array.from({ length: positions.length / 3 }, (_, vertex) => positions[vertex * 3 + 1]));
  return [...border].filter((vertex) => positions[vertex * 3 + 1] > 0.3 * top);
}

function nearestTo(positions: Float64Array, x: number, y: number, z: number): number {
  let nearest = Infinity;
  for (let at = 0; at < positions.length; at += 3) {
    const distanceSq = (positions[at] - x) ** 2 + (positions[at + 1] - y) ** 2 + (positions[at + 2] - z) ** 2;
    if (distanceSq < nearest) nearest = distanceSq;
  }
  return Math.sqrt(nearest);
}

/** Vertices of the mouth that have skin 2 mm or more in front of them. */
function findMouth(skin: Part, leftEye: Float64Array, rightEye: Float64Array): { behind: number[] } {
  const size = Math.hypot(...[0, 1, 2].map((k) => leftEye[k] - rightEye[k]));
  const [middle, eyeY] = [(leftEye[0] + rightEye[0]) / 2, (leftEye[1] + rightEye[1]) / 2];
  const isMouth = (vertex: number) => {
    const [x, y, z] = skin.positions.subarray(vertex * 3, vertex * 3 + 3);
    return (
      Math.abs(x - middle) < 0.35 * size &&
      y < eyeY - 0.95 * size &&
      y > eyeY - 1.4 * size &&
      z > leftEye[2] - 0.7 * size
    );
  };
  const triangles: number[] = [];
  for (let at = 0; at < skin.triangles.length; at += 3) {
    if (isMouth(skin.triangles[at])) triangles.push(at);
  }
  const behind = Array.from({ length: skin.positions.length / 3 }, (_, vertex) => vertex).filter(
    (vertex) => isMouth(vertex) && frontOf(skin, triangles, vertex) > skin.positions[vertex * 3 + 2] + 0.004,
  );
  return { behind };
}

/** z of the frontmost skin on the line through a vertex along Z. */
function frontOf({ positions: p, triangles: corners }: Part, triangles: readonly number[], vertex: number): number {
  const [x, y] = [p[vertex * 3], p[vertex * 3 + 1]];
  let front = -Infinity;
  for (const at of triangles) {
    const [a, b, c] = [corners[at] * 3, corners[at + 1] * 3, corners[at + 2] * 3];
    const area = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (p[b + 1] - p[a + 1]);
    if (area <= 0) continue;
    const v = ((x - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (y - p[a + 1])) / area;
    const w = ((p[b] - p[a]) * (y - p[a + 1]) - (x - p[a]) * (p[b + 1] - p[a + 1])) / area;
    if (v < 0 || w < 0 || v + w > 1) continue;
    front = Math.max(front, p[a + 2] + v * (p[b + 2] - p[a + 2]) + w * (p[c + 2] - p[a + 2]));
  }
  return front;
}
