import {
  type BodyLooks,
  type BodySpace,
  buildDresser,
  createPosedBody,
  dressBody,
  loadBodyParts,
  poseShape,
  skeletonOfShape,
  writeDressedGlb,
} from '@leib/body';
import { createPose } from '@leib/core';
import type { ShownPart, ShownPose } from './bodyServiceTypes.js';
import type { BuiltBody } from './createBodyBuilder.js';
import { relaxPose } from './poseBody.js';

type DressedBody = ReturnType<typeof dressBody>;

/** Dresses bodies. The parts are fetched when a body is dressed for the first time. */
export class DressedBodies {
  readonly #space: BodySpace;
  readonly #readParts: () => Promise<Uint8Array>;
  #dresser: Promise<ReturnType<typeof buildDresser>> | null = null;

  constructor(space: BodySpace, readParts: () => Promise<Uint8Array>) {
    this.#space = space;
    this.#readParts = readParts;
  }

  /** The parts in the shown pose. */
  async show(built: BuiltBody, looks: BodyLooks, pose: ShownPose): Promise<ShownPart[]> {
    const dressed = await this.#dress(built, looks);
    return dressed.parts.map((part, index) => ({
      ...posePart(built, dressed, index, pose),
      name: part.name,
      triangles: part.triangles,
      colours: part.colours,
      colour: part.colour,
      roughness: part.roughness,
    }));
  }

  async write(name: string, built: BuiltBody, looks: BodyLooks, isVrm: boolean): Promise<Uint8Array<ArrayBuffer>> {
    return writeDressedGlb(built.model, await this.#dress(built, looks), { name, isVrm });
  }

  async #dress({ model, shaped }: BuiltBody, looks: BodyLooks): Promise<DressedBody> {
    this.#dresser ??= this.#readParts().then((bytes) => buildDresser(loadBodyParts(bytes), this.#space.neutral));
    try {
      return dressBody(await this.#dresser, model, shaped, looks);
    } catch (error) {
      // The next call fetches the parts again.
      this.#dresser = null;
      throw error;
    }
  }
}

function posePart(
  { model }: BuiltBody,
  { parts, joints }: DressedBody,
  index: number,
  shownPose: ShownPose,
): Pick<ShownPart, 'positions' | 'normals'> {
  const { positions, normals, joints: skinJoints, weights: skinWeights } = parts[index];
  if (shownPose === 'tPose') return { positions: Float32Array.from(positions), normals: Float32Array.from(normals) };
  const skeleton = skeletonOfShape(model, { positions, joints });
  const pose = createPose(skeleton);
  relaxPose(skeleton, pose);
  const skin = { ...model, vertexCount: positions.length / 3, skinJoints, skinWeights };
  const posed = createPosedBody(skin);
  const tips = createPosedBody(skin);
  poseShape(skin, { positions, joints }, pose, posed);
  // Skinning is linear: the normal is where its tip goes, less where its foot goes.
  poseShape(skin, { positions: positions.map((value, i) => value + normals[i]), joints }, pose, tips);
  return {
    positions: Float32Array.from(posed.positions),
    normals: Float32Array.from(tips.positions, (value, i) => value - posed.positions[i]),
  };
}
