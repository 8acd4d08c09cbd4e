import type { PuppetFile } from '@leib/puppet';

/** A thing on the stage as the puppet's file describes it; a biscuit also knows its bites. */
export type StageThing = PuppetFile['stage']['things'][number];
export type ThingKind = StageThing['kind'];

/** Bites until a biscuit is gone. */
export const BITES = 5;

/** Half sizes of a thing: what MuJoCo calls its size. A biscuit lies flat: radius, half its thickness. */
export function radiusOf({ kind, size }: StageThing): number {
  return kind === 'block' ? Math.max(...size) : size[0];
}

/** A new thing of a kind in front of the puppet, sized by the puppet's height; `number` keeps names and places apart. */
export function newThing(kind: ThingKind, height: number, floor: number, number: number): StageThing {
  const r = 0.085 * height;
  const size: Record<ThingKind, [number, number, number]> = {
    ball: [r, r, r],
    block: [0.85 * r, 0.85 * r, 0.85 * r],
    biscuit: [0.9 * r, 0.2 * r, 0.9 * r],
  };
  const turn = number * 2.4;
  const away = 0.5 * height;
  const position: [number, number, number] = [
    0.85 * away * Math.sin(turn),
    floor + size[kind][1] + 0.3 * height,
    away + 0.2 * away * Math.cos(turn),
  ];
  const volume = size[kind][0] * size[kind][1] * size[kind][2] * 8;
  return { name: `${kind} ${number}`, kind, position, size: size[kind], mass: Math.max(0.005, 250 * volume) };
}
