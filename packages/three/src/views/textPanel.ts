import {
  CanvasTexture,
  DoubleSide,
  Group,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  SRGBColorSpace,
} from 'three';
import { disposeTree } from '../disposeTree.js';

/** What stands on a panel in the scene. */
export interface PanelText {
  readonly title: string;
  readonly text: string;
  /** 0..1, as a bar; null for none. */
  readonly progress: number | null;
  /** Smaller, below: what a button does. */
  readonly hints: readonly string[];
  /** In the colour of a warning. */
  readonly warning: string;
}

export interface TextPanel {
  readonly root: Object3D;
  /** Draws anew only where something differs. */
  show(text: PanelText): void;
  dispose(): void;
}

const PIXELS = { width: 1024, height: 640 } as const;
const MARGIN = 64;

/**
 * A board of text in the scene, for people in virtual reality: a canvas as a texture. It changes a few times a second at
 * most and is read from an arm's length or two, where letters of 5 cm need no outlines of their own.
 */
export function createTextPanel(widthMetres = 0.9): TextPanel {
  const canvas = document.createElement('canvas');
  canvas.width = PIXELS.width;
  canvas.height = PIXELS.height;
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  const board = new Mesh(
    new PlaneGeometry(widthMetres, (widthMetres * PIXELS.height) / PIXELS.width),
    new MeshBasicMaterial({ map: texture, transparent: true, side: DoubleSide, toneMapped: false }),
  );
  board.name = 'text panel';
  const root = new Group();
  root.add(board);
  let shown = '';
  return {
    root,
    show(text) {
      const key = JSON.stringify(text);
      if (key === shown) return;
      shown = key;
      const context = canvas.getContext('2d');
      if (context) draw(context, text);
      texture.needsUpdate = true;
    },
    dispose() {
      texture.dispose();
      disposeTree(root);
    },
  };
}

function draw(context: CanvasRenderingContext2D, { title, text, progress, hints, warning }: PanelText): void {
  const { width, height } = PIXELS;
  context.clearRect(0, 0, width, height);
  context.fillStyle = 'rgba(20, 25, 31, 0.92)';
  context.beginPath();
  context.roundRect(0, 0, width, height, 48);
  context.fill();
  context.textBaseline = 'top';
  let y = MARGIN - 8;
  y = write(context, title, '600 58px system-ui, sans-serif', '#4ccbb5', y, 72);
  y = write(context, text, '44px system-ui, sans-serif', '#e9edf2', y + 16, 58);
  if (warning !== '') write(context, warning, '40px system-ui, sans-serif', '#ffb454', y + 14, 52);
  if (progress !== null) {
    const barY = height - MARGIN - 54 * hints.length - 44;
    context.fillStyle = 'rgba(255, 255, 255, 0.14)';
    context.fillRect(MARGIN, barY, width - 2 * MARGIN, 16);
    context.fillStyle = '#4ccbb5';
    context.fillRect(MARGIN, barY, (width - 2 * MARGIN) * Math.min(1, Math.max(0, progress)), 16);
  }
  hints.forEach((hint, i) => {
    write(context, hint, '36px system-ui, sans-serif', '#9aa7b5', height - MARGIN - 54 * (hints.length - i) + 10, 54);
  });
}

/** Writes text in lines that fit; returns where the next may begin. */
function write(
  context: CanvasRenderingContext2D,
  text: string,
  font: string,
  color: string,
  top: number,
  lineHeight: number,
): number {
  context.font = font;
  context.fillStyle = color;
  let y = top;
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && context.measureText(longer).width > PIXELS.width - 2 * MARGIN) {
      context.fillText(line, MARGIN, y);
      y += lineHeight;
      line = word;
    } else line = longer;
  }
  if (line !== '') context.fillText(line, MARGIN, y);
  return line === '' ? y : y + lineHeight;
}
