import { readBaseMesh } from './baseMesh.ts';
import { makeBrows } from './brows.ts';
import { dress } from './dress.ts';
import { makeEye } from './eyes.ts';
import { readFaceMorphs } from './faceMorphs.ts';
import { materials } from './materials.ts';
import { mixNeutralBody } from './neutralBody.ts';
import { paintSkin, type SkinPaint } from './paintSkin.ts';
import type { Part } from './part.ts';
import { readSourceRig } from './rig.ts';
import { makeShoe, SOLE_HEIGHT } from './shoes.ts';
import { calmShoulders, evenWeights, limitInfluences, mergeSkinWeights } from './skinWeights.ts';
import type { SourceFiles } from './sourcePackage.ts';
import { type Surface, surfaceFromQuads } from './surface.ts';
import { surfaceParts } from './surfaceParts.ts';
import { BODY_VERTEX_COUNT } from './targets.ts';
import { findNeighbours } from './topology.ts';
import { poseAsT } from './tPose.ts';
import { writeAvatar } from './writeAvatar.ts';

/** Height of the skull above the floor, shoes on, metres; the hair stands a little higher. */
export const STATURE = 1.7;

export interface Avatar {
  readonly glb: Uint8Array;
  readonly parts: readonly Part[];
  /** Offset of each kept bone from its parent, metres, as written in the file. */
  readonly restOffsets: readonly (readonly number[])[];
}

/** The default person before the file is written: body, clothes and what they were made of. */
export interface DefaultPerson {
  /** The bare body in the T-pose, standing on the soles of the shoes, metres. BODY_VERTEX_COUNT x 3. */
  readonly barePositions: Float64Array;
  readonly joints: Float64Array;
  /** Metres per decimetre of the source. */
  readonly scale: number;
  /** Metres. One BODY_VERTEX_COUNT x 3 array per face morph. */
  readonly morphs: readonly Float64Array[];
  /** Skin, clothes and hair, cut and lifted. */
  readonly surface: Surface;
  readonly paint: SkinPaint;
  readonly shoes: readonly Part[];
  readonly brows: Part;
  readonly eyes: readonly Part[];
}

/** Raw material -> avatar, from beginning to end. */
export function makeAvatar(source: SourceFiles): Avatar {
  const { surface, paint, shoes, brows, eyes, joints } = makeDefaultPerson(source);
  const body = surfaceParts(surface, [
    { region: 'skin', paint },
    { region: 'top' },
    { region: 'trousers' },
    { region: 'hair' },
  ]);
  const parts = [...body, ...shoes, brows, ...eyes];
  const { glb, restOffsets } = writeAvatar(parts, materials, joints);
  return { glb, parts, restOffsets };
}

export function makeDefaultPerson(source: SourceFiles): DefaultPerson {
  const mesh = readBaseMesh(source.mesh);
  const rig = readSourceRig(source.rig);
  const neutral = mixNeutralBody(mesh, rig, source.targets);
  const neighbours = findNeighbours(BODY_VERTEX_COUNT, mesh.quads, 4);
  const weights = evenWeights(calmShoulders(mergeSkinWeights(mesh, rig), neutral), neutral, neighbours);
  limitInfluences(weights);
  const { positions, joints, scale } = toMetres(poseAsT(neutral, weights));
  // The head does not turn on the way into the T-pose, so its morphs only change their unit.
  const morphs = readFaceMorphs(source.targets).map((morph) => morph.map((value) => value * scale));
  const surface = surfaceFromQuads(mesh, positions, weights, morphs);
  const shoes = (['left', 'right'] as const).flatMap((side) => makeShoe(surface, side, joints));
  dress(surface);
  const eyes = (['left', 'right'] as const).map((side) => makeEye(side, joints));
  const [paint, brows] = [paintSkin(surface, joints), makeBrows(surface, joints)];
  return { barePositions: positions, joints, scale, morphs, surface, paint, shoes, brows, eyes };
}

/** Decimetres -> metres at the wished stature: feet on y = 0, hips over the origin. */
function toMetres(tPose: { positions: Float64Array; joints: Float64Array }) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 1; at < tPose.positions.length; at += 3) {
    low = Math.min(low, tPose.positions[at]);
    high = Math.max(high, tPose.positions[at]);
  }
  const scale = (STATURE - SOLE_HEIGHT) / (high - low);
  const origin = [tPose.joints[0], low - SOLE_HEIGHT / scale, tPose.joints[2]];
  const move = (points: Float64Array) => points.map((value, i) => (value - origin[i % 3]) * scale);
  return { positions: move(tPose.positions), joints: move(tPose.joints), scale };
}
