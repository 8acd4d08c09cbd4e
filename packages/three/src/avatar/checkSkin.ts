import type { SkinnedMesh } from 'three';
import { AvatarError } from './avatarError.js';

/** Every vertex hangs on bones that there are. Loaders take a file's word for it. Throws AvatarError. */
export function checkSkin({ geometry, skeleton, name }: SkinnedMesh, label: string): void {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  const fail = (expected: string, got: string) =>
    new AvatarError(`${label} is damaged: mesh "${name.slice(0, 40)}": expected ${expected}, got ${got}.`);
  // A copy without holes, which loaders leave where a bone is missing.
  const bones = Array.from(skeleton?.bones ?? []);
  if (bones.length === 0 || bones.some((bone) => !bone)) throw fail('a skin with bones', 'one without');
  for (const attribute of [skinIndex, skinWeight]) {
    const isRight = attribute && attribute.count >= (position?.count ?? 0) && attribute.itemSize === 4;
    if (!isRight) throw fail('four bones and weights for each vertex', 'fewer');
  }
  for (let vertex = 0; vertex < skinIndex.count; vertex++) {
    for (let k = 0; k < 4; k++) {
      if (skinWeight.getComponent(vertex, k) === 0 || skinIndex.getComponent(vertex, k) < bones.length) continue;
      throw fail(`${bones.length} bones`, `vertex ${vertex} on bone ${skinIndex.getComponent(vertex, k)}`);
    }
  }
}
