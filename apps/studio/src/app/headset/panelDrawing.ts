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
import type { ActionIcon, FigureLook, FigureShape } from '../../world/roomScene.js';
import type { PanelColours } from './panelLook.js';

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

/** The letters of the panel's font (Inter, in @pmndrs/msdfonts). */
const letters = new Set(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ÄÖÜäöüß |$()[]{}@§\\/%&?!#;:<>~+_*=^°-"\',`.\n',
);

/** Letters that it lacks, and what is written instead. */
const others: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '-',
  '…': '...',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '×': 'x',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'AE',
  ł: 'l',
  Ł: 'L',
  '\u00a0': ' ',
};

/** A text with letters that the panel's font has: accents are left off, what is unknown becomes a question mark. */
export function panelLetters(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (letters.has(letter)) return letter;
    const bare = others[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
    return Array.from(bare).every((each) => letters.has(each)) ? bare : '?';
  }).join('');
}
