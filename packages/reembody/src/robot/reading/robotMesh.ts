import { FormatError, looksLikeCollada, type Mesh, readCollada, readMesh } from '@leib/formats';

/** A mesh of a robot, as it lies in its own space, metres. */
export interface RobotMesh {
  /** corners x 3 and triangles x 3. */
  readonly vertices: Float32Array;
  readonly triangles: Uint32Array;
  /** Colours that its file gives to runs of triangles; empty where it gives none. */
  readonly colors: readonly RobotMeshColor[];
  /** Its outermost points in some directions. points x 3. */
  readonly outermost: Float64Array;
}

export interface RobotMeshColor {
  readonly firstTriangle: number;
  readonly triangleCount: number;
  readonly color: readonly [red: number, green: number, blue: number, opacity: number];
}

/** Directions in which outermost points are taken, and vertices that are looked at: enough to see where a link ends. */
const DIRECTION_COUNT = 42;
const MAX_LOOKED_AT = 8000;

/** Reads a mesh file; `transform` is what the description says about it: scale, and where MJCF moves its origin to. */
export async function readRobotMesh(
  bytes: Uint8Array,
  reference: string,
  transform: MeshTransform,
): Promise<RobotMesh> {
  return placeRobotMesh(await readMeshFile(bytes, reference), transform);
}

/** A mesh that was read before, where a part of the robot has it. */
export function placeRobotMesh(mesh: Mesh, transform: MeshTransform): RobotMesh {
  const vertices = new Float32Array(mesh.positions);
  if (!isIdentity(transform)) for (let i = 0; i < vertices.length; i += 3) moveVertex(vertices, i, transform);
  const colors = 'colors' in mesh ? (mesh as ReturnType<typeof readCollada>).colors : [];
  return {
    vertices,
    triangles: mirrors(transform) ? flipped(mesh.triangles) : mesh.triangles,
    colors: mesh.groups.flatMap(({ firstTriangle, triangleCount }, i) => {
      const color = colors[i];
      return color ? [{ firstTriangle, triangleCount, color }] : [];
    }),
    outermost: outermostPoints(vertices),
  };
}

/** A mesh's vertices become (R^-1)(scale * vertex - position). */
export interface MeshTransform {
  readonly scale: readonly number[];
  readonly position: readonly number[];
  /** w x y z, as MuJoCo writes it. */
  readonly rotation: readonly number[];
}

function isIdentity({ scale, position, rotation }: MeshTransform): boolean {
  return scale.every((each) => each === 1) && position.every((each) => each === 0) && rotation[0] === 1;
}

function mirrors({ scale: [x, y, z] }: MeshTransform): boolean {
  return x * y * z < 0;
}

function flipped(triangles: Uint32Array): Uint32Array {
  const out = triangles.slice();
  for (let i = 0; i < out.length; i += 3) {
    out[i + 1] = triangles[i + 2];
    out[i + 2] = triangles[i + 1];
  }
  return out;
}

function moveVertex(
  vertices: Float32Array,
  at: number,
  { scale, position, rotation: [w, x, y, z] }: MeshTransform,
): void {
  const a = vertices[at] * scale[0] - position[0];
  const b = vertices[at + 1] * scale[1] - position[1];
  const c = vertices[at + 2] * scale[2] - position[2];
  const tx = -2 * (y * c - z * b);
  const ty = -2 * (z * a - x * c);
  const tz = -2 * (x * b - y * a);
  vertices[at] = a + w * tx - y * tz + z * ty;
  vertices[at + 1] = b + w * ty - z * tx + x * tz;
  vertices[at + 2] = c + w * tz - x * ty + y * tx;
}

/** STL, OBJ, COLLADA and others, and MuJoCo's own. Throws FormatError. */
export async function readMeshFile(bytes: Uint8Array, reference: string): Promise<Mesh> {
  if (/\.msh$/i.test(reference)) return readMsh(bytes);
  return looksLikeCollada(bytes) ? readCollada(bytes) : readMesh(bytes);
}

/** MuJoCo's own binary format: four counts, then vertices, normals, texture coordinates and faces. */
function readMsh(bytes: Uint8Array): Mesh {
  if (bytes.length < 16)
    throw new FormatError('file', '', 'expected a mesh of MuJoCo (.msh), got less than its header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [vertices, normals, texcoords, faces] = [0, 4, 8, 12].map((at) => view.getInt32(at, true));
  const needed = 16 + (vertices * 3 + normals * 3 + texcoords * 2 + faces * 3) * 4;
  if ([vertices, normals, texcoords, faces].some((count) => count < 0) || needed > bytes.length) {
    throw new FormatError('file', '', `expected a mesh of MuJoCo of ${needed} bytes, got ${bytes.length}`);
  }
  const positions = Float64Array.from({ length: vertices * 3 }, (_, i) => view.getFloat32(16 + i * 4, true));
  const facesAt = 16 + (vertices * 3 + normals * 3 + texcoords * 2) * 4;
  const triangles = Uint32Array.from({ length: faces * 3 }, (_, i) => view.getInt32(facesAt + i * 4, true));
  const beyond = triangles.find((corner) => corner >= vertices);
  if (beyond !== undefined) throw new FormatError('file', '', `expected vertices below ${vertices}, got ${beyond}`);
  return { name: '', positions, triangles, groups: [] };
}

/** The same format, for the engine. */
export function writeMsh({ vertices, triangles }: RobotMesh): Uint8Array {
  const bytes = new Uint8Array(16 + (vertices.length + triangles.length) * 4);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, vertices.length / 3, true);
  view.setInt32(12, triangles.length / 3, true);
  for (const [i, value] of vertices.entries()) view.setFloat32(16 + i * 4, value, true);
  for (const [i, value] of triangles.entries()) view.setInt32(16 + (vertices.length + i) * 4, value, true);
  return bytes;
}

/** Of a cloud of points, the farthest in directions all around (a Fibonacci lattice on the sphere), each once. */
function outermostPoints(vertices: Float32Array): Float64Array {
  const chosen = new Set<number>();
  const step = 3 * Math.max(1, Math.floor(vertices.length / 3 / MAX_LOOKED_AT));
  for (let d = 0; d < DIRECTION_COUNT; d++) {
    const z = 1 - (2 * d + 1) / DIRECTION_COUNT;
    const radius = Math.sqrt(1 - z * z);
    const x = radius * Math.cos(d * Math.PI * (3 - Math.sqrt(5)));
    const y = radius * Math.sin(d * Math.PI * (3 - Math.sqrt(5)));
    let best = 0;
    let farthest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < vertices.length; i += step) {
      const along = vertices[i] * x + vertices[i + 1] * y + vertices[i + 2] * z;
      if (along <= farthest) continue;
      farthest = along;
      best = i;
    }
    chosen.add(best);
  }
  return Float64Array.from([...chosen].flatMap((at) => [vertices[at], vertices[at + 1], vertices[at + 2]]));
}
