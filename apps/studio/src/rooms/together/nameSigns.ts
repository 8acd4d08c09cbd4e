import { CanvasTexture, Group, Sprite, SpriteMaterial, SRGBColorSpace } from 'three';
import type { StageLabel } from '../../world/stageLabels.js';

/** Of a sign, pixels and metres. */
const HEIGHT = 64;
const METRES = 0.075;
const FONT = '600 34px system-ui, sans-serif';
const PADDING = 22;
/** Below the name of who speaks. */
const SPEAKS = '#4ccbb5';

/** Names and what is pointed at, for who wears a headset: texts over the page's picture are not seen there. */
export class NameSigns {
  readonly root = new Group();
  readonly #texts: string[] = [];

  constructor() {
    this.root.name = 'name signs';
  }

  update(labels: readonly StageLabel[]): void {
    while (this.root.children.length < labels.length)
      this.root.add(new Sprite(new SpriteMaterial({ depthTest: false })));
    for (const [i, one] of this.root.children.entries()) {
      const label = labels[i];
      one.visible = label !== undefined;
      if (!label) continue;
      one.position.copy(label.at);
      const look = `${label.speaks === true} ${label.text}`;
      if (this.#texts[i] !== look) write(one as Sprite, label);
      this.#texts[i] = look;
    }
  }

  dispose(): void {
    for (const { material } of this.root.children as Sprite[]) {
      material.map?.dispose();
      material.dispose();
    }
    this.root.removeFromParent();
  }
}

function write(sprite: Sprite, { text, speaks = false }: StageLabel): void {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return;
  context.font = FONT;
  canvas.width = Math.min(1024, Math.ceil(context.measureText(text).width) + 2 * PADDING);
  canvas.height = HEIGHT;
  context.fillStyle = 'rgb(14 18 24 / 82%)';
  context.roundRect(0, 0, canvas.width, HEIGHT, HEIGHT / 3);
  context.fill();
  if (speaks) {
    context.fillStyle = SPEAKS;
    context.fillRect(PADDING, HEIGHT - 9, canvas.width - 2 * PADDING, 5);
  }
  // A canvas of another size has forgotten it.
  context.font = FONT;
  context.fillStyle = '#fff';
  context.textBaseline = 'middle';
  context.fillText(text, PADDING, HEIGHT / 2, canvas.width - 2 * PADDING);
  sprite.material.map?.dispose();
  sprite.material.map = new CanvasTexture(canvas);
  sprite.material.map.colorSpace = SRGBColorSpace;
  sprite.material.needsUpdate = true;
  sprite.scale.set((METRES * canvas.width) / HEIGHT, METRES, 1);
}
