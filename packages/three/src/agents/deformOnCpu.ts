import type { PackedActor } from '@leib/core';
import { FACE_STEP, PACKED_POSITION_STEP } from '@leib/core/pack';
import type { AgentKind } from './agentKind.js';
import type { AgentPart } from './bakeParts.js';
import { segmentWeight } from './segments.js';

/**
 * How a mesh follows its bones. 'segments': cut by joint positions, turned joint by joint from the tip to the base, borders
 * rounded (Bruening, Latoschik & Wachsmuth 2008). 'linear': blended matrices. 'dualQuaternion': blended rigid motions (Kavan
 * et al. 2007, "Skinning with Dual Quaternions").
 */
export type AgentMethod = 'segments' | 'linear' | 'dualQuaternion';

export const agentMethods: readonly AgentMethod[] = ['segments', 'linear', 'dualQuaternion'];

/** Packed numbers of one agent, as a PackedActor has them. Streams that are null or left out are at rest. */
export type AgentInput = Pick<PackedActor, 'body'> & Partial<Pick<PackedActor, 'fingers' | 'face'>>;

export interface DeformedMesh {
  /** vertexCount x 3, the space in which the root position is given. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
}

export function createDeformedMesh({ vertexCount }: AgentPart): DeformedMesh {
  return { positions: new Float64Array(vertexCount * 3), normals: new Float64Array(vertexCount * 3) };
}

type Q = [x: number, y: number, z: number, w: number];
type V = [x: number, y: number, z: number];

const times = (a: Readonly<Q>, b: Readonly<Q>): Q => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
  a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

function turned([qx, qy, qz, qw]: Readonly<Q>, [x, y, z]: Readonly<V>): V {
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
}

/** A bone's own turn: its dofs one after the other. */
function boneTurn({ bones }: AgentKind, input: AgentInput, bone: number): Q {
  const streams = [input.body, input.fingers, input.face];
  let out: Q = [0, 0, 0, 1];
  for (let i = bones.firstDofs[bone]; i < bones.firstDofs[bone + 1]; i++) {
    const { stream, column, axis, radiansPerStep } = bones.dofs[i];
    const half = ((streams[stream]?.[column] ?? 0) * radiansPerStep) / 2;
    const s = Math.sin(half);
    out = times(out, [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(half)]);
  }
  return out;
}

/** Rest position -> posed position: p' = turn p + move. */
interface BoneMotion {
  readonly turn: Q;
  readonly move: V;
}

const pointAt = (values: ArrayLike<number>, i: number): V => [values[i * 3], values[i * 3 + 1], values[i * 3 + 2]];
const rootMove = (kind: AgentKind, { body }: AgentInput): V => {
  const hips = pointAt(kind.bones.restPositions, 0);
  return [0, 1, 2].map((k) => body[k] * PACKED_POSITION_STEP - hips[k]) as V;
};

function boneMotions(kind: AgentKind, input: AgentInput): BoneMotion[] {
  const { bones } = kind;
  const out: BoneMotion[] = [];
  for (let bone = 0; bone < bones.count; bone++) {
    const own = boneTurn(kind, input, bone);
    const pivot = pointAt(bones.restPositions, bone);
    const turnedPivot = turned(own, pivot);
    const about = pivot.map((value, k) => value - turnedPivot[k]) as V;
    if (bones.parents[bone] < 0) {
      const root = rootMove(kind, input);
      out.push({ turn: own, move: about.map((value, k) => value + root[k]) as V });
    } else {
      const parent = out[bones.parents[bone]];
      const moved = turned(parent.turn, about);
      out.push({ turn: times(parent.turn, own), move: moved.map((value, k) => value + parent.move[k]) as V });
    }
  }
  return out;
}

interface Vertex {
  position: V;
  normal: V;
}

/**
 * The reference that the shaders are compared with: one part of an agent, deformed by the given method. Written for reading,
 * not for speed.
 */
export function deformOnCpu(
  kind: AgentKind,
  part: AgentPart,
  method: AgentMethod,
  input: AgentInput,
  out: DeformedMesh,
): void {
  const motions = boneMotions(kind, input);
  const turns = Array.from({ length: kind.bones.count }, (_, bone) => boneTurn(kind, input, bone));
  const root = rootMove(kind, input);
  for (let i = 0; i < part.vertexCount; i++) {
    const rest = { position: morphed(part, input, i), normal: pointAt(part.normals, i) };
    const deformed =
      method === 'segments'
        ? bySegments(kind, turns, root, pointAt(part.positions, i), rest)
        : method === 'linear'
          ? byMatrices(motions, part, i, rest)
          : byDualQuaternions(motions, part, i, rest);
    const length = Math.hypot(...deformed.normal) || 1;
    for (let k = 0; k < 3; k++) {
      out.positions[i * 3 + k] = deformed.position[k];
      out.normals[i * 3 + k] = deformed.normal[k] / length;
    }
  }
}

function morphed({ positions, morphs, faceBinds }: AgentPart, { face }: AgentInput, i: number): V {
  const out = pointAt(positions, i);
  for (const { column, morph, weight } of faceBinds) {
    const amount = (face?.[column] ?? 0) * FACE_STEP * weight;
    for (let k = 0; k < 3; k++) out[k] += amount * morphs[morph][i * 3 + k];
  }
  return out;
}

/** From the tip to the base: children come after their parents, so the loop runs backwards, and the hips turn everything. */
function bySegments(kind: AgentKind, turns: readonly Q[], root: V, restPosition: V, vertex: Vertex): Vertex {
  const { bones, segments } = kind;
  let { position, normal } = vertex;
  for (let bone = bones.count - 1; bone >= 0; bone--) {
    const weight = bone === 0 ? 1 : segmentWeight(segments, bone, ...restPosition);
    if (weight === 0) continue;
    const pivot = pointAt(bones.restPositions, bone);
    const around = turned(turns[bone], position.map((value, k) => value - pivot[k]) as V);
    const facing = turned(turns[bone], normal);
    position = position.map((value, k) => value + weight * (around[k] + pivot[k] - value)) as V;
    normal = normal.map((value, k) => value + weight * (facing[k] - value)) as V;
  }
  return { position: position.map((value, k) => value + root[k]) as V, normal };
}

function byMatrices(motions: readonly BoneMotion[], { bones, weights }: AgentPart, i: number, vertex: Vertex): Vertex {
  const position: V = [0, 0, 0];
  const normal: V = [0, 0, 0];
  for (let n = i * 4; n < i * 4 + 4; n++) {
    const { turn, move } = motions[bones[n]];
    const around = turned(turn, vertex.position);
    const facing = turned(turn, vertex.normal);
    for (let k = 0; k < 3; k++) {
      position[k] += weights[n] * (around[k] + move[k]);
      normal[k] += weights[n] * facing[k];
    }
  }
  return { position, normal };
}

function byDualQuaternions(
  motions: readonly BoneMotion[],
  { bones, weights }: AgentPart,
  i: number,
  vertex: Vertex,
): Vertex {
  const real: Q = [0, 0, 0, 0];
  const dual: Q = [0, 0, 0, 0];
  const first = motions[bones[i * 4]].turn;
  for (let n = i * 4; n < i * 4 + 4; n++) {
    const { turn, move } = motions[bones[n]];
    // q and -q are the same turn: of the two the one nearer to the first bone's is added.
    const isOpposite = first[0] * turn[0] + first[1] * turn[1] + first[2] * turn[2] + first[3] * turn[3] < 0;
    const weight = isOpposite ? -weights[n] : weights[n];
    const half = times([move[0] / 2, move[1] / 2, move[2] / 2, 0], turn);
    for (let k = 0; k < 4; k++) {
      real[k] += weight * turn[k];
      dual[k] += weight * half[k];
    }
  }
  const length = Math.hypot(...real);
  const turn = real.map((value) => value / length) as Q;
  const back: Q = [-turn[0], -turn[1], -turn[2], turn[3]];
  const move = times(dual.map((value) => (2 * value) / length) as Q, back);
  const around = turned(turn, vertex.position);
  return { position: around.map((value, k) => value + move[k]) as V, normal: turned(turn, vertex.normal) };
}
