import { jointOfBone } from '@leib/core';
import { Vector3 } from 'three';
import { type StageLabel, StageLabels } from '../../../world/stageLabels.js';
import type { World } from '../../../world/world.js';

/** From the head's joint to the name above it, metres. */
const ABOVE = 0.34;

/** Names above the two bodies: which is you, and which one can be pushed. */
export class BodyNames {
  /** Whether the second body was pushed: the invitation has done its work. */
  isPushed = false;
  readonly #world: World;
  readonly #labels: StageLabels;

  constructor(world: World) {
    this.#world = world;
    this.#labels = new StageLabels(world);
  }

  /**
   * @param second the head of the second body, the person's metres; null: the bodies are not seen beside each other
   * @param beside how far to its side the own body stands, metres
   */
  update(second: readonly number[] | null, beside: number): void {
    const { renderer, body } = this.#world;
    const labels: StageLabel[] = [];
    if (second && body) {
      const head = jointOfBone(body.avatar.skeleton, 'head') * 3;
      const [x, y, z] = body.pose.worldPositions.subarray(head, head + 3);
      labels.push(this.#labelOf('You', [x - beside, y, z]));
    }
    if (second) labels.push(this.#labelOf(this.isPushed ? 'Second body' : 'Second body: push it', second));
    this.#labels.update(renderer.xr.isPresenting ? [] : labels, true);
  }

  dispose(): void {
    this.#labels.dispose();
  }

  #labelOf(text: string, [x, y, z]: readonly number[]): StageLabel {
    const at = this.#world.person.localToWorld(new Vector3(x, y + ABOVE, z));
    return { text, at, kind: 'figure', align: 'middle' };
  }
}
