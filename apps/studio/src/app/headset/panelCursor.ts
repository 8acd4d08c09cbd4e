import { disposeTree } from '@leib/three';
import {
  BufferGeometry,
  CircleGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  type Quaternion,
  RingGeometry,
  Vector3,
} from 'three';

const SEGMENTS = 48;
/** Over the panel, so that the dot does not sink into it, metres. */
const LIFT = 0.003;

/** Shows where a pointer meets the panel: a dot, a ring that fills while the gaze dwells, a thin line from the hand. */
export class PanelCursor {
  readonly root = new Group();
  readonly #spot = new Group();
  readonly #dot = new Mesh(new CircleGeometry(0.005, 20), material('#ffffff'));
  readonly #rim = new Mesh(new RingGeometry(0.005, 0.0065, 20), material('#08201c'));
  readonly #ring = new Mesh(new RingGeometry(0.011, 0.016, SEGMENTS), material('#ffb454'));
  readonly #line = new Line(
    new BufferGeometry().setFromPoints([new Vector3(), new Vector3()]),
    new LineBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.55 }),
  );

  constructor() {
    this.#spot.add(this.#dot, this.#rim, this.#ring);
    this.root.add(this.#spot, this.#line);
    for (const mesh of [this.#dot, this.#rim, this.#ring]) mesh.renderOrder = 40;
    this.#line.frustumCulled = false;
    // From the top, clockwise as a clock's hand goes.
    this.#ring.rotation.z = Math.PI / 2;
    this.#ring.scale.y = -1;
    this.root.visible = false;
  }

  hide(): void {
    this.root.visible = false;
  }

  /**
   * @param at where it meets the panel, and how the panel is turned; space of the root's parent
   * @param from where the hand is; null draws no line
   * @param progress how far the ring is filled, 0 to 1
   */
  show(at: Vector3, rotation: Quaternion, scale: number, from: Vector3 | null, progress = 0): void {
    this.root.visible = true;
    this.#spot.position.set(0, 0, LIFT).applyQuaternion(rotation).add(at);
    this.#spot.quaternion.copy(rotation);
    this.#spot.scale.setScalar(scale);
    this.#ring.visible = progress > 0;
    this.#ring.geometry.setDrawRange(0, Math.ceil(progress * SEGMENTS) * 6);
    this.#line.visible = from !== null;
    if (!from) return;
    const points = this.#line.geometry.getAttribute('position');
    points.setXYZ(0, from.x, from.y, from.z);
    points.setXYZ(1, at.x, at.y, at.z);
    points.needsUpdate = true;
  }

  dispose(): void {
    disposeTree(this.root);
  }
}

/** Seen from both sides: the ring is mirrored to run clockwise. */
function material(color: string): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, transparent: true, depthTest: false, toneMapped: false, side: 2 });
}
