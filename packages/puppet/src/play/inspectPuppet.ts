import { BOUND_PARTS, WHOLE } from '../model/partSkeleton.js';
import type { PuppetModel } from './puppetModel.js';

/** What a puppet is made of, and what its maker may have forgotten. */
export interface PuppetInspection {
  /** Places that no part reaches: they go with the whole puppet. */
  readonly unreachedPlaces: number;
  /** Parts that carry nothing of the surface. */
  readonly emptyParts: readonly string[];
  /** One sentence each. */
  readonly warnings: readonly string[];
}

/** Looks for what is allowed and still seldom meant: skin without a part, parts without skin, hands that move nothing. */
export function inspectPuppet({ file, mesh, binding }: PuppetModel): PuppetInspection {
  const carries = new Uint8Array(file.parts.length + 1);
  let unreachedPlaces = 0;
  for (let at = 0; at < binding.joints.length; at++) {
    if (binding.weights[at] > 0) carries[binding.joints[at]] = 1;
    // The heaviest comes first.
    if (at % BOUND_PARTS === 0 && binding.joints[at] === WHOLE) unreachedPlaces++;
  }
  const emptyParts = file.parts.filter((_, i) => carries[i + 1] === 0).map(({ name }) => name);
  const warnings: string[] = [];
  if (file.parts.length === 0) warnings.push('The puppet has no parts: it moves as one piece.');
  else if (unreachedPlaces > 0) {
    const share = ((100 * unreachedPlaces) / mesh.placeCount).toFixed(1);
    warnings.push(
      `${unreachedPlaces} of ${mesh.placeCount} places (${share} %) are in no part and go with the whole puppet.`,
    );
  }
  for (const name of emptyParts) warnings.push(`Part "${name}" carries nothing of the surface.`);
  for (const { name, connections, carries: carried } of file.hands) {
    if (connections.length === 0 && carried.kind === 'nothing') warnings.push(`Hand "${name}" moves nothing.`);
  }
  for (const { name, chain } of file.effectors) {
    const parts = file.chains.find((candidate) => candidate.name === chain)?.parts ?? [];
    if (parts.every((part) => file.parts.find((p) => p.name === part)?.joint.weight === 0)) {
      warnings.push(`Effector "${name}" cannot move anything: all joints of chain "${chain}" have weight 0.`);
    }
  }
  return { unreachedPlaces, emptyParts, warnings };
}
