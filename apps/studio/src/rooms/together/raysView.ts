import { disposeTree } from '@leib/three';
import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';

/** Somebody's ray as it is drawn, the world's metres. */
export interface ShownRay {
  readonly from: Vector3;
  readonly to: Vector3;
  readonly colour: string;
}

const along = new Vector3(0, 1, 0);
const way = new Vector3();

/** Rays from hands to what they meet: a thin line, and a ball at its end. */
export class RaysView {
  readonly root = new Group();
  readonly #line = new CylinderGeometry(0.003, 0.005, 1, 8).translate(0, 0.5, 0);
  readonly #ball = new SphereGeometry(0.022, 16, 12);

  constructor() {
    this.root.name = 'rays';
  }

  update(rays: readonly ShownRay[]): void {
    while (this.root.children.length < rays.length) this.root.add(this.#create());
    for (const [i, one] of this.root.children.entries()) {
      const ray = rays[i];
      one.visible = ray !== undefined;
      if (!ray) continue;
      const [line, ball] = one.children as Mesh<CylinderGeometry, MeshBasicMaterial>[];
      line.material.color.set(ray.colour);
      line.position.copy(ray.from);
      way.copy(ray.to).sub(ray.from);
      line.scale.y = Math.max(1e-3, way.length());
      line.quaternion.setFromUnitVectors(along, way.normalize());
      ball.position.copy(ray.to);
    }
  }

  dispose(): void {
    disposeTree(this.root);
    this.#line.dispose();
    this.#ball.dispose();
    this.root.removeFromParent();
  }

  #create(): Group {
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.85 });
    return new Group().add(new Mesh(this.#line, material), new Mesh(this.#ball, material));
  }
}
