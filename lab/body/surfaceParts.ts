import { faceMorphs } from './faceMorphs.ts';
import type { MaterialName } from './materials.ts';
import type { SkinPaint } from './paintSkin.ts';
import type { Part } from './part.ts';
import { keptBones } from './rig.ts';
import { normalsOf, pointOf, type Surface } from './surface.ts';

/** The four strongest bones of dense rows, strongest first, weights summing to 1. */
function strongestBones(rows: readonly Float64Array[]): Pick<Part, 'bones' | 'weights'> {
  const bones = new Uint8Array(rows.length * 4);
  const weights = new Float64Array(rows.length * 4);
  rows.forEach((row, vertex) => {
    const order = [...keptBones.keys()].filter((bone) => row[bone] > 1e-4).sort((a, b) => row[b] - row[a] || a - b);
    const strongest = order.slice(0, 4);
    const sum = strongest.reduce((total, bone) => total + row[bone], 0);
    strongest.forEach((bone, k) => {
      bones[vertex * 4 + k] = bone;
      weights[vertex * 4 + k] = row[bone] / sum;
    });
  });
  return { bones, weights };
}

/** A region that becomes a part, with its material's name, and its colour factors by position, if any. */
export interface SurfaceRegion {
  readonly region: MaterialName;
  readonly paint?: SkinPaint;
}

/** One part per region, in the order given; vertices are doubled only along texture seams. */
export function surfaceParts(surface: Surface, regions: readonly SurfaceRegion[]): Part[] {
  return regions.map(({ region, paint }) => {
    const own = surface.triangles.filter((triangle) => triangle.region === region);
    const surfaceNormals = normalsOf(surface, own);
    const numbers = new Map<string, number>();
    const [positions, normals, uvs, colors, triangles]: number[][] = [[], [], [], [], []];
    const rows: Float64Array[] = [];
    for (const triangle of own) {
      triangle.vertices.forEach((vertex, k) => {
        const uv = triangle.uvs[k];
        const key = `${vertex} ${uv}`;
        let number = numbers.get(key);
        if (number === undefined) {
          number = rows.length;
          numbers.set(key, number);
          const point = pointOf(surface, vertex);
          positions.push(...point);
          const normal = surfaceNormals.subarray(vertex * 3, vertex * 3 + 3);
          if (paint) colors.push(...paint(point, normal));
          normals.push(...normal);
          uvs.push(surface.uvs[uv * 2], 1 - surface.uvs[uv * 2 + 1]);
          rows.push(surface.rows[vertex]);
        }
        triangles.push(number);
      });
    }
    return {
      name: region,
      material: region,
      positions: Float64Array.from(positions),
      normals: Float64Array.from(normals),
      uvs: Float64Array.from(uvs),
      colors: paint ? Float64Array.from(colors) : null,
      ...strongestBones(rows),
      triangles: Uint32Array.from(triangles),
      morphs: morphsOf(rows),
    };
  });
}

/** The morph columns of the rows, or nothing where all are still. */
function morphsOf(rows: readonly Float64Array[]): Float64Array[] {
  const morphs = faceMorphs.map((_, morph) => {
    const at = keptBones.length + morph * 3;
    return Float64Array.from(rows.flatMap((row) => [...row.subarray(at, at + 3)]));
  });
  return morphs.some((morph) => morph.some((value) => Math.abs(value) > 1e-5)) ? morphs : [];
}
