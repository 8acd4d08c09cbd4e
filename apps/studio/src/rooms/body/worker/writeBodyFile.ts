import {
  type Mannequin,
  smoothMannequin,
  writeBetasCsv,
  writeBetasJson,
  writeBodyGlb,
  writeMeasuresCsv,
} from '@leib/body';
import { writeObj } from '@leib/formats';
import { type BodySpec, looksOf } from '../bodySpec.js';
import type { WrittenKind } from './bodyServiceTypes.js';
import type { BuiltBody } from './createBodyBuilder.js';

export interface WrittenFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const files: Readonly<Record<WrittenKind, { readonly ending: string; readonly type: string }>> = {
  glb: { ending: '.glb', type: 'model/gltf-binary' },
  vrm: { ending: '.vrm', type: 'model/gltf-binary' },
  obj: { ending: '.obj', type: 'model/obj' },
  betasJson: { ending: '-betas.json', type: 'application/json' },
  betasCsv: { ending: '-betas.csv', type: 'text/csv' },
  measuresCsv: { ending: '-measures.csv', type: 'text/csv' },
};

/**
 * Encodes a body as a file for other programs, or for opening it here again.
 * @param mannequin smooths bodies of Leib's topology; null for others
 * @param inClothes the bytes of the dressed body, which replace those of the plain one
 */
export function writeBodyFile(
  kind: WrittenKind,
  spec: BodySpec,
  built: BuiltBody,
  mannequin: Mannequin | null,
  inClothes: Uint8Array<ArrayBuffer> | null,
): WrittenFile {
  const { ending, type } = files[kind];
  const stem = spec.name.replace(/[^\p{L}\p{N}._ -]/gu, '_').trim() || 'body';
  return { name: `${stem}${ending}`, type, bytes: inClothes ?? bytesOf(kind, spec, built, mannequin) };
}

function bytesOf(
  kind: WrittenKind,
  spec: BodySpec,
  { model, shaped, betas, measured }: BuiltBody,
  mannequin: Mannequin | null,
): Uint8Array<ArrayBuffer> {
  const { name, sex } = spec;
  const whose = spec.model === undefined ? { looks: looksOf(spec) } : { model: spec.model };
  const text = (content: string) => new TextEncoder().encode(content);
  switch (kind) {
    case 'glb':
    case 'vrm': {
      const smoothed = { ...shaped, positions: shaped.positions.slice() };
      if (mannequin) smoothMannequin(mannequin, smoothed.positions);
      return writeBodyGlb(model, smoothed, { name, isVrm: kind === 'vrm' });
    }
    case 'obj':
      return writeObj({ name, positions: shaped.positions, triangles: model.triangles, groups: [] });
    case 'betasJson':
      return text(writeBetasJson({ name, sex, betas: [...betas], ...whose }, model.betaNames));
    case 'betasCsv':
      return text(writeBetasCsv([{ name, sex, betas: [...betas] }]));
    case 'measuresCsv':
      return text(writeMeasuresCsv([{ id: name, sex, measured }]));
  }
}
