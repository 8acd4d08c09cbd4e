import type { GltfJson } from '../gltf/glb.js';
import type { GltfRecord } from '../mesh/gltfAccessor.js';

/** One drawn part of a scene: a primitive of a mesh, as one node shows it. */
export interface ScenePart {
  /** Index of the node and of the primitive in its mesh. */
  readonly node: number;
  readonly primitive: number;
  /** Its vertices in `positions`; parts of one node that share their data share their vertices. */
  readonly firstVertex: number;
  readonly vertexCount: number;
  /** Its triangles in `triangles`. */
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

/** A named thing in the scene and where it is. */
export interface SceneObject {
  readonly node: number;
  readonly name: string;
  /** Parent among the nodes; -1 for none. */
  readonly parent: number;
  /** The node's own place, or the middle of its mesh's bounds; file's axes and unit. */
  readonly position: readonly [number, number, number];
  /** Diagonal of its mesh's bounds; 0 for a node without a mesh. */
  readonly size: number;
}

/** All surfaces of a file in one frame, with the file itself, so that it can be written again with a skin. */
export interface MeshScene {
  readonly json: GltfJson;
  readonly binary: Uint8Array | null;
  /** True where the file was OBJ or PLY. */
  readonly isConverted: boolean;
  /** World matrix of each node, column-major. */
  readonly worlds: readonly Float64Array[];
  readonly parts: readonly ScenePart[];
  readonly objects: readonly SceneObject[];
  /** All vertices, world space of the file. vertexCount x 3. */
  readonly positions: Float64Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
}

export function nameOf(record: GltfRecord): string {
  return typeof record.name === 'string' ? record.name : '';
}
