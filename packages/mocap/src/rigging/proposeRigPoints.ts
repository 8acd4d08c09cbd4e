import { buildSolidGrid, cellsWithin, nearestInside, type SolidGrid, waysFrom } from '@leib/formats/volume';
import { mirrorRigPoint, RigError, type RigPoint, type RigPoints, type RigSurface } from './rigPoints.js';

type CellWays = ReturnType<typeof waysFrom>;

/**
 * Shares of a standing person. Arms: of the way from the fingertip to the armpit; the others: of the height. After Winter,
 * "Biomechanics and motor control of human movement", figure 4.1, and the default body of this project.
 */
const shares = {
  wristFromTip: 0.26,
  elbowFromTip: 0.62,
  armpitLeast: 0.28,
  armpitMost: 0.52,
  shoulderBeyondArmpit: 0.015,
  hipAboveCrotch: 0.035,
  kneeOfHip: 0.535,
  ankle: 0.045,
  headOfSkull: 0.36,
} as const;

/** An arm's cross-section grows by this factor where it meets the trunk. */
const armpitGrowth = 2.2;

/** What the search knows about a figure. */
interface Figure {
  readonly grid: SolidGrid;
  readonly floor: number;
  readonly height: number;
  /** Plane between left and right. */
  readonly middle: number;
}

/** An arm: its joints, and the ways from its fingertip. */
interface FoundArm {
  readonly ways: CellWays;
  readonly length: number;
  readonly shoulder: RigPoint;
  readonly elbow: RigPoint;
  readonly wrist: RigPoint;
}

/**
 * Proposes the required joint points of a figure that stands upright, faces +Z and holds its arms away from the trunk: the
 * farthest points of the volume are fingertips, cross-sections of the limbs have the joints in their middle. A first
 * guess that a person corrects. Throws RigError, one sentence, where the shape is not such a figure.
 */
export function proposeRigPoints(surface: RigSurface): RigPoints {
  const grid = buildSolidGrid(surface);
  const { floor, height } = verticalRange(surface);
  const figure: Figure = { grid, floor, height, middle: middleOf(grid, floor, height) };
  const pelvisCell = nearestInside(grid, [figure.middle, floor + 0.53 * height, trunkDepth(figure)], 0.1 * height);
  if (pelvisCell < 0) throw new RigError('mesh: expected a trunk in its middle, got none; place the points by hand');
  const fromPelvis = waysFrom(grid, pelvisCell);
  const arms = { left: findArm(figure, fromPelvis, 1), right: findArm(figure, fromPelvis, -1) };
  const isArm = (cell: number) =>
    arms.left.ways.distances[cell] < arms.left.length || arms.right.ways.distances[cell] < arms.right.length;
  const crotch = findCrotch(figure);
  const hip = crotch + shares.hipAboveCrotch * height;
  const hips = sliceMiddle(figure, hip, 0, isArm);
  const trunk = { hips: [figure.middle, hip + 0.005 * height, hips[2]] as RigPoint, ...findNeck(figure, arms, isArm) };
  const left = { ...armPoints('left', arms.left), ...legPoints(figure, 'left', { crotch, hip, isArm }) };
  const right = { ...armPoints('right', arms.right), ...legPoints(figure, 'right', { crotch, hip, isArm }) };
  return { ...trunk, ...symmetric(left, right, figure) };
}

type Side = 'left' | 'right';

function armPoints(side: Side, { shoulder, elbow, wrist }: FoundArm): RigPoints {
  return { [`${side}UpperArm`]: shoulder, [`${side}LowerArm`]: elbow, [`${side}Hand`]: wrist };
}

function legPoints(
  figure: Figure,
  side: Side,
  { crotch, hip, isArm }: { crotch: number; hip: number; isArm: (cell: number) => boolean },
): RigPoints {
  const { floor, height } = figure;
  const sign = side === 'left' ? 1 : -1;
  const thigh = sliceMiddle(figure, crotch - 0.02 * height, sign, isArm);
  const knee = sliceMiddle(figure, floor + shares.kneeOfHip * (hip - floor), sign, isArm);
  // Above the foot, so that its front does not count.
  const shank = sliceMiddle(figure, floor + 2 * shares.ankle * height, sign, isArm);
  return {
    [`${side}UpperLeg`]: [thigh[0], hip, thigh[2]],
    [`${side}LowerLeg`]: knee,
    [`${side}Foot`]: [shank[0], floor + shares.ankle * height, shank[2]],
  };
}

/** The farthest cell of one side from the pelvis is a fingertip; from there the arm is followed to the armpit. */
function findArm(figure: Figure, fromPelvis: CellWays, sign: 1 | -1): FoundArm {
  const { grid, floor, height, middle } = figure;
  const tip = fromPelvis.farthest((x, y) => (x - middle) * sign > 0 && y > floor + 0.3 * height);
  if (tip < 0 || fromPelvis.distances[tip] < 0.5 * height) {
    const side = sign > 0 ? 'left' : 'right';
    throw new RigError(`mesh: expected a ${side} arm that stands off the trunk, got none; place the points by hand`);
  }
  const ways = waysFrom(grid, tip);
  const armpit = findArmpit(ways, height);
  const at = (share: number) => cellsWithin(grid, ways, share * armpit, 1.5 * grid.cell);
  const elbow = at(shares.elbowFromTip);
  // Near the armpit the trunk draws the middle of a section inwards: the line of the upper arm is carried on instead.
  const upper = at(0.86);
  const beyond =
    (armpit + shares.shoulderBeyondArmpit * height - shares.elbowFromTip * armpit) /
    (0.86 - shares.elbowFromTip) /
    armpit;
  const shoulder = elbow.map((value, k) => value + beyond * (upper[k] - value)) as [number, number, number];
  return { ways, length: armpit, shoulder, elbow, wrist: at(shares.wristFromTip) };
}

/** Way from the fingertip at which the cross-section grows into the trunk's. */
function findArmpit({ distances, cell }: CellWays, height: number): number {
  const sections = new Uint32Array(Math.ceil((shares.armpitMost * height) / cell) + 2);
  for (const distance of distances) {
    const at = Math.floor(distance / cell);
    if (at < sections.length) sections[at]++;
  }
  const first = Math.floor((0.15 * height) / cell);
  const least = Math.floor((shares.armpitLeast * height) / cell);
  const usual = [...sections.subarray(first, least)].sort((a, b) => a - b)[Math.floor((least - first) / 2)];
  for (let at = least; at + 1 < sections.length; at++) {
    if (sections[at] > armpitGrowth * usual && sections[at + 1] > armpitGrowth * usual) return at * cell;
  }
  return 0.42 * height;
}

/** Height up to which the legs are apart: above it the middle is filled through most of the body's depth. */
function findCrotch({ grid, floor, height, middle }: Figure): number {
  const { counts, origin, cell, inside, walls } = grid;
  const column = Math.floor((middle - origin[0]) / cell);
  for (
    let j = Math.floor((floor + 0.2 * height - origin[1]) / cell);
    j * cell + origin[1] < floor + 0.6 * height;
    j++
  ) {
    let depth = 0;
    let joined = 0;
    for (let k = 0; k < counts[2]; k++) {
      const row = (k * counts[1] + j) * counts[0];
      if (inside.subarray(row, row + counts[0]).includes(1)) depth++;
      // Thighs that only touch have their skins between them.
      if ([-1, 0, 1].every((i) => inside[row + column + i] === 1 && (walls[row + column + i] & 1) === 0)) joined++;
    }
    if (joined > 0.55 * depth) return origin[1] + j * cell;
  }
  return floor + 0.475 * height;
}

/** The neck is the narrowest section above the shoulders; the head's joint lies at the base of the skull. */
function findNeck(
  figure: Figure,
  arms: { readonly left: FoundArm; readonly right: FoundArm },
  isArm: (cell: number) => boolean,
): RigPoints {
  const { grid, floor, height, middle } = figure;
  const shoulders = (arms.left.shoulder[1] + arms.right.shoulder[1]) / 2;
  const crown = floor + height;
  let narrowest = Infinity;
  let neck: RigPoint = [middle, shoulders + 0.3 * (crown - shoulders), 0];
  for (let y = shoulders + 0.1 * (crown - shoulders); y < crown - 0.3 * (crown - shoulders); y += grid.cell) {
    const { count, middle: at } = slice(figure, y, 0, isArm);
    if (count === 0 || count >= narrowest) continue;
    narrowest = count;
    neck = [middle, y, at[2]];
  }
  return { neck, head: [middle, neck[1] + shares.headOfSkull * (crown - neck[1]), neck[2]] };
}

/** Cells of one height (of one side where sign is not 0) that are no arm: how many, and their middle. */
function slice({ grid, middle }: Figure, y: number, sign: number, isArm: (cell: number) => boolean) {
  const { counts, origin, cell, inside } = grid;
  const j = Math.floor((y - origin[1]) / cell);
  let [count, sumX, sumZ] = [0, 0, 0];
  for (let k = 0; k < counts[2]; k++) {
    for (let i = 0; i < counts[0]; i++) {
      const index = (k * counts[1] + j) * counts[0] + i;
      const x = origin[0] + (i + 0.5) * cell;
      if (inside[index] !== 1 || (x - middle) * sign < 0 || isArm(index)) continue;
      count++;
      sumX += x;
      sumZ += origin[2] + (k + 0.5) * cell;
    }
  }
  const at: RigPoint = count === 0 ? [middle, y, 0] : [sumX / count, y, sumZ / count];
  return { count, middle: at };
}

function sliceMiddle(figure: Figure, y: number, sign: number, isArm: (cell: number) => boolean): RigPoint {
  return slice(figure, y, sign, isArm).middle;
}

/** Left and right that nearly mirror each other are made to: small differences are the grid's. */
function symmetric(left: RigPoints, right: RigPoints, { middle, height }: Figure): RigPoints {
  const points: Record<string, RigPoint> = {};
  for (const [bone, point] of Object.entries(left) as [string, RigPoint][]) {
    const other = bone.replace('left', 'right');
    const image = mirrorRigPoint((right as Record<string, RigPoint>)[other], middle);
    const isEven = Math.hypot(...point.map((value, k) => value - image[k])) < 0.06 * height;
    const mean = point.map((value, k) => (value + image[k]) / 2) as [number, number, number];
    points[bone] = isEven ? mean : point;
    points[other] = isEven ? mirrorRigPoint(mean, middle) : mirrorRigPoint(image, middle);
  }
  return points as RigPoints;
}

function verticalRange({ positions }: RigSurface): { floor: number; height: number } {
  let floor = Infinity;
  let crown = -Infinity;
  for (let at = 1; at < positions.length; at += 3) {
    floor = Math.min(floor, positions[at]);
    crown = Math.max(crown, positions[at]);
  }
  return { floor, height: crown - floor };
}

/** Mean x of the trunk. */
function middleOf(grid: SolidGrid, floor: number, height: number): number {
  return trunkMean({ grid, floor, height, middle: 0 }, 0);
}

function trunkDepth(figure: Figure): number {
  return trunkMean(figure, 2);
}

function trunkMean({ grid, floor, height }: Figure, axis: 0 | 2): number {
  let [sum, count] = [0, 0];
  const everything = () => false;
  for (let share = 0.54; share < 0.64; share += 0.02) {
    const found = slice({ grid, floor, height, middle: 0 }, floor + share * height, 0, everything);
    sum += found.middle[axis] * found.count;
    count += found.count;
  }
  return count === 0 ? 0 : sum / count;
}
