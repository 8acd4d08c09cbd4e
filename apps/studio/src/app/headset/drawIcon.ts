import {
  ArrowLeft,
  ArrowRight,
  Check,
  Circle,
  Footprints,
  House,
  type LucideIcon,
  Pause,
  PersonStanding,
  Play,
  RotateCcw,
  SkipForward,
  Square,
} from 'lucide-react';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ActionIcon } from '../../world/roomScene.js';

/** The box of the icons, as lucide draws them. */
export const ICON_SIZE = 24;

const icons: Readonly<Record<ActionIcon, LucideIcon>> = {
  accept: Check,
  again: RotateCcw,
  back: ArrowLeft,
  body: PersonStanding,
  home: House,
  next: ArrowRight,
  pause: Pause,
  play: Play,
  record: Circle,
  skip: SkipForward,
  stop: Square,
  walk: Footprints,
};

/** The lines of each icon: drawn by React once, read as paths. */
const paths = new Map<ActionIcon, Path2D>();

/** Draws an icon over the whole canvas. */
export function drawIcon(canvas: HTMLCanvasElement, icon: ActionIcon, colour: string): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = canvas.width / ICON_SIZE;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, ICON_SIZE, ICON_SIZE);
  context.strokeStyle = colour;
  context.lineWidth = 2.2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(pathOf(icon));
}

function pathOf(icon: ActionIcon): Path2D {
  const known = paths.get(icon);
  if (known) return known;
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(createElement(icons[icon])));
  const path = new Path2D();
  for (const element of place.querySelectorAll('svg > *')) path.addPath(pathOfElement(element));
  root.unmount();
  paths.set(icon, path);
  return path;
}

function pathOfElement(element: Element): Path2D {
  const number = (name: string) => Number(element.getAttribute(name) ?? 0);
  const path = new Path2D(element.getAttribute('d') ?? undefined);
  switch (element.tagName) {
    case 'circle':
      path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
      break;
    case 'rect':
      path.roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'));
      break;
    case 'line':
      path.moveTo(number('x1'), number('y1'));
      path.lineTo(number('x2'), number('y2'));
      break;
  }
  return path;
}
