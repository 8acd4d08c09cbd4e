import {
  type VRMExpressionManager,
  VRMLoaderPlugin,
  type VRMNodeConstraintManager,
  type VRMSpringBoneManager,
} from '@pixiv/three-vrm';
import type { Material } from 'three';
import type { GLTF } from 'three/examples/jsm/loaders/GLTFLoader.js';

/**
 * three-vrm without its humanoid: materials, spring bones, constraints and expressions are loaded, but there is no
 * second skeleton that would copy itself onto the bones each frame, and no refusal of bodies without legs.
 */
export class VrmRuntimePlugin extends VRMLoaderPlugin {
  override async afterRoot(gltf: GLTF): Promise<void> {
    await this.expressionPlugin.afterRoot(gltf);
    await this.springBonePlugin.afterRoot(gltf);
    await this.nodeConstraintPlugin.afterRoot(gltf);
    await this.mtoonMaterialPlugin.afterRoot(gltf);
  }
}

interface VrmUserData {
  readonly vrmExpressionManager?: VRMExpressionManager;
  readonly vrmSpringBoneManager?: VRMSpringBoneManager;
  readonly vrmNodeConstraintManager?: VRMNodeConstraintManager;
  readonly vrmMToonMaterials?: readonly (Material & { update?(dtSeconds: number): void })[];
}

/** What moves by itself in a VRM, after its body was posed. */
export interface VrmRuntime {
  /** Null where the file has none. */
  readonly expressions: VRMExpressionManager | null;
  update(dtSeconds: number): void;
  /** Springs forget their motion. */
  reset(): void;
}

export function createVrmRuntime(gltf: GLTF): VrmRuntime {
  const data = gltf.userData as VrmUserData;
  const { vrmExpressionManager, vrmSpringBoneManager, vrmNodeConstraintManager } = data;
  const materials = data.vrmMToonMaterials ?? [];
  return {
    expressions: vrmExpressionManager ?? null,
    update(dtSeconds) {
      vrmExpressionManager?.update();
      vrmNodeConstraintManager?.update();
      vrmSpringBoneManager?.update(dtSeconds);
      for (const material of materials) material.update?.(dtSeconds);
    },
    reset() {
      vrmSpringBoneManager?.reset();
    },
  };
}
