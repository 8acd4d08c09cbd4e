import type { EmbodySolver } from '@leib/embody';
import {
  createArmConesView,
  createArmPlanesView,
  createFieldsView,
  createGaitView,
  createTorsoHullView,
  createWalkView,
  type FieldsView,
} from '@leib/three';
import { Group } from 'three';

import type { Locomotion } from '../../world/locomotion/locomotion.js';
import { createContactsView } from './contactsView.js';
import type { EmbodyRoomSettings } from './embodyShape.js';

/** What is drawn of the solve, each part by its switch. */
export class SolveDrawings {
  /** In the body's space. */
  readonly root = new Group();
  readonly fields: FieldsView = createFieldsView();
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
