import type { FigureLook, FigureShape } from '../../world/roomScene.js';
import type { PanelColours } from './panelLook.js';

/** The box that figures are drawn in (FigureShape). */
export const FIGURE_SIZE = { width: 120, height: 124 } as const;

interface Look {
  readonly stroke?: keyof PanelColours;
  readonly fill?: keyof PanelColours;
  readonly width?: number;
}

const looks: Readonly<Record<FigureLook, Look>> = {
  body: { stroke: 'text', width: 4 },
  dot: { fill: 'accent' },
  arrow: { stroke: 'accent', width: 3 },
  glass: { stroke: 'muted', width: 2 },
  visor: { fill: 'text' },
  mark: { fill: 'accent' },
};

/** Draws a small figure over the whole canvas. */
export function drawFigure(canvas: HTMLCanvasElement, shapes: readonly FigureShape[], colours: PanelColours): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = Math.min(canvas.width / FIGURE_SIZE.width, canvas.height / FIGURE_SIZE.height);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, FIGURE_SIZE.width, FIGURE_SIZE.height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.textAlign = 'center';
  context.font = 'bold 30px sans-serif';
  for (const shape of shapes) {
    const look = looks[shape.look];
    context.lineWidth = look.width ?? 0;
    context.strokeStyle = look.stroke ? colours[look.stroke] : 'transparent';
    context.fillStyle = look.fill ? colours[look.fill] : 'transparent';
    if (shape.kind === 'letter') {
      context.fillText(shape.text, shape.x, shape.y);
      continue;
    }
    const path = new Path2D(shape.kind === 'path' ? shape.d : undefined);
    if (shape.kind === 'circle') path.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
    if (look.fill) context.fill(path);
    if (look.stroke) context.stroke(path);
  }
}
