import { createQuat, createVec3, quat, rotationBetween, unitTowards, type Vec3, vec3 } from '@leib/core';
import type { ArmsModel, ArmsState } from '@leib/embody';
import { Group, type Object3D } from 'three';
import { createLimitsView } from './limitsView.js';

export interface ArmConesView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  update(model: ArmsModel, state: ArmsState): void;
  dispose(): void;
}

const FORWARD = [0, 0, 1] as const;

/** Swing cones of collar bones, upper arms and wrists, where they are now. */
export function createArmConesView(): ArmConesView {
  const root = new Group();
  root.name = 'arm cones view';
  const views = [0, 1].map(() => ({
    collar: createLimitsView({ size: 0.16, color: '#a3e635' }),
    upperArm: createLimitsView({ size: 0.24 }),
    wrist: createLimitsView({ size: 0.12, color: '#c084fc' }),
  }));
  for (const { collar, upperArm, wrist } of views) root.add(collar.root, upperArm.root, wrist.root);
  const frame = createQuat();
  const carry = createQuat();
  const along = createVec3();
  const forward = createVec3();
  let drawn: ArmsModel | null = null;

  function rebuild(model: ArmsModel): void {
    drawn = model;
    views.forEach(({ collar, upperArm, wrist }, side) => {
      const arm = model.arms[side];
      collar.root.visible = arm !== null && arm.collar >= 0;
      upperArm.root.visible = arm !== null;
      wrist.root.visible = arm !== null;
      if (arm === null) return;
      collar.setLimits({ cone: arm.shoulderCone });
      upperArm.setLimits({ cone: arm.upperArmCone });
      wrist.setLimits({ cone: arm.wristCone });
    });
  }

  /** Turns the frame so that its +Z goes from one joint to the next, with the least twist, as FABRIK does. */
  function carryAlong(fromWorld: Vec3, toWorld: Vec3): void {
    unitTowards(along, fromWorld, toWorld);
    vec3.transformQuat(forward, FORWARD, frame);
    quat.multiply(frame, rotationBetween(carry, forward, along), frame);
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
        carryAlong(now.shoulderWorld, now.elbowWorld);
        carryAlong(now.elbowWorld, now.endWorld);
        views[side].wrist.update(now.endWorld, frame);
      }
    },
    dispose() {
      for (const { collar, upperArm, wrist } of views) {
        for (const view of [collar, upperArm, wrist]) view.dispose();
      }
      root.removeFromParent();
    },
  };
}
