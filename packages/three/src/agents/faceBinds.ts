import { faceParameterNames } from '@leib/core/pack';
import type { VRMExpression, VRMExpressionMorphTargetBind } from '@pixiv/three-vrm';
import type { BufferAttribute, InterleavedBufferAttribute, Mesh, Object3D } from 'three';
import { faceParameterOfMorph } from '../face/faceParameters.js';

/** A face parameter moves a morph target. */
export interface FaceBind {
  /** Column of the face stream. */
  readonly column: number;
  /** Index into the part's morphs. */
  readonly morph: number;
  readonly weight: number;
}

export interface MeshFace {
  readonly binds: readonly FaceBind[];
  readonly morphs: readonly (BufferAttribute | InterleavedBufferAttribute)[];
}

/**
 * Which parameters move which morph targets of a mesh: those that a VRM's expressions name, else those that are called so (faceParameterOfMorph). Morph
 * targets that no parameter moves are left out.
 */
export function collectFaceBinds(mesh: Mesh, root: Object3D): MeshFace {
  const targets = mesh.geometry.morphAttributes.position ?? [];
  if (targets.length === 0) return { binds: [], morphs: [] };
  const byExpression = expressionBinds(mesh, root);
  const named = new Map(
    Object.entries(mesh.morphTargetDictionary ?? {}).map(([name, index]) => [faceParameterOfMorph(name), index]),
  );
  const found = faceParameterNames.flatMap((parameter, column) => {
    const target = named.get(parameter);
    const own = target === undefined ? [] : [{ index: target, weight: 1 }];
    return (byExpression.get(parameter) ?? own).map(({ index, weight }) => ({ column, index, weight }));
  });
  const used = [...new Set(found.map(({ index }) => index))].filter((index) => targets[index] !== undefined);
  return {
    morphs: used.map((index) => targets[index]),
    binds: found.flatMap(({ column, index, weight }) => {
      const morph = used.indexOf(index);
      return morph < 0 ? [] : [{ column, morph, weight }];
    }),
  };
}

function expressionBinds(mesh: Mesh, root: Object3D): Map<string, { index: number; weight: number }[]> {
  const out = new Map<string, { index: number; weight: number }[]>();
  root.traverse((node) => {
    if (node.type !== 'VRMExpression') return;
    const { expressionName, binds } = node as VRMExpression;
    for (const bind of binds as readonly VRMExpressionMorphTargetBind[]) {
      if (!bind.primitives?.includes(mesh)) continue;
      const list = out.get(expressionName) ?? [];
      out.set(expressionName, [...list, { index: bind.index, weight: bind.weight }]);
    }
  });
  return out;
}
