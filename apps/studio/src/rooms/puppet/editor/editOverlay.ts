import { disposeTree } from '@leib/three';
import {
  type BufferGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  OctahedronGeometry,
  RingGeometry,
  SphereGeometry,
  TorusGeometry,
  type Vector3,
} from 'three';
import type { PictureRays } from '../drag/pictureRays.js';
import type { EditHandle } from './handles/editHandle.js';

type Look = EditHandle['look'];

const colours: Record<Look, string> = {
  end: '#ffb454',
  centre: '#fff3d6',
  side: '#7fd3ff',
  turn: '#c99bff',
  limit: '#e8a33d',
};
/** Radius on the screen, pixels. */
const HANDLE_PIXELS: Record<Look, number> = { end: 8, centre: 7, side: 6, turn: 7, limit: 8 };
/** Fingers need more; they take a handle from farther away, too (editPointer.ts). */
const COARSE_SCALE = 1.25;

/** A handle and where it is now, puppet's space. */
export interface PlacedHandle {
  /** Name of the part that it goes with; empty: the whole puppet. */
  readonly part: string;
  readonly handle: EditHandle;
  readonly at: Vector3;
}

/** Handles and the brush, drawn over everything. */
export class EditOverlay {
  readonly root = new Group();
  readonly #shapes: Record<Look, BufferGeometry> = {
    end: new SphereGeometry(1, 20, 14),
    centre: new OctahedronGeometry(1.1),
    side: new OctahedronGeometry(1.2),
    turn: new TorusGeometry(1, 0.32, 8, 24),
    limit: new SphereGeometry(1, 20, 14),
  };
  readonly #brush = new Mesh(new RingGeometry(0.94, 1, 48), overAll('#ffffff'));
  readonly #handles = new Group();

  constructor() {
    this.root.name = 'editor';
    this.#brush.visible = false;
    this.#brush.renderOrder = 10;
    this.root.add(this.#handles, this.#brush);
  }

  /** Draws these handles, each as large on the screen as it must be to be taken. */
  showHandles(placed: readonly PlacedHandle[], marked: string | null, rays: PictureRays, isCoarse: boolean): void {
    while (this.#handles.children.length > placed.length) {
      const last = this.#handles.children[this.#handles.children.length - 1] as Mesh;
      (last.material as MeshBasicMaterial).dispose();
      this.#handles.remove(last);
    }
    placed.forEach(({ handle, at }, i) => {
      const mesh = (this.#handles.children[i] as Mesh | undefined) ?? this.#addHandle();
      mesh.geometry = this.#shapes[handle.look];
      const isMarked = handle.id === marked;
      (mesh.material as MeshBasicMaterial).color.set(isMarked ? '#ffffff' : (handle.colour ?? colours[handle.look]));
      mesh.position.copy(at);
      const pixels = HANDLE_PIXELS[handle.look] * (isCoarse ? COARSE_SCALE : 1) * (isMarked ? 1.35 : 1);
      mesh.scale.setScalar(pixels * rays.pixelSize(at));
      mesh.quaternion.copy(rays.camera.quaternion);
    });
  }

  showBrush(at: Vector3 | null, radius: number, rays: PictureRays): void {
    this.#brush.visible = at !== null;
    if (!at) return;
    this.#brush.position.copy(at);
    this.#brush.scale.setScalar(radius);
    this.#brush.quaternion.copy(rays.camera.quaternion);
  }

  dispose(): void {
    for (const shape of Object.values(this.#shapes)) shape.dispose();
    disposeTree(this.root);
  }

  #addHandle(): Mesh {
    const mesh = new Mesh(this.#shapes.end, overAll('#ffffff'));
    mesh.renderOrder = 9;
    this.#handles.add(mesh);
    return mesh;
  }
}

function overAll(color: string): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, depthTest: false, depthWrite: false, transparent: true, opacity: 0.95 });
}
