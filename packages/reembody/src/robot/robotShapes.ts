import { type MujocoModel, shapeKind } from '../engine/mujoco.js';
import { meshNumber } from './mapping/readRobotTree.js';
import { dot, type Triple } from './mapping/triple.js';
import type { RobotMesh, RobotMeshColor } from './reading/robotMesh.js';
import type { Robot } from './robot.js';

/** A shape that a robot is drawn with, in its own space as MuJoCo has it: capsules and cylinders stand along z. */
export interface RobotShape {
  readonly kind: 'sphere' | 'capsule' | 'ellipsoid' | 'cylinder' | 'box' | 'mesh';
  /** As MuJoCo has it: radius; radius and half length; half sizes. Metres. */
  readonly size: readonly [number, number, number];
  /** 0..1. */
  readonly color: readonly [red: number, green: number, blue: number, opacity: number];
  /** Of a mesh, else empty: corners x 3, triangles x 3. */
  readonly vertices: Float32Array;
  readonly triangles: Uint32Array;
  /** Colours that the mesh's file gives to runs of its triangles, over `color`. */
  readonly meshColors: readonly RobotMeshColor[];
}

/** MuJoCo's viewer leaves out groups from here on: shapes to collide with, which others are drawn over. */
const FIRST_HIDDEN_GROUP = 3;

/** Shapes of moving bodies that are meant to be seen; where none is marked so, all of them. */
export function drawnShapes({ model }: Robot): number[] {
  const all = Array.from({ length: model.ngeom }, (_, i) => i).filter(
    (i) => model.geom_bodyid[i] > 0 && kindOf(model.geom_type[i]) !== null && meshNumber(model, i) >= 0,
  );
  const meant = all.filter((i) => model.geom_group[i] < FIRST_HIDDEN_GROUP && colorOf({ model }, i)[3] > 0);
  return meant.length > 0 ? meant : all;
}

function kindOf(type: number): RobotShape['kind'] | null {
  for (const kind of ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh'] as const) {
    if (shapeKind[kind] === type) return kind;
  }
  return null;
}

function colorOf({ model }: Pick<Robot, 'model'>, number: number): RobotShape['color'] {
  const material = model.geom_matid[number];
  const colors = material < 0 ? model.geom_rgba : model.mat_rgba;
  const at = (material < 0 ? number : material) * 4;
  return [colors[at], colors[at + 1], colors[at + 2], colors[at + 3]];
}

export function readShape(robot: Robot, meshes: readonly RobotMesh[], number: number): RobotShape {
  const { model } = robot;
  const color = colorOf(robot, number);
  const drawn = meshes[meshNumber(model, number) - 1];
  const size: RobotShape['size'] = [...model.geom_size.subarray(number * 3, number * 3 + 3)] as never;
  if (drawn !== undefined) {
    const { vertices, triangles, colors } = drawn;
    return { kind: 'mesh', size, color, vertices, triangles, meshColors: hasOwnColor(model, number) ? [] : colors };
  }
  const mesh = model.geom_dataid[number];
  const kind = kindOf(model.geom_type[number]) ?? 'sphere';
  const isMesh = kind === 'mesh' && mesh >= 0;
  const vertex = isMesh ? model.mesh_vertadr[mesh] * 3 : 0;
  const face = isMesh ? model.mesh_faceadr[mesh] * 3 : 0;
  return {
    kind,
    size,
    color,
    vertices: isMesh ? model.mesh_vert.slice(vertex, vertex + model.mesh_vertnum[mesh] * 3) : new Float32Array(0),
    triangles: isMesh
      ? Uint32Array.from(model.mesh_face.slice(face, face + model.mesh_facenum[mesh] * 3))
      : new Uint32Array(0),
    meshColors: [],
  };
}

/** Whether the description gives a colour; MuJoCo's own is a middle grey. */
function hasOwnColor(model: MujocoModel, number: number): boolean {
  const isGrey = [0, 1, 2].every((k) => model.geom_rgba[number * 4 + k] === 0.5);
  return model.geom_matid[number] >= 0 || !isGrey;
}

/** Height of the lowest point of its shapes, along a direction. */
export function lowestPoint({ tree }: Robot, up: Triple): number {
  const heights = tree.bodyPoints.flat().map((point) => dot(point, up));
  return heights.length === 0 ? 0 : heights.reduce((least, height) => Math.min(least, height));
}

/** Rotation x y z w of a matrix by rows; the largest part first, so that nothing is divided by next to nothing. */
export function quatOfMatrix(out: Float64Array, o: number, m: ArrayLike<number>): void {
  const a = m[0];
  const b = m[4];
  const c = m[8];
  const trace = a + b + c;
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    out[o + 3] = s / 4;
    out[o] = (m[7] - m[5]) / s;
    out[o + 1] = (m[2] - m[6]) / s;
    out[o + 2] = (m[3] - m[1]) / s;
  } else if (a > b && a > c) {
    const s = 2 * Math.sqrt(1 + a - b - c);
    out[o + 3] = (m[7] - m[5]) / s;
    out[o] = s / 4;
    out[o + 1] = (m[1] + m[3]) / s;
    out[o + 2] = (m[2] + m[6]) / s;
  } else if (b > c) {
    const s = 2 * Math.sqrt(1 + b - a - c);
    out[o + 3] = (m[2] - m[6]) / s;
    out[o] = (m[1] + m[3]) / s;
    out[o + 1] = s / 4;
    out[o + 2] = (m[5] + m[7]) / s;
  } else {
    const s = 2 * Math.sqrt(1 + c - a - b);
    out[o + 3] = (m[3] - m[1]) / s;
    out[o] = (m[2] + m[6]) / s;
    out[o + 1] = (m[5] + m[7]) / s;
    out[o + 2] = s / 4;
  }
}
