import {
  createQuat,
  createVec3,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  rotationBetween,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import type { SwingCone } from '@leib/core/solvers';
import type { EmbodyModel, EmbodyState } from '@leib/embody';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
} from 'three';
import { disposeTree } from '../disposeTree.js';

type ArmsModel = EmbodyModel['arms'];

export interface ArmConesView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  update(model: ArmsModel, state: EmbodyState['arms']): void;
  dispose(): void;
}

const FORWARD = [0, 0, 1] as const;

/** Swing cones of collar bones, upper arms and wrists, where they are now. */
export function createArmConesView(): ArmConesView {
  const root = new Group();
  root.name = 'arm cones view';
  const views = [0, 1].map(() => ({
    collar: createConeView(0.16, '#a3e635'),
    upperArm: createConeView(0.24, '#22b8cf'),
    wrist: createConeView(0.12, '#c084fc'),
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
      collar.setCone(arm.shoulderCone);
      upperArm.setCone(arm.upperArmCone);
      wrist.setCone(arm.wristCone);
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

interface ConeView {
  readonly root: Object3D;
  /** Rebuilds the drawing. Not for every frame. */
  setCone(cone: SwingCone): void;
  /** Moves the drawing to the joint; the cone opens along the frame's +Z. */
  update(jointWorld: ReadonlyVec3, frameRotationWorld: ReadonlyQuat): void;
  dispose(): void;
}

/** Allowed directions of a bone: mantle and outline of the cone, `size` metres long. */
export function createConeView(size: number, color: string): ConeView {
  const fill = new MeshBasicMaterial({ color, transparent: true, opacity: 0.22, side: DoubleSide, depthWrite: false });
  const line = new LineBasicMaterial({ color, transparent: true, opacity: 0.9 });
  const surface = new BufferGeometry();
  const outline = new BufferGeometry();
  // The first point is the joint; the outline only goes around.
  outline.setDrawRange(1, Infinity);
  const root = new Group();
  root.name = 'cone view';
  root.add(new Mesh(surface, fill), new LineLoop(outline, line));
  for (const child of root.children) child.frustumCulled = false;
  return {
    root,
    setCone({ border }) {
      const count = border.length / 3;
      const positions = new BufferAttribute(new Float32Array((count + 1) * 3), 3);
      for (let i = 0; i < border.length; i++) positions.array[i + 3] = border[i] * size;
      // A geometry whose attribute is exchanged is given back first, or the old numbers would stay on the GPU.
      surface.dispose();
      outline.dispose();
      surface.setIndex(Array.from({ length: count }, (_, i) => [0, i + 1, ((i + 1) % count) + 1]).flat());
      surface.setAttribute('position', positions);
      outline.setAttribute('position', positions);
    },
    update(jointWorld, frameRotationWorld) {
      root.position.set(jointWorld[0], jointWorld[1], jointWorld[2]);
      root.quaternion.set(frameRotationWorld[0], frameRotationWorld[1], frameRotationWorld[2], frameRotationWorld[3]);
    },
    dispose() {
      disposeTree(root);
    },
  };
}
