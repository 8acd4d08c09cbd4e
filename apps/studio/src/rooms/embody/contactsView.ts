import { jointOfBone } from '@leib/core';
import type { EmbodyModel, EmbodyState } from '@leib/embody';
import { disposeTree } from '@leib/three';
import { CircleGeometry, Group, Mesh, MeshBasicMaterial, type Object3D, RingGeometry } from 'three';

/** Of the ring around a full disc, metres. */
const RADIUS = 0.05;
const free = '#facc15';
const planted = '#4ade80';
/** In the order of the prior's chances. */
const bones = ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const;

export interface ContactsView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  update(model: EmbodyModel, state: EmbodyState): void;
  dispose(): void;
}

/**
 * How likely heels and toes stand, by network and observer: a ring under each, filled as far as it is likely; green where
 * it is held.
 */
export function createContactsView(): ContactsView {
  const root = new Group();
  root.name = 'contacts view';
  const spots = bones.map((bone) => createSpot(bone));
  root.add(...spots.map(({ root: spot }) => spot));
  return {
    root,
    update(model, state) {
      root.visible = state.body.guidance.leadsFeet;
      if (!root.visible) return;
      for (let i = 0; i < spots.length; i++) {
        const joint = jointOfBone(model.skeleton, bones[i]);
        const foot = state.ledFeet.feet[i % 2];
        const { root: spot, disc, material } = spots[i];
        spot.visible = joint >= 0;
        if (joint < 0) continue;
        const { worldPositions: at } = state.pose;
        spot.position.set(at[joint * 3], foot.groundY + 0.004, at[joint * 3 + 2]);
        disc.scale.setScalar(Math.max(1e-3, i < 2 ? foot.heelChance : foot.ballChance));
        material.color.set((i < 2 ? foot.isHeelDown : foot.isBallDown) ? planted : free);
      }
    },
    dispose() {
      disposeTree(root);
    },
  };
}

function createSpot(name: string) {
  const material = new MeshBasicMaterial({ transparent: true, opacity: 0.85, depthTest: false });
  const ring = new Mesh(new RingGeometry(RADIUS, RADIUS * 1.15, 32), material);
  const disc = new Mesh(new CircleGeometry(RADIUS, 32), material);
  const root = new Group();
  root.name = name;
  root.rotation.x = -Math.PI / 2;
  root.add(ring, disc);
  for (const mesh of root.children) mesh.renderOrder = 1000;
  return { root, disc, material };
}
