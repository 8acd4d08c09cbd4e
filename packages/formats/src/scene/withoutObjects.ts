import type { MeshScene, ScenePart } from './meshScene.js';

/** The scene without the surfaces of some nodes, for example small marks that only say where joints are. */
export function withoutObjects(scene: MeshScene, nodes: ReadonlySet<number>): MeshScene {
  const kept = scene.parts.filter(({ node }) => !nodes.has(node));
  if (kept.length === scene.parts.length) return scene;
  const firstOf = new Map<number, number>();
  let vertexCount = 0;
  let triangleCount = 0;
  for (const part of kept) {
    if (!firstOf.has(part.firstVertex)) {
      firstOf.set(part.firstVertex, vertexCount);
      vertexCount += part.vertexCount;
    }
    triangleCount += part.triangleCount;
  }
  const positions = new Float64Array(vertexCount * 3);
  const triangles = new Uint32Array(triangleCount * 3);
  let firstTriangle = 0;
  const parts = kept.map((part): ScenePart => {
    const firstVertex = firstOf.get(part.firstVertex) as number;
    const from = part.firstVertex;
    positions.set(scene.positions.subarray(from * 3, (from + part.vertexCount) * 3), firstVertex * 3);
    for (let k = 0; k < part.triangleCount * 3; k++) {
      triangles[firstTriangle * 3 + k] = scene.triangles[part.firstTriangle * 3 + k] - from + firstVertex;
    }
    const placed = { ...part, firstVertex, firstTriangle };
    firstTriangle += part.triangleCount;
    return placed;
  });
  return { ...scene, parts, positions, triangles };
}
