import { disposeTree } from '@leib/three';
import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, type Quaternion, SphereGeometry, type Vector3 } from 'three';

const COLOUR = { rest: '#4ccbb5', near: '#9fe8da', held: '#ffb454' } as const;
/** How much of the way in which a hand points is drawn, metres. */
const RAY_LENGTH = 0.7;

/** A hand as it is drawn, world space. */
export interface ShownHand {
  readonly position: Vector3;
  /** It points along its -Z. */
  readonly rotation: Quaternion;
  readonly isSeen: boolean;
  /** What it does, or would do. */
  readonly look: keyof typeof COLOUR;
}

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

  update(hands: readonly ShownHand[], isShown: boolean): void {
    this.root.visible = isShown;
    for (const [i, hand] of hands.entries()) {
      const pointer = this.root.children[i] as Mesh<SphereGeometry, MeshBasicMaterial>;
      pointer.visible = hand.isSeen;
      pointer.position.copy(hand.position);
      pointer.quaternion.copy(hand.rotation);
      pointer.material.color.set(COLOUR[hand.look]);
    }
  }

  dispose(): void {
    disposeTree(this.root);
  }
}
