import { normalsOf, type Surface, type SurfaceTriangle, vertexCountOf } from './surface.ts';

/**
 * Halves every edge of the chosen triangles; their neighbours are split to match, so no crack opens. New vertices lie
 * on the curve through both ends with the ends' normals: Vlachos, Peters, Boyd & Mitchell, "Curved PN triangles",
 * 2001, whose edge cubic at 1/2 is  (a + b)/2 - ((b - a).na na + (a - b).nb nb) / 8.
 */
export function subdivideSurface(surface: Surface, isChosen: (triangle: SurfaceTriangle) => boolean): void {
  const { positions, rows, uvs, triangles } = surface;
  const normals = normalsOf(surface);
  const middles = new Map<string, number>();
  const uvMiddles = new Map<string, number>();
  const edgeKey = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);

  for (const { vertices } of triangles.filter(isChosen)) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [vertices[k], vertices[(k + 1) % 3]];
      const key = edgeKey(a, b);
      if (middles.has(key)) continue;
      let [alongA, alongB] = [0, 0];
      for (let i = 0; i < 3; i++) {
        const edge = positions[b * 3 + i] - positions[a * 3 + i];
        alongA += edge * normals[a * 3 + i];
        alongB -= edge * normals[b * 3 + i];
      }
      middles.set(key, vertexCountOf(surface));
      for (let i = 0; i < 3; i++) {
        const bow = (alongA * normals[a * 3 + i] + alongB * normals[b * 3 + i]) / 8;
        positions.push((positions[a * 3 + i] + positions[b * 3 + i]) / 2 - bow);
      }
      rows.push(rows[a].map((value, k) => (value + rows[b][k]) / 2));
    }
  }

  const middleUv = (a: number, b: number) => {
    const key = edgeKey(a, b);
    let uv = uvMiddles.get(key);
    if (uv === undefined) {
      uv = uvs.length / 2;
      uvs.push((uvs[a * 2] + uvs[b * 2]) / 2, (uvs[a * 2 + 1] + uvs[b * 2 + 1]) / 2);
      uvMiddles.set(key, uv);
    }
    return uv;
  };

  const split: SurfaceTriangle[] = [];
  for (const triangle of triangles) {
    const { vertices, region } = triangle;
    const halved = [0, 1, 2].map((k) => middles.get(edgeKey(vertices[k], vertices[(k + 1) % 3])));
    const count = halved.filter((middle) => middle !== undefined).length;
    if (count === 0) {
      split.push(triangle);
      continue;
    }
    // Rotate so that the halved edges come first: [0-1], [0-1, 1-2], or all.
    const first =
      count === 3 ? 0 : [0, 1, 2].findIndex((k) => halved[k] !== undefined && halved[(k + 2) % 3] === undefined);
    const corner = (k: number) => [vertices[(first + k) % 3], triangle.uvs[(first + k) % 3]] as const;
    const middle = (k: number) =>
      [halved[(first + k) % 3] as number, middleUv(corner(k)[1], corner((k + 1) % 3)[1])] as const;
    const add = (...corners: (readonly [number, number])[]) => {
      const [a, b, c] = corners;
      split.push({ vertices: [a[0], b[0], c[0]], uvs: [a[1], b[1], c[1]], region });
    };
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    if (count === 1) {
      add(a, middle(0), c);
      add(middle(0), b, c);
    } else if (count === 2) {
      add(middle(0), b, middle(1));
      add(a, middle(0), middle(1));
      add(a, middle(1), c);
    } else {
      add(a, middle(0), middle(2));
      add(middle(0), b, middle(1));
      add(middle(2), middle(1), c);
      add(middle(0), middle(1), middle(2));
    }
  }
  triangles.splice(0, triangles.length, ...split);
}
