import { BackSide, type Camera, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import type { StageLabel } from '../../../world/stageLabels.js';
import { NameSigns } from '../../together/nameSigns.js';

/** How dark it becomes, and how fast, shares of a second. */
const DARK = 0.86;
const PER_SECOND = 1.5;
const AWAY = 1.4;

/** After an emergency stop the picture grows dark around who looks, and says why: on the page and in the headset. */
export class Fade {
  readonly root: Mesh<SphereGeometry, MeshBasicMaterial>;
  readonly signs = new NameSigns();
  readonly #ahead = new Vector3();

  constructor() {
    const material = new MeshBasicMaterial({ color: '#05070a', side: BackSide, transparent: true, opacity: 0 });
    material.depthTest = false;
    material.depthWrite = false;
    this.root = new Mesh(new SphereGeometry(1, 24, 16), material);
    this.root.name = 'stopped';
    this.root.renderOrder = 10;
    this.root.frustumCulled = false;
    this.root.visible = false;
  }

  get darkness(): number {
    return this.root.material.opacity;
  }

  update(text: string | null, camera: Camera, dtSeconds: number): void {
    const { material } = this.root;
    const wanted = text === null ? 0 : DARK;
    const step = PER_SECOND * dtSeconds;
    material.opacity += Math.max(-step, Math.min(step, wanted - material.opacity));
    this.root.visible = material.opacity > 0.001;
    camera.getWorldPosition(this.root.position);
    const labels: StageLabel[] = [];
    if (text !== null) {
      camera.getWorldDirection(this.#ahead);
      const at = this.root.position.clone().addScaledVector(this.#ahead, AWAY);
      labels.push({ text, at, kind: 'thing', align: 'middle' });
    }
    this.signs.update(labels);
    for (const sign of this.signs.root.children) sign.renderOrder = 11;
  }

  dispose(): void {
    this.root.geometry.dispose();
    this.root.material.dispose();
    this.root.removeFromParent();
    this.signs.dispose();
  }
}
