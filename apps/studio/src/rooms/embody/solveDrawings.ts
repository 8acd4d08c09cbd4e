import { jointOfBone } from '@leib/core';
import type { EmbodyModel, EmbodySolver, EmbodyState } from '@leib/embody';
import {
  createArmConesView,
  createArmPlanesView,
  createFieldsView,
  createGaitView,
  createTorsoHullView,
  createWalkView,
  disposeTree,
} from '@leib/three';
import { CircleGeometry, Group, Mesh, MeshBasicMaterial, type Object3D, RingGeometry } from 'three';
import type { Locomotion } from '../../world/locomotion/locomotion.js';
import type { EmbodyRoomSettings } from './embodyShape.js';

/** What is drawn of the solve, each part by its switch. */
export class SolveDrawings {
  /** In the body's space. */
  readonly root = new Group();
  readonly fields: ReturnType<typeof createFieldsView> = createFieldsView();
  readonly #hull = createTorsoHullView();
  readonly #cones = createArmConesView();
  readonly #planes = createArmPlanesView();
  readonly #gait = createGaitView();
  readonly #contacts = createContactsView();
  readonly #walk = createWalkView();
  readonly #views = [this.fields, this.#hull, this.#cones, this.#planes, this.#gait, this.#contacts, this.#walk];

  constructor() {
    for (const { root } of this.#views) this.root.add(root);
  }

  /** @param embody null: the solver is the baseline, of which nothing is drawn */
  update(embody: EmbodySolver | null, locomotion: Locomotion, values: EmbodyRoomSettings): void {
    this.root.visible = embody !== null;
    if (!embody) return;
    this.#updateArms(embody, values);
    this.#updateFeet(embody, locomotion, values);
  }

  dispose(): void {
    for (const view of this.#views) view.dispose();
  }

  #updateArms({ model, state }: EmbodySolver, values: EmbodyRoomSettings): void {
    this.fields.root.visible = values.showFields;
    this.#hull.root.visible = values.showHull;
    this.#cones.root.visible = values.showCones;
    this.#planes.showPlanes = values.showArmPlanes;
    this.#planes.showShoulders = values.showShoulders;
    this.#planes.showTwists = values.showTwists;
    this.#planes.root.visible = values.showArmPlanes || values.showShoulders || values.showTwists;
    if (values.showFields) this.fields.update(model.arms, state.arms);
    if (values.showHull) this.#hull.update(model.arms, state.arms);
    if (values.showCones) this.#cones.update(model.arms, state.arms);
    if (this.#planes.root.visible) this.#planes.update(model.arms, state.arms);
  }

  #updateFeet({ model, state }: EmbodySolver, locomotion: Locomotion, values: EmbodyRoomSettings): void {
    const { showSphere, showOffset, showHeading, showProbes, showSwing } = values;
    Object.assign(this.#walk, { showSphere, showOffset, showHeading, showProbes, showSwing });
    this.#walk.root.visible = showSphere || showOffset || showHeading || showProbes || showSwing;
    const { player, playerSettings: settings } = locomotion;
    if (this.#walk.root.visible) this.#walk.update(model, state, { player, settings });
    this.#gait.showBalance = values.showBalance;
    this.#gait.showSteps = values.showSteps;
    this.#gait.root.visible = values.showBalance || values.showSteps;
    if (this.#gait.root.visible) this.#gait.update(state.body, state.gait);
    this.#contacts.root.visible = values.showContacts;
    if (values.showContacts) this.#contacts.update(model, state);
  }
}

/** Of the ring around a full disc, metres. */
const RADIUS = 0.05;
const free = '#facc15';
const planted = '#4ade80';
/** In the order of the prior's chances. */
const bones = ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const;

interface ContactsView {
  /** In the body's space: add it beside the body. */
  readonly root: Object3D;
  update(model: EmbodyModel, state: EmbodyState): void;
  dispose(): void;
}

/**
 * How likely heels and toes stand, by network and observer: a ring under each, filled as far as it is likely; green where
 * it is held.
 */
function createContactsView(): ContactsView {
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
