import { accept, DEG, type Decoded, decodeJson, refuse, vec3 } from '@leib/core';
import * as v from 'valibot';

export const WALLS_FORMAT = 'leib-walls/1';

/** How the pictures of both eyes share a wall; mono shows one eye. */
export const stereoModes = ['mono', 'side-by-side', 'top-bottom', 'anaglyph'] as const;
export type StereoMode = (typeof stereoModes)[number];

/** Which eye a mono wall is drawn for; centre is the point between the eyes. */
export const wallEyes = ['centre', 'left', 'right'] as const;
export type WallEye = (typeof wallEyes)[number];

/** At most this many walls in a file. */
export const MAX_WALLS = 32;
/** Farthest corner from the room's origin, metres. */
const FARTHEST = 100;
const MAX_PIXELS = 16_384;
/** Shortest side of a wall, metres. */
const SHORTEST_SIDE = 0.01;
/** How far the angle at the lower left corner may be from a right one. */
const ANGLE_TOLERANCE = 1 * DEG;

const metres = v.pipe(v.number(), v.finite(), v.minValue(-FARTHEST), v.maxValue(FARTHEST));
const triple = v.strictTuple([metres, metres, metres]);
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PIXELS));
const name = v.pipe(
  v.string(),
  v.regex(
    /^[\w-]{1,32}$/,
    ({ input }) => `expected 1 to 32 letters, digits, "-" or "_", got ${JSON.stringify(input.slice(0, 40))}`,
  ),
);

const wallSchema = v.strictObject({
  /** Address of its page: /display?wall=NAME. */
  name,
  /** Corners of the picture in the room, as seen by the viewer; metres. The fourth follows: a wall is a rectangle. */
  lowerLeft: triple,
  lowerRight: triple,
  upperLeft: triple,
  /** Width and height of the picture, pixels. */
  resolution: v.optional(v.strictTuple([pixels, pixels]), [1280, 1024]),
  stereo: v.optional(v.picklist(stereoModes), 'mono'),
  eye: v.optional(v.picklist(wallEyes), 'centre'),
  /** Between the pupils, metres. */
  eyeDistance: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(0.2)), 0.064),
  /** Name of the tracked head that this wall is drawn for. */
  head: v.optional(name, 'head'),
});

const wallsSchema = v.strictObject({
  format: v.literal(WALLS_FORMAT),
  name: v.optional(v.pipe(v.string(), v.maxLength(80)), ''),
  /** Longest time for which a frame waits for a wall that is not ready, seconds. */
  timeOutSeconds: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0.005), v.maxValue(1)), 0.05),
  /** From the tracked head to the point between the eyes, in the head's space (a tracked head looks along -Z); metres. */
  headToEyes: v.optional(triple, [0, 0, 0]),
  walls: v.pipe(v.array(wallSchema), v.minLength(1), v.maxLength(MAX_WALLS)),
});

export type Wall = Readonly<v.InferOutput<typeof wallSchema>>;
export type WallsFile = Readonly<Omit<v.InferOutput<typeof wallsSchema>, 'walls'>> & {
  readonly walls: readonly Wall[];
};

/** A wall file, leib-walls/1, or the place and the reason why it is refused. */
export function parseWalls(text: string): Decoded<WallsFile> {
  const decoded = decodeJson(text, wallsSchema);
  if (!decoded.ok) return decoded;
  const { walls } = decoded.value;
  for (const [index, wall] of walls.entries()) {
    const first = walls.findIndex((other) => other.name === wall.name);
    if (first < index) {
      return refuse(`walls[${index}].name`, `expected a name of its own, got "${wall.name}" as in walls[${first}]`);
    }
    const checked = checkCorners(wall, `walls[${index}]`);
    if (!checked.ok) return checked;
  }
  return decoded;
}

/** A wall needs two sides that are at right angles. */
function checkCorners({ lowerLeft, lowerRight, upperLeft }: Wall, where: string): Decoded<null> {
  const across = vec3.subtract(vec3.create(), lowerRight, lowerLeft);
  const up = vec3.subtract(vec3.create(), upperLeft, lowerLeft);
  for (const [corner, side] of [
    ['lowerRight', across],
    ['upperLeft', up],
  ] as const) {
    const length = vec3.length(side);
    if (length < SHORTEST_SIDE) {
      return refuse(`${where}.${corner}`, `expected at least 1 cm from lowerLeft, got ${length.toFixed(4)} m`);
    }
  }
  const angle = vec3.angle(across, up);
  if (Math.min(angle, Math.PI - angle) < ANGLE_TOLERANCE) {
    return refuse(
      `${where}.upperLeft`,
      'expected a corner above lowerLeft, got one on the line through lowerLeft and lowerRight; measure it again',
    );
  }
  if (Math.abs(angle - Math.PI / 2) > ANGLE_TOLERANCE) {
    const degrees = (angle / DEG).toFixed(1);
    return refuse(
      `${where}.upperLeft`,
      `expected a right angle at lowerLeft, got ${degrees} degrees; measure the three corners again`,
    );
  }
  return accept(null);
}

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

/** One of the pictures that a wall is made of. */
export interface WallPicture {
  readonly eye: WallEye;
  /** Part of the wall's pixels in shares of its size, from the lower left: x, y, width, height. */
  readonly area: readonly [x: number, y: number, width: number, height: number];
  /** Colours that this picture may write: red, green, blue. */
  readonly colours: readonly [red: boolean, green: boolean, blue: boolean];
}

const whole = [0, 0, 1, 1] as const;
const allColours = [true, true, true] as const;

/**
 * The pictures of a wall, the left eye's first. Side by side and top-bottom squeeze each picture to half of the pixels, as
 * 3D screens expect it. Anaglyph: red for the left eye, cyan for the right.
 */
export function wallPictures({ stereo, eye }: Wall): readonly WallPicture[] {
  switch (stereo) {
    case 'mono':
      return [{ eye, area: whole, colours: allColours }];
    case 'side-by-side':
      return [
        { eye: 'left', area: [0, 0, 0.5, 1], colours: allColours },
        { eye: 'right', area: [0.5, 0, 0.5, 1], colours: allColours },
      ];
    case 'top-bottom':
      return [
        { eye: 'left', area: [0, 0.5, 1, 0.5], colours: allColours },
        { eye: 'right', area: [0, 0, 1, 0.5], colours: allColours },
      ];
    case 'anaglyph':
      return [
        { eye: 'left', area: whole, colours: [true, false, false] },
        { eye: 'right', area: whole, colours: [false, true, true] },
      ];
  }
}
