import type { Skeleton } from '@leib/core';
import { buildHandControl, type ControlModel } from '../control/handControl.js';
import { buildIdle, type IdleModel } from '../control/idleLife.js';
import type { PuppetFile, PuppetPart } from '../file/puppetFile.js';
import { buildPuppetChains, type PuppetChains } from '../kinematics/puppetChains.js';
import { buildInner } from '../layers/buildInner.js';
import { buildSkin } from '../layers/buildSkin.js';
import type { InnerModel } from '../layers/innerModel.js';
import type { SkinModel } from '../layers/skinModel.js';
import { buildPartSkeleton, type PartBinding, sortParts } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { bindReaches, reachParts } from '../structures/bindParts.js';
import type { PartReach } from '../structures/reachShape.js';

/** What a puppet is. Made by buildPuppetModel(), never written again. */
export interface PuppetModel {
  /** Its parts are sorted, parents first: part i is joint i + 1 of the skeleton. */
  readonly file: PuppetFile;
  readonly mesh: PuppetMesh;
  readonly skeleton: Skeleton;
  /** What each part reaches of the mesh by itself... */
  readonly reaches: readonly PartReach[];
  /** ...and which parts hold each place of it together. */
  readonly binding: PartBinding;
  /** What the hands move. */
  readonly hands: ControlModel;
  readonly idle: IdleModel;
  /** Joints, limits, chains and effectors. */
  readonly chains: PuppetChains;
  /** The reduced model that the parts move. */
  readonly inner: InnerModel;
  readonly skin: SkinModel;
}

/**
 * Everything that a puppet needs to be played. The file's references must be whole (parsePuppet() says so).
 * @param before the same puppet before an edit of its file: what the edit leaves as it was is taken over and not worked out
 * again; a limit or a region of the skin does not bind the mesh anew. carryPuppetState() takes the play over.
 */
export async function buildPuppetModel(
  file: PuppetFile,
  mesh: PuppetMesh,
  before: PuppetModel | null = null,
): Promise<PuppetModel> {
  const old = before?.mesh === mesh ? before : null;
  const sorted = { ...file, parts: sortParts(file.parts) };
  const { parts, inner, skin } = sorted;
  const was = old?.file ?? null;
  const haveShapes = was !== null && isEqual(shapesOf(was), shapesOf(sorted));
  const skeleton = old && haveShapes ? old.skeleton : buildPartSkeleton(parts);
  const { reaches, binding } = old && haveShapes ? old : bindModel(old, mesh, parts);
  const hasHands =
    haveShapes && isEqual([was.hands, was.effectors, was.chains], [file.hands, file.effectors, file.chains]);
  const hands = old && hasHands ? old.hands : buildHandControl(sorted, mesh, binding);
  const hasChains = haveShapes && isEqual([was.parts, was.effectors, was.chains], [parts, file.effectors, file.chains]);
  const hasInner =
    haveShapes &&
    isEqual([was.inner, innerSkinOf(was), old?.hands.spreadTurns], [inner, innerSkinOf(sorted), hands.spreadTurns]);
  const hasSkin = haveShapes && isEqual([was.skin, regionsOf(was)], [skin, regionsOf(sorted)]);
  return {
    file: sorted,
    mesh,
    skeleton,
    reaches,
    binding,
    hands,
    idle: old && haveShapes ? old.idle : buildIdle(skeleton, mesh.positions),
    chains: old && hasChains ? old.chains : buildPuppetChains(sorted, skeleton),
    inner:
      old && hasInner
        ? old.inner
        : await buildInner({
            mesh,
            parts,
            binding,
            settings: inner,
            skin,
            spreadTurns: hands.spreadTurns,
          }),
    skin: old && hasSkin ? old.skin : buildSkin({ mesh, parts, binding, settings: skin }),
  };
}

/** Binds the mesh; after an edit only by the parts whose shape is new. */
function bindModel(
  old: PuppetModel | null,
  mesh: PuppetMesh,
  parts: readonly PuppetPart[],
): Pick<PuppetModel, 'reaches' | 'binding'> {
  const before = old && { parts: old.file.parts, reaches: old.reaches };
  const reaches = reachParts(mesh, parts, before);
  return { reaches, binding: bindReaches(mesh, parts, reaches) };
}

/** What the inner model needs to know of the skin. */
function innerSkinOf({ skin }: PuppetFile) {
  return [skin.volume, skin.layers.some(({ kind }) => kind === 'fur')];
}

/** What binding and skeleton are made from. */
function shapesOf({ parts }: PuppetFile) {
  return parts.map(({ name, parent, shape }) => ({ name, parent, shape }));
}

function regionsOf({ parts }: PuppetFile) {
  return parts.map(({ region }) => region);
}

/** Values as a file holds them: their text is the same. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
