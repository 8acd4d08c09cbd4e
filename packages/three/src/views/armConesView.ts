import { createQuat, quat } from '@leib/core';
import type { ArmsModel, ArmsState } from '@leib/embody';
import { Group, type Object3D } from 'three';
import { createLimitsView } from './limitsView.js';

export interface ArmConesView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  update(model: ArmsModel, state: ArmsState): void;
  dispose(): void;
}

/** Swing cones of collar bones and upper arms, where they are now. */
export function createArmConesView(): ArmConesView {
  const root = new Group();
  root.name = 'arm cones view';
  const views = [0, 1].map(() => ({
    collar: createLimitsView({ size: 0.16, color: '#a3e635' }),
    upperArm: createLimitsView({ size: 0.24 }),
  }));
  for (const { collar, upperArm } of views) root.add(collar.root, upperArm.root);
  const frame = createQuat();
  let drawn: ArmsModel | null = null;

  function rebuild(model: ArmsModel): void {
    drawn = model;
    views.forEach(({ collar, upperArm }, side) => {
      const arm = model.arms[side];
      collar.root.visible = arm !== null && arm.collar >= 0;
      upperArm.root.visible = arm !== null;
      if (arm === null) return;
      collar.setLimits({ cone: arm.shoulderCone });
      upperArm.setLimits({ cone: arm.upperArmCone });
    });
  }

  return {
    root,
    update(model, state) {
      if (model !== drawn) rebuild(model);
      for (let side = 0; side < 2; side++) {
        const arm = model.arms[side];
        const now = state.arms[side];
        if (arm === null || now === null) continue;
        quat.multiply(frame, now.chestRotation, arm.shoulderConeToChest);
        views[side].collar.update(now.collarWorld, frame);
        quat.multiply(frame, arm.collar >= 0 ? now.collarRotation : now.chestRotation, arm.lateralToChest);
        views[side].upperArm.update(now.shoulderWorld, frame);
      }
    },
    dispose() {
      for (const { collar, upperArm } of views) {
        collar.dispose();
        upperArm.dispose();
      }
      root.removeFromParent();
    },
  };
}
