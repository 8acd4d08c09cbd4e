import { disposeTree } from '@leib/three';
import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, SphereGeometry } from 'three';
import type { PointingHand } from '../drag/headsetDrags.js';

const COLOUR = { rest: '#4ccbb5', near: '#9fe8da', held: '#ffb454' } as const;
/** How much of the way in which a hand points is drawn, metres. */
const RAY_LENGTH = 0.7;

/** Where hands in a headset are and point: a small ball with a thin line, world space. */
export class HandPointers {
  readonly root = new Group();

  constructor() {
    // From the hand along -Z.
    const line = new CylinderGeometry(0.0012, 0.0025, RAY_LENGTH, 8)
      .rotateX(-Math.PI / 2)
      .translate(0, 0, -RAY_LENGTH / 2);
    for (let hand = 0; hand < 2; hand++) {
      const material = new MeshBasicMaterial({ transparent: true, opacity: 0.7 });
      const pointer = new Mesh(new SphereGeometry(0.012, 16, 12), material);
      pointer.add(new Mesh(line, material));
      this.root.add(pointer);
    }
  }

  update(hands: readonly PointingHand[], isShown: boolean): void {
    this.root.visible = isShown;
    for (const [i, hand] of hands.entries()) {
      const pointer = this.root.children[i] as Mesh<SphereGeometry, MeshBasicMaterial>;
      pointer.visible = hand.isSeen;
      pointer.position.copy(hand.position);
      pointer.quaternion.copy(hand.rotation);
      pointer.material.color.set(COLOUR[hand.held ? 'held' : hand.near ? 'near' : 'rest']);
    }
  }

  dispose(): void {
    disposeTree(this.root);
  }
}
