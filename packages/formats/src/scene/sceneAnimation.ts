import type { GlbBuilder } from './glbBuilder.js';

/** Keys of one property; where several nodes move alike they share them. */
export interface AnimationTrack {
  readonly nodes: readonly number[];
  readonly path: 'translation' | 'rotation' | 'weights';
  /** Numbers of every key, one after the other. */
  readonly values: Float32Array;
}

/** A glTF animation with straight ways between its keys. */
export interface SceneAnimation {
  readonly name: string;
  /** Of the keys, seconds, rising from 0. */
  readonly times: Float32Array;
  readonly tracks: readonly AnimationTrack[];
}

const types = { translation: 'VEC3', rotation: 'VEC4', weights: 'SCALAR' } as const;

/** An entry of glTF's `animations`. */
export function writtenAnimation({ name, times, tracks }: SceneAnimation, builder: GlbBuilder) {
  const input = builder.addKeys(times, 'SCALAR', true);
  return {
    name,
    samplers: tracks.map(({ path, values }) => ({
      input,
      output: builder.addKeys(values, types[path]),
      interpolation: 'LINEAR',
    })),
    channels: tracks.flatMap(({ nodes, path }, sampler) => nodes.map((node) => ({ sampler, target: { node, path } }))),
  };
}
