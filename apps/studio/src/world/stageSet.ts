import { createHandsView, createMirror, createScenery, createTargetsView } from '@leib/three';
import type { JointFrame } from '@leib/tracking';
import { Group, type Vector3 } from 'three';
import type { DrawQuality } from './drawQuality.js';
import { type Glass, glassAt, isBehindGlass } from './glassStop.js';
import type { RoomView } from './roomScene.js';
import type { StageSettings } from './stageSections.js';

/** The glass, metres. */
export const MIRROR_SIZE = { width: 1.6, height: 2.1 };

/** What stands around the body in every room: floor and light and the mirror (the world's metres), marks on targets and hands. */
export class StageSet {
  /** Marks on what is tracked, in the person's. */
  readonly personRoot = new Group();
  readonly stage;
  readonly mirror;
  readonly #targets = createTargetsView();
  readonly #hands = createHandsView();

  constructor({ shadowSize, mirrorResolution, mirrorSamples }: DrawQuality) {
    this.stage = createScenery({ theme: 'dark', shadowSize });
    this.mirror = createMirror({ ...MIRROR_SIZE, resolution: mirrorResolution, samples: mirrorSamples });
    this.personRoot.add(this.#targets.root, this.#hands.root);
  }

  /** Puts everything in its place. `isThroughGlass`: the view is from behind the glass, where there is nothing to reflect. */
  update(settings: StageSettings, view: RoomView, joints: JointFrame, eyes: Vector3, isThroughGlass: boolean): void {
    const { showTargets, showHands } = settings;
    this.#placeMirror(glassOf(settings, view), view.mirrorYaw ?? 0, eyes, isThroughGlass);
    this.#targets.root.visible = showTargets;
    if (showTargets) this.#targets.update(joints);
    this.#hands.root.visible = showHands;
    if (showHands) this.#hands.update(joints);
    this.stage.focusOn(eyes.x, eyes.z);
  }

  dispose(): void {
    for (const part of [this.stage, this.mirror, this.#targets, this.#hands]) part.dispose();
  }

  #placeMirror(glass: Glass | null, yaw: number, eyes: Vector3, isThroughGlass: boolean): void {
    const { root } = this.mirror;
    // Walks end before the glass; a clip that goes through it takes it away.
    root.visible = glass !== null && !isThroughGlass && !isBehindGlass(glass, eyes.x, eyes.z);
    if (!glass) return;
    root.position.set(glass.x, 0, glass.z);
    root.rotation.y = Math.PI + yaw;
  }
}

/** The glass of the mirror; null where none stands. */
export function glassOf({ showMirror, mirrorDistance }: StageSettings, { mirrorYaw = 0 }: RoomView): Glass | null {
  return showMirror ? glassAt(mirrorYaw, mirrorDistance, MIRROR_SIZE.width) : null;
}
