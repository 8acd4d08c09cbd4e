import { buildPart, type Part } from './part.ts';
import { boneIndex } from './rig.ts';

/** MakeHuman's own eyeball measures 15.9 mm at this body's size: the lids were modelled around that. */
export const EYE_RADIUS = 0.016;

const SEGMENTS = 28;

type Colour = readonly [number, number, number];
const pupil: Colour = [0.006, 0.005, 0.005];
const irisInner: Colour = [0.2, 0.11, 0.05];
const irisMiddle: Colour = [0.14, 0.07, 0.032];
const irisOuter: Colour = [0.035, 0.018, 0.01];
const sclera: Colour = [0.83, 0.8, 0.77];
const scleraCorner: Colour = [0.6, 0.5, 0.46];

/** Rings about the line of sight: distance from it on the eye's front, metres, and colour. Two at one place: an edge. */
const rings: readonly (readonly [radius: number, colour: Colour])[] = [
  [0.0023, pupil],
  [0.0025, irisInner],
  [0.0041, irisMiddle],
  [0.0058, irisOuter],
  [0.0065, sclera],
  [0.0085, sclera],
  [0.0115, scleraCorner],
  [0.014, scleraCorner],
];

/** A closed ball that looks along +Z, coloured by rings. */
export function makeEye(side: 'left' | 'right', joints: Float64Array): Part {
  const bone = boneIndex[`${side}Eye`];
  const centre = joints.subarray(bone * 3, bone * 3 + 3);
  const [positions, colors, triangles]: number[][] = [[], [], []];
  const add = (direction: readonly number[], colour: Colour) => {
    positions.push(...direction.map((value, k) => centre[k] + value * EYE_RADIUS));
    colors.push(...colour);
  };
  // Angles from the line of sight: the front rings by their radius, then three more to close the back.
  const front = rings.map(([radius, colour]) => [Math.asin(radius / EYE_RADIUS), colour] as const);
  const back = [95, 120, 150].map((deg) => [(deg * Math.PI) / 180, scleraCorner] as const);
  const all = [...front, ...back];
  add([0, 0, 1], pupil);
  for (const [angle, colour] of all) {
    for (let k = 0; k < SEGMENTS; k++) {
      const around = (k / SEGMENTS) * 2 * Math.PI;
      add([Math.sin(angle) * Math.cos(around), Math.sin(angle) * Math.sin(around), Math.cos(angle)], colour);
    }
  }
  add([0, 0, -1], scleraCorner);
  const last = all.length * SEGMENTS + 1;
  for (let k = 0; k < SEGMENTS; k++) {
    const next = (k + 1) % SEGMENTS;
    triangles.push(0, 1 + k, 1 + next);
    for (let ring = 0; ring + 1 < all.length; ring++) {
      const [inner, outer] = [1 + ring * SEGMENTS, 1 + (ring + 1) * SEGMENTS];
      triangles.push(inner + k, outer + k, outer + next, inner + k, outer + next, inner + next);
    }
    const rim = 1 + (all.length - 1) * SEGMENTS;
    triangles.push(rim + k, last, rim + next);
  }
  const ball = buildPart(`${side}Eye`, 'eye', positions, triangles, () => [[bone, 1]]);
  return { ...ball, colors: Float64Array.from(colors) };
}
