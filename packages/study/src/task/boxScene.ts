import type { Thing } from '@leib/stage';

/** A box that one reaches or steps into: a panel to touch, and sides to keep off. All are ids of things. */
export interface TargetBox {
  readonly panel: string;
  readonly sides: readonly string[];
  /** Middle of the panel's face, and of the opening before it. */
  readonly panelAt: readonly [number, number, number];
  readonly openingAt: readonly [number, number, number];
}

export interface BoxScene {
  readonly things: readonly Thing[];
  /** In the order of a right-handed participant: hands from right to left, feet from the start on. */
  readonly boxes: readonly TargetBox[];
  /** The green cube, or the green bar. */
  readonly target: string;
  readonly targetAt: readonly [number, number, number];
  /** The white square that feet go back to: its middle, and half its side. */
  readonly start: { readonly x: number; readonly z: number; readonly half: number } | null;
}

/** Lengths are those of somebody of this stature, and grow with others. */
const STATURE = 1.72;
const BOXES = 4;
/** Of walls and panels. */
const THICK = 0.02;
/** Boxes for feet were felt to be too short, and were lengthened by so much (thesis, 7.2). */
const LENGTHENED = 1.1;

type Triple = readonly [number, number, number];

/** Four boxes side by side at the height of the chest, open towards the participant, and a green cube below their middle. */
export function handScene(stature: number): BoxScene {
  const scale = stature / STATURE;
  const [wide, high, deep] = [0.24 * scale, 0.22 * scale, 0.16 * scale];
  const [y, front] = [1.16 * scale, 0.36 * scale];
  const boxes: TargetBox[] = [];
  const things: Thing[] = [];
  for (let number = 0; number < BOXES; number++) {
    // Without a gap between boxes, in which a thumb would be caught. The participant faces +z: their right is at -x.
    const x = (number - (BOXES - 1) / 2) * (wide + 2 * THICK);
    const name = `hand${number + 1}`;
    const z = front + deep / 2;
    things.push(
      box(`${name}-panel`, [x, y, front + deep + THICK / 2], [wide + 2 * THICK, high + 2 * THICK, THICK]),
      box(`${name}-right`, [x - (wide + THICK) / 2, y, z], [THICK, high, deep]),
      box(`${name}-left`, [x + (wide + THICK) / 2, y, z], [THICK, high, deep]),
      box(`${name}-top`, [x, y + (high + THICK) / 2, z], [wide + 2 * THICK, THICK, deep]),
      box(`${name}-bottom`, [x, y - (high + THICK) / 2, z], [wide + 2 * THICK, THICK, deep]),
    );
    boxes.push({
      panel: `${name}-panel`,
      sides: ['right', 'left', 'top', 'bottom'].map((side) => `${name}-${side}`),
      panelAt: [x, y, front + deep],
      openingAt: [x, y, front],
    });
  }
  const targetAt = [0, y - high * 1.6, front + deep / 2] as const;
  things.push(box('hand-target', targetAt, [0.09 * scale, 0.09 * scale, 0.09 * scale]));
  return { things, boxes, target: 'hand-target', targetAt, start: null };
}

/** Four boxes on the floor one behind the other, for right and left foot in turn, a green bar behind them, a white square before. */
export function footScene(stature: number): BoxScene {
  const scale = stature / STATURE;
  const [wide, high, long] = [0.2 * scale, 0.1 * scale, 0.33 * LENGTHENED * scale];
  const step = long + 2 * THICK + 0.06 * scale;
  const boxes: TargetBox[] = [];
  const things: Thing[] = [];
  for (let number = 0; number < BOXES; number++) {
    const x = (number % 2 === 0 ? -0.16 : 0.16) * scale;
    const z = 0.55 * scale + number * step;
    const name = `foot${number + 1}`;
    things.push(
      box(`${name}-panel`, [x, THICK / 2, z], [wide, THICK, long]),
      box(`${name}-right`, [x - (wide + THICK) / 2, high / 2, z], [THICK, high, long]),
      box(`${name}-left`, [x + (wide + THICK) / 2, high / 2, z], [THICK, high, long]),
      box(`${name}-near`, [x, high / 2, z - (long + THICK) / 2], [wide + 2 * THICK, high, THICK]),
      box(`${name}-far`, [x, high / 2, z + (long + THICK) / 2], [wide + 2 * THICK, high, THICK]),
    );
    boxes.push({
      panel: `${name}-panel`,
      sides: ['right', 'left', 'near', 'far'].map((side) => `${name}-${side}`),
      panelAt: [x, THICK, z],
      openingAt: [x, high, z],
    });
  }
  const targetAt = [0, THICK / 2, 0.55 * scale + BOXES * step] as const;
  const start = { x: 0, z: 0, half: 0.25 * scale };
  things.push(box('foot-target', targetAt, [0.9 * scale, THICK, 0.25 * scale]));
  things.push({
    id: 'foot-start',
    kind: 'mark',
    pose: [0, 0, 0, 0, 0, 0, 1],
    settings: { size: [2 * start.half, 2 * start.half] },
  });
  return { things, boxes, target: 'foot-target', targetAt, start };
}

export const floorThing: Thing = {
  id: 'floor',
  kind: 'floor',
  pose: [0, 0, 0, 0, 0, 0, 1],
  settings: { name: 'floor' },
};

/** Stands fast: a hand is held back, and moves nothing. */
function box(name: string, [x, y, z]: Triple, size: Triple): Thing {
  return { id: name, kind: 'box', pose: [x, y, z, 0, 0, 0, 1], settings: { name, size: [...size], mass: null } };
}
