import { normalsOf, pointOf, type Surface, type SurfaceTriangle, vertexCountOf } from './surface.ts';
import { findNeighbours, smoothRows } from './topology.ts';

/**
 * Raises the triangles inside a region off the surface along the normals, like cloth lying on skin, and closes the
 * step along the border with a rim that belongs to the region. A closed surface stays closed where it was, judged by
 * positions.
 */
export function liftRegion(
  surface: Surface,
  isInside: (triangle: SurfaceTriangle) => boolean,
  thickness: (vertex: number) => number,
): void {
  const { positions, rows, triangles } = surface;
  const normals = softNormals(surface);
  const inside = new Set<number>();
  const outside = new Set<number>();
  const regionOfEdge = new Map<string, SurfaceTriangle>();
  for (const triangle of triangles) {
    const within = isInside(triangle);
    for (const vertex of triangle.vertices) (within ? inside : outside).add(vertex);
    if (within) for (const key of edgeKeys(triangle)) regionOfEdge.set(key, triangle);
  }

  const raised = new Map<number, number>();
  for (const vertex of inside) {
    const height = thickness(vertex);
    const point = [0, 1, 2].map((k) => positions[vertex * 3 + k] + normals[vertex * 3 + k] * height);
    if (outside.has(vertex)) {
      raised.set(vertex, vertexCountOf(surface));
      positions.push(...point);
      rows.push(rows[vertex].slice());
    } else {
      point.forEach((value, k) => {
        positions[vertex * 3 + k] = value;
      });
    }
  }

  const lift = (vertex: number) => raised.get(vertex) ?? vertex;
  const rim: SurfaceTriangle[] = [];
  // The rim has vertices of its own at the same places, so that it meets cloth and skin in a crisp edge.
  const copies = new Map<number, number>();
  const copy = (vertex: number) => {
    let own = copies.get(vertex);
    if (own === undefined) {
      own = vertexCountOf(surface);
      positions.push(...pointOf(surface, vertex));
      rows.push(rows[vertex].slice());
      copies.set(vertex, own);
    }
    return own;
  };
  triangles.forEach((triangle, index) => {
    if (!isInside(triangle)) {
      // The outside triangle runs along the border the other way round, so its edge reversed is the region's own.
      for (let k = 0; k < 3; k++) {
        const [a, b] = [triangle.vertices[k], triangle.vertices[(k + 1) % 3]];
        const owner = regionOfEdge.get(`${b} ${a}`);
        if (!owner) continue;
        const [ua, ub] = [owner.uvs[owner.vertices.indexOf(a)], owner.uvs[owner.vertices.indexOf(b)]];
        const [low, high] = [(v: number) => copy(v), (v: number) => copy(lift(v))];
        rim.push({ vertices: [low(b), low(a), high(a)], uvs: [ub, ua, ua], region: owner.region });
        rim.push({ vertices: [low(b), high(a), high(b)], uvs: [ub, ua, ub], region: owner.region });
      }
      return;
    }
    const [a, b, c] = triangle.vertices;
    triangles[index] = { ...triangle, vertices: [lift(a), lift(b), lift(c)] };
  });
  triangles.push(...rim);
}

/** Normals averaged with their neighbours a few times: an edge lifted along them runs smooth. */
function softNormals(surface: Surface): Float64Array {
  const corners = surface.triangles.flatMap(({ vertices }) => vertices);
  const neighbours = findNeighbours(vertexCountOf(surface), corners, 3);
  let normals = normalsOf(surface);
  for (let step = 0; step < 4; step++) normals = smoothRows(normals, 3, neighbours, 0.5);
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at], normals[at + 1], normals[at + 2]);
    if (length > 0) for (let k = 0; k < 3; k++) normals[at + k] /= length;
  }
  return normals;
}

function edgeKeys({ vertices: [a, b, c] }: SurfaceTriangle): string[] {
  return [`${a} ${b}`, `${b} ${c}`, `${c} ${a}`];
}
