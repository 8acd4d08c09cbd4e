import type { Ground } from '@leib/embody';
import { createSceneGround, disposeTree, openModel } from '@leib/three';
import { Box3, Group, type Object3D, Raycaster, type Vector3, type WebGLRenderer } from 'three';
import type { SceneItem } from './sharedScene.js';

/** A model of one file: what is seen, walked on and met is its surface. */
export class ModelItem implements SceneItem {
  readonly root = new Group();
  readonly ground: Ground;
  readonly floorY: number;
  readonly #model: Object3D;

  constructor(model: Object3D) {
    this.#model = model;
    this.floorY = new Box3().setFromObject(model).min.y;
    this.ground = createSceneGround(model, { below: null });
    this.root.add(model);
  }

  pick(origin: Vector3, direction: Vector3) {
    this.root.updateWorldMatrix(true, true);
    const [hit] = new Raycaster(origin, direction).intersectObject(this.#model, true);
    if (!hit) return null;
    const normal = hit.normal?.clone().transformDirection(hit.object.matrixWorld) ?? null;
    // A surface that is seen from behind faces who looks at it.
    if (normal && normal.dot(direction) > 0) normal.negate();
    return { point: hit.point, normal };
  }

  dispose(): void {
    disposeTree(this.root);
  }
}

/** Reads glTF with all that avatars may have in it: Draco, meshopt, KTX2, quantisation. Throws InputError. */
export async function openModelItem(file: File, renderer: WebGLRenderer): Promise<ModelItem> {
  const { model } = await openModel(file, { decoders: { renderer } });
  return new ModelItem(model);
}
