import { disposeTree } from '@leib/three';
import {
  BoxGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  Vector3,
} from 'three';

/** Somebody who holds a tablet, the world's metres. */
export interface TabletHolder {
  readonly hand: Vector3;
  readonly head: Vector3;
  readonly scale: number;
  readonly colour: string;
}

/** Of a tablet, metres; it is held as the wearer's own panel is: above the wrist, to the eyes. */
const SIZE = { width: 0.3, height: 0.24, depth: 0.008, edge: 0.012 } as const;
const FROM_HAND = { up: 0.16, towards: 0.05 } as const;

const up = new Vector3(0, 1, 0);
const turn = new Matrix4();

/** Tablets in the hands of those who have theirs open. */
export class TabletsView {
  readonly root = new Group();
  readonly #slab = new BoxGeometry(SIZE.width, SIZE.height, SIZE.depth);
  readonly #screen = new PlaneGeometry(SIZE.width - 2 * SIZE.edge, SIZE.height - 2 * SIZE.edge).translate(
    0,
    0,
    SIZE.depth / 2 + 0.001,
  );

  constructor() {
    this.root.name = 'tablets';
  }

  update(holders: readonly TabletHolder[]): void {
    while (this.root.children.length < holders.length) this.root.add(this.#create());
    for (const [i, tablet] of this.root.children.entries()) {
      const holder = holders[i];
      tablet.visible = holder !== undefined;
      if (!holder) continue;
      const { hand, head, scale, colour } = holder;
      const towards = head
        .clone()
        .sub(hand)
        .setY(0)
        .setLength(FROM_HAND.towards * scale);
      tablet.position
        .copy(hand)
        .add(towards)
        .addScaledVector(up, FROM_HAND.up * scale);
      // Its screen looks along +Z, as a camera looks along -Z.
      tablet.quaternion.setFromRotationMatrix(turn.lookAt(head, tablet.position, up));
      tablet.scale.setScalar(scale);
      const [, screen] = tablet.children as Mesh<PlaneGeometry, MeshBasicMaterial>[];
      screen.material.color.set(colour);
    }
  }

  dispose(): void {
    disposeTree(this.root);
    this.#slab.dispose();
    this.#screen.dispose();
    this.root.removeFromParent();
  }

  #create(): Group {
    const slab = new Mesh(this.#slab, new MeshStandardMaterial({ color: '#1b2027', roughness: 0.6 }));
    return new Group().add(slab, new Mesh(this.#screen, new MeshBasicMaterial()));
  }
}
