import { type BodyModel, buildMannequin, defaultLandmarks, smoothMannequin, updateNormals } from '@leib/body';
import { type Anchor, createAnchorFinder } from './anchors.ts';
import { EYE_RADIUS } from './eyes.ts';
import { faceMorphs, readAgeing, restShareOf } from './faceMorphs.ts';
import {
  type BodyPart,
  type BodyParts,
  boxOf,
  boxVertices,
  buildClothPlan,
  OFFSET_STEP,
  spanCloth,
} from './internals.ts';
import { makeLongHair } from './longHair.ts';
import { type DefaultPerson, makeDefaultPerson } from './makeAvatar.ts';
import type { Part } from './part.ts';
import { boneIndex, keptBones } from './rig.ts';
import { SOLE_HEIGHT } from './shoes.ts';
import type { SourceFiles } from './sourcePackage.ts';
import { pointOf, type Surface } from './surface.ts';
import { BODY_VERTEX_COUNT } from './targets.ts';

/** Steps along edges from bare skin after which the surface is smoothed fully. */
const CLOTH_DEPTH = 3;

/** Raw material -> what a body can wear: the default person's parts, bound to the skin they were made on. */
export function makeParts(source: SourceFiles, model: BodyModel): BodyParts {
  const person = makeDefaultPerson(source);
  const { barePositions, joints, surface, scale } = person;
  const clothAmounts = findClothAmounts(surface, model);
  const cloth = barePositions.slice();
  smoothMannequin(buildMannequin(model, defaultLandmarks), cloth);
  spanCloth(buildClothPlan(model.triangles, clothAmounts), cloth);
  const normals = new Float64Array(cloth.length);
  updateNormals(model.triangles, cloth, normals);

  const bind = createBinder(model, person, cloth, normals);
  const eyeHeight = joints[boneIndex.leftEye * 3 + 1];
  const foot = (side: 'left' | 'right') => boxOf(boxVertices(model, side, 0, barePositions), barePositions);
  const head = boxOf(boxVertices(model, 'head', eyeHeight, barePositions), barePositions);
  const middleOfHead = head.min.map((low, k) => (low + head.max[k]) / 2);
  const longHair = makeLongHair(surface);
  const [left, right] = [boneIndex.leftEye * 3, boneIndex.rightEye * 3];
  return {
    bodyVertexCount: BODY_VERTEX_COUNT,
    bodyTriangleCount: model.triangles.length / 3,
    parts: [
      ...(['skin', 'top', 'trousers', 'hair'] as const).map((region) => bind.region(region)),
      bind.laidOn(person.brows),
      ...person.shoes.map((part) => rigid(part, 'foot', [0, 0, 0])),
      ...person.eyes.map((part) => {
        const at = boneIndex[part.name] * 3;
        return rigid(part, 'eye', [...joints.subarray(at, at + 3)]);
      }),
      rigid(longHair, 'head', middleOfHead),
    ],
    expressions: faceMorphs.map((morph, k) => ({
      name: morph.name,
      restShare: restShareOf(morph),
      displacements: Float32Array.from(person.morphs[k]),
    })),
    ageing: {
      name: 'ageing',
      restShare: 0,
      displacements: Float32Array.from(readAgeing(source.targets), (value) => value * scale),
    },
    clothAmounts,
    lids: { left: findLids(person, 'left'), right: findLids(person, 'right') },
    eyesApart: Math.hypot(...[0, 1, 2].map((k) => joints[left + k] - joints[right + k])),
    ankleHeight: (joints[boneIndex.leftFoot * 3 + 1] + joints[boneIndex.rightFoot * 3 + 1]) / 2 - SOLE_HEIGHT,
    soleHeight: SOLE_HEIGHT,
    foot: { left: foot('left'), right: foot('right') },
    head,
  };
}

/** Skin this near to the front of the eyeball belongs to the lids, metres. */
const LID = 0.006;

function findLids({ barePositions, joints }: DefaultPerson, side: 'left' | 'right') {
  const at = boneIndex[`${side}Eye`] * 3;
  const vertices: number[] = [];
  const places: number[] = [];
  for (let vertex = 0; vertex < BODY_VERTEX_COUNT; vertex++) {
    const place = [0, 1, 2].map((k) => barePositions[vertex * 3 + k] - joints[at + k]);
    if (place[2] < 0.003 || Math.abs(Math.hypot(...place) - EYE_RADIUS) > LID) continue;
    vertices.push(vertex);
    places.push(...place);
  }
  return { vertices, places };
}

/** 255 under cloth, less towards its edge, 0 where skin shows or a shoe covers it. */
function findClothAmounts(surface: Surface, { triangles }: BodyModel): Uint8Array {
  const depth = new Int32Array(BODY_VERTEX_COUNT);
  for (const { vertices, region } of surface.triangles) {
    for (const vertex of vertices) {
      if (vertex < BODY_VERTEX_COUNT && (region === 'top' || region === 'trousers')) depth[vertex] = 1000;
    }
  }
  for (const { vertices, region } of surface.triangles) {
    if (region === 'skin' || region === 'hair') {
      for (const vertex of vertices) if (vertex < BODY_VERTEX_COUNT) depth[vertex] = 0;
    }
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = 0; at < triangles.length; at += 3) {
      const corners = triangles.subarray(at, at + 3);
      const least = Math.min(...corners.map((vertex) => depth[vertex])) + 1;
      for (const vertex of corners) if (depth[vertex] > least) [depth[vertex], changed] = [least, true];
    }
  }
  return Uint8Array.from(depth, (steps) => Math.round((255 * Math.min(CLOTH_DEPTH, steps)) / CLOTH_DEPTH));
}

const inSteps = (value: number, what: string) => {
  const steps = Math.round(value / OFFSET_STEP);
  if (Math.abs(steps) > 32767) throw new Error(`${what}: an offset of ${value} m does not fit the file.`);
  return steps;
};

/** Binds what lies over the skin to the triangle below it. */
function createBinder(model: BodyModel, person: DefaultPerson, cloth: Float64Array, normals: Float64Array) {
  const { surface, barePositions, paint } = person;
  const findAnchor = createAnchorFinder(model.triangles, barePositions);
  const placeColumn = keptBones.length + faceMorphs.length * 3;

  function bound(
    name: string,
    points: readonly (readonly number[])[],
    anchors: readonly Anchor[],
    triangles: readonly number[],
    scalp: readonly (readonly number[])[] | null,
  ): BodyPart {
    const mixedAt = (i: number, rows: Float64Array): number[] => {
      const { triangle, shares } = anchors[i];
      return [0, 1, 2].map((k) =>
        shares.reduce((sum, share, corner) => sum + share * rows[model.triangles[triangle * 3 + corner] * 3 + k], 0),
      );
    };
    const offsetsOf = (places: readonly (readonly number[])[]) => {
      const [heights, shifts]: number[][] = [[], []];
      places.forEach((point, i) => {
        const normal = mixedAt(i, normals);
        const length = Math.hypot(...normal);
        const base = mixedAt(i, cloth);
        const offset = point.map((value, k) => value - base[k]);
        const height = offset.reduce((sum, value, k) => sum + (value * normal[k]) / length, 0);
        heights.push(inSteps(height, name));
        shifts.push(...offset.map((value, k) => inSteps(value - (height * normal[k]) / length, name)));
      });
      return { heights: Int16Array.from(heights), shifts: Int16Array.from(shifts) };
    };
    return {
      name,
      material: name as BodyPart['material'],
      binding: 'surface',
      vertexCount: points.length,
      triangles: Uint16Array.from(triangles),
      colours:
        name === 'skin'
          ? Uint8Array.from(
              points.flatMap(([x, y, z], i) =>
                paint([x, y, z], mixedAt(i, normals)).map((value) => Math.round(255 * value)),
              ),
            )
          : null,
      anchorTriangles: Uint16Array.from(anchors, ({ triangle }) => triangle),
      anchorShares: Uint16Array.from(
        anchors.flatMap(({ shares }) => shares.slice(1).map((s) => Math.round(65535 * s))),
      ),
      ...offsetsOf(points),
      bare: scalp && offsetsOf(scalp),
    };
  }

  return {
    /** A region of the surface; its vertices know where on the bare body they came from. */
    region(region: string): BodyPart {
      const numbers = new Map<number, number>();
      const triangles: number[] = [];
      for (const triangle of surface.triangles) {
        if (triangle.region !== region) continue;
        for (const vertex of triangle.vertices) {
          const number = numbers.get(vertex) ?? numbers.size;
          numbers.set(vertex, number);
          triangles.push(number);
        }
      }
      const vertices = [...numbers.keys()];
      const anchors = vertices.map((vertex) => {
        const place = surface.rows[vertex].subarray(placeColumn, placeColumn + 3);
        return findAnchor(place, vertex < BODY_VERTEX_COUNT ? vertex : null);
      });
      return bound(
        region,
        vertices.map((vertex) => pointOf(surface, vertex)),
        anchors,
        triangles,
        region === 'hair' ? vertices.map((vertex) => [...surface.rows[vertex].slice(-3)]) : null,
      );
    },
    /** A part that was laid on the skin afterwards. */
    laidOn({ name, positions, triangles }: Part): BodyPart {
      const points = Array.from({ length: positions.length / 3 }, (_, i) => [...positions.subarray(i * 3, i * 3 + 3)]);
      return bound(
        name,
        points,
        points.map((point) => findAnchor(point, null)),
        [...triangles],
        null,
      );
    },
  };
}

/** A part with a shape of its own. */
function rigid(part: Part, binding: 'eye' | 'foot' | 'head', origin: readonly number[]): BodyPart {
  const { name, positions, triangles, colors, bones, weights } = part;
  const side = name.startsWith('left') ? 'left' : name.startsWith('right') ? 'right' : 'middle';
  const shares = Uint8Array.from(weights, (weight) => Math.round(weight * 255));
  for (let at = 0; at < shares.length; at += 4) {
    shares[at] += 255 - (shares[at] + shares[at + 1] + shares[at + 2] + shares[at + 3]);
  }
  return {
    name,
    material: part.material as BodyPart['material'],
    binding,
    side,
    vertexCount: positions.length / 3,
    triangles: Uint16Array.from(triangles),
    colours: colors && Uint8Array.from(colors, (value) => Math.round(255 * value)),
    places: Int16Array.from(positions, (value, i) => inSteps(value - origin[i % 3], name)),
    joints: bones,
    shares,
  };
}
