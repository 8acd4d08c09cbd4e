import type { Skeleton } from '@leib/core';
import { buildHandControl, type ControlModel } from '../control/handControl.js';
import { buildIdle, type IdleModel } from '../control/idleLife.js';
import type { PuppetFile } from '../file/puppetFile.js';
import { buildPuppetChains, type PuppetChains } from '../kinematics/puppetChains.js';
import { buildInner } from '../layers/buildInner.js';
import { buildSkin } from '../layers/buildSkin.js';
import type { InnerModel } from '../layers/innerModel.js';
import type { SkinModel } from '../layers/skinModel.js';
import type { PartBinding } from '../model/partBinding.js';
import { buildPartSkeleton, sortParts } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { bindParts } from '../structures/bindParts.js';

/** What a puppet is. Made by buildPuppetModel(), never written again. */
export interface PuppetModel {
  /** Its parts are sorted, parents first: part i is joint i + 1 of the skeleton. */
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
  readonly skeleton: Skeleton;
  /** Which parts hold each place of the mesh. */
  readonly binding: PartBinding;
  readonly hands: ControlModel;
  /** Joints, limits, chains and effectors. */
  readonly chains: PuppetChains;
  readonly idle: IdleModel;
  /** The reduced model that the parts move, and the skin that hangs on it. */
  readonly inner: InnerModel;
  readonly skin: SkinModel;
}

/** Everything that a puppet needs to be played. The file's references must be whole (checkPuppet() says so). */
export async function buildPuppetModel(file: PuppetFile, mesh: PuppetMesh): Promise<PuppetModel> {
  const sorted = { ...file, parts: sortParts(file.parts) };
  const { parts, inner, skin } = sorted;
  const binding = bindParts(mesh, parts);
  const skeleton = buildPartSkeleton(parts);
  const hands = buildHandControl(sorted, mesh, binding);
  const { spreadTurns } = hands;
  return {
    file: sorted,
    mesh,
    skeleton,
    binding,
    hands,
    chains: buildPuppetChains(sorted, skeleton),
    idle: buildIdle(skeleton, mesh.positions),
    inner: await buildInner({ mesh, parts, binding, settings: inner, volume: skin.volume, spreadTurns }),
    skin: buildSkin({ mesh, parts, binding, settings: skin }),
  };
}
