import { WALLS_FORMAT, type Wall, type WallsFile } from './wallsFile.js';

/** Ground of 2.65 x 2.65 m and height of 2.12 m: the three-sided CAVE of the paper. */
const HALF = 2.65 / 2;
const HEIGHT = 2.12;

type Corner = readonly [x: number, z: number];

/** The viewer in the middle looks along -Z at the front wall. Ground points of the lower left and lower right corner. */
const sides: readonly (readonly [name: string, left: Corner, right: Corner])[] = [
  ['left', [-HALF, HALF], [-HALF, -HALF]],
  ['front', [-HALF, -HALF], [HALF, -HALF]],
  ['right', [HALF, -HALF], [HALF, HALF]],
];

/**
 * The paper's CAVE: three walls with two projectors each, one per eye (circular polarisation), and so six displays. The
 * paper does not say which three sides; 2.65 : 2.12 is 5 : 4, the shape of a projector with 1280 x 1024 pixels, and so three
 * walls are assumed.
 */
export const defaultWalls: WallsFile = {
  format: WALLS_FORMAT,
  name: 'CAVE with three walls and six displays',
  timeOutSeconds: 0.05,
  headToEyes: [0, 0, 0],
  walls: sides.flatMap(([side, left, right]) =>
    (['left', 'right'] as const).map((eye) => wallOf(side, left, right, eye)),
  ),
};

function wallOf(side: string, [leftX, leftZ]: Corner, [rightX, rightZ]: Corner, eye: 'left' | 'right'): Wall {
  return {
    name: `${side}-${eye}-eye`,
    lowerLeft: [leftX, 0, leftZ],
    lowerRight: [rightX, 0, rightZ],
    upperLeft: [leftX, HEIGHT, leftZ],
    resolution: [1280, 1024],
    stereo: 'mono',
    eye,
    eyeDistance: 0.064,
    head: 'head',
  };
}
