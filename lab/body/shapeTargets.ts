import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InputError } from '@leib/core';
import { BASE_VERTEX_COUNT, BODY_VERTEX_COUNT, TARGET_STEP } from './targets.ts';

/** One morph target that shapes bodies. */
export interface ShapeTarget {
  /** Index in targets.bin. */
  readonly index: number;
  readonly name: string;
  /** `base` targets make the sex, `macro` whole figures, `breast` and `detail` parts of the body. */
  readonly kind: 'base' | 'macro' | 'breast' | 'detail';
  /** SHA-256 of the body vertices' int16 values, as listed in the comparison with the CC0 release (see NOTICE). */
  readonly bodySha256: string;
}

/** Every target the shape space is made of, each one equal on the body to MakeHuman's CC0 release. */
export const shapeTargets: readonly ShapeTarget[] = JSON.parse(
  readFileSync(new URL('shapeTargets.json', import.meta.url), 'utf8'),
) as ShapeTarget[];

/** Body displacement of a target, decimetres, after checking its hash. */
export function readShapeTarget(targets: Buffer, target: ShapeTarget): Float64Array {
  const start = target.index * BASE_VERTEX_COUNT * 6;
  const block = targets.subarray(start, start + BODY_VERTEX_COUNT * 6);
  const bodySha256 = createHash('sha256').update(block).digest('hex');
  if (bodySha256 !== target.bodySha256) {
    throw new InputError(target.name, `expected body hash ${target.bodySha256}, got ${bodySha256}`);
  }
  const displacement = new Float64Array(BODY_VERTEX_COUNT * 3);
  for (let i = 0; i < displacement.length; i++) displacement[i] = block.readInt16LE(i * 2) * TARGET_STEP;
  return displacement;
}

/** Vertex on the other side of each vertex: the base mesh is symmetric to the last digit. */
export function findMirror(basePositions: Float64Array): Uint32Array {
  const key = (x: number, vertex: number) => `${x} ${basePositions[vertex * 3 + 1]} ${basePositions[vertex * 3 + 2]}`;
  const places = new Map<string, number>();
  for (let vertex = 0; vertex < BODY_VERTEX_COUNT; vertex++) places.set(key(basePositions[vertex * 3], vertex), vertex);
  return Uint32Array.from({ length: BODY_VERTEX_COUNT }, (_, vertex) => {
    // Avoids -0, which differs from 0 in a key.
    const other = places.get(key(0 - basePositions[vertex * 3], vertex));
    if (other === undefined) throw new InputError('base mesh', `expected a mirror of vertex ${vertex}, got none`);
    return other;
  });
}

/** Makes a displacement symmetric: targets of one limb are mirrored, others are averaged with their mirror. */
export function symmetrise(displacement: Float64Array, mirror: Uint32Array, isOneSided: boolean): Float64Array {
  const out = new Float64Array(displacement.length);
  const share = isOneSided ? 1 : 0.5;
  for (let vertex = 0; vertex < mirror.length; vertex++) {
    const [a, b] = [vertex * 3, mirror[vertex] * 3];
    out[a] = share * (displacement[a] - displacement[b]);
    out[a + 1] = share * (displacement[a + 1] + displacement[b + 1]);
    out[a + 2] = share * (displacement[a + 2] + displacement[b + 2]);
  }
  return out;
}
