import { writeGlb } from '../gltf/glb.js';
import { POINT_INTS, SCAN_STEP } from './scanIntake.js';
import type { TreeCube, TreeWork } from './treeCube.js';

const UNSIGNED_SHORT = 5123;
/** Position and colour of a point: four numbers of 16 bits each, of which glTF's alignment takes one. */
const POINT_SHORTS = 8;

/** Steps of a scan in a step of a tile's positions, as a power of two: a cube's side is 65 536 of them at most. */
const quantumBits = ({ sideBits }: TreeCube) => Math.max(0, sideBits - 16);

/** How far a point of a tile may be from where it was, along each axis, metres: nothing where the cube is small enough. */
export function tileError(cube: TreeCube): number {
  const bits = quantumBits(cube);
  return bits === 0 ? 0 : 2 ** (bits - 1) * SCAN_STEP;
}

/**
 * Points of a cube as a GLB: positions of 16 bits (KHR_mesh_quantization), which its node takes to metres with Y up, and colours of 16
 * bits, linear as glTF wants them: of 8 bits, dark rooms would be left with three greys.
 */
export function encodePointTile(points: Int32Array, cube: TreeCube, { colourOf, shift }: TreeWork): Uint8Array {
  const count = points.length / POINT_INTS;
  const bits = quantumBits(cube);
  const greatest = 2 ** (cube.sideBits - bits) - 1;
  const out = new Uint16Array(count * POINT_SHORTS);
  const [min, max] = [
    [65535, 65535, 65535],
    [0, 0, 0],
  ];
  for (let i = 0; i < count; i++) {
    const from = i * POINT_INTS;
    const at = i * POINT_SHORTS;
    out[at] = (points[from] - cube.x) >> bits;
    out[at + 1] = (points[from + 2] - cube.z) >> bits;
    out[at + 2] = greatest - ((points[from + 1] - cube.y) >> bits);
    colourOf(points, from, out, at + 4);
    out[at + 7] = 65535;
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], out[at + k]);
      max[k] = Math.max(max[k], out[at + k]);
    }
  }
  const scale = 2 ** bits * SCAN_STEP;
  // A step of a tile stands for the middle of those that became it.
  const half = (2 ** bits - 1) / 2;
  const translation = [
    (cube.x + shift[0] + half) * SCAN_STEP,
    (cube.z + shift[2] + half) * SCAN_STEP,
    -(cube.y + shift[1] + half + greatest * 2 ** bits) * SCAN_STEP,
  ];
  const bytes = new Uint8Array(out.buffer);
  const accessor = { bufferView: 0, componentType: UNSIGNED_SHORT, count };
  return writeGlb({
    json: {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_mesh_quantization', 'KHR_materials_unlit'],
      extensionsRequired: ['KHR_mesh_quantization'],
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, translation, scale: [scale, scale, scale] }],
      materials: [{ extensions: { KHR_materials_unlit: {} } }],
      meshes: [{ primitives: [{ mode: 0, material: 0, attributes: { POSITION: 0, COLOR_0: 1 } }] }],
      accessors: [
        { ...accessor, byteOffset: 0, type: 'VEC3', min, max },
        { ...accessor, byteOffset: 8, type: 'VEC4', normalized: true },
      ],
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: bytes.length, byteStride: POINT_SHORTS * 2, target: 34962 },
      ],
      buffers: [{ byteLength: bytes.length }],
    },
    binary: bytes,
  });
}
