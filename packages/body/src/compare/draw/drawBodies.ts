import { updateNormals } from '../../shape/poseShape.js';
import { bodyBox, type ComparedBody, surfaceDistance } from '../comparedBody.js';
import { drawScene, type SceneBall, type SceneSurface } from './drawScene.js';
import { type Colour, createPixelImage, fillRectangle, heatColour, heatScale, type PixelImage } from './pixelImage.js';

/** Side from which the bodies are seen; left is their own left. */
export type BodyView = 'front' | 'left' | 'back';
/** Side by side, or stacked with the first on top. */
export type BodyArrangement = 'row' | 'column';

export interface DrawBodiesOptions {
  readonly view: BodyView;
  readonly arrangement: BodyArrangement;
  /** Size of the picture, pixels. Absent: 400 pixels per metre. */
  readonly resolution?: { readonly width: number; readonly height: number };
  /** Free space between bodies, metres. Default 0.2. */
  readonly spacing?: number;
  /** Default transparent. A grid has lines every 10 cm. */
  readonly background?: 'transparent' | 'grid' | 'white';
  /** Shows named vertices as red dots. */
  readonly hasDots?: boolean;
  /** Index of the body from which distances are shown as colours. Absent: plain bodies. */
  readonly heatReference?: number;
  /** Distance of the darkest colour, metres. Absent: the largest one, rounded up. */
  readonly heatMax?: number;
}

const PIXELS_PER_METRE = 400;
const MOST_PIXELS = 8192;
const GRID_STEP = 0.1;
/** Margin around the content, and height of the letters under a body, metres. */
const MARGIN = 0.12;
const LABEL_CAPS = 0.055;
/** Width of a letter in a usual typeface, for capitals of height 1. */
const LETTER = 0.8;
const LABEL_ROOM = 0.17;
const LEGEND_ROOM = 0.2;
/** Space for the numbers on the left of a grid. */
const NUMBER_ROOM = 0.22;
const DOT_RADIUS = 0.011;
/** Surfaces at least this far behind an outline get a shadow beside it, metres: more than the roundness of a thigh. */
const OUTLINE_DEPTH = 0.045;

const ink = '#21242b';
const paleInk = '#666e7a';
const gridPaper: Colour = [0.975, 0.978, 0.985, 1];
const gridLine: Colour = [0.87, 0.885, 0.91, 1];
const gridStrongLine: Colour = [0.74, 0.765, 0.81, 1];
const floorLine: Colour = [0.45, 0.48, 0.54, 1];
const dotRed = [0.75, 0.005, 0.005] as const;

/** Place of a body: its middle and its floor, metres from the lower left corner of the content. */
interface Slot {
  readonly middle: number;
  readonly floor: number;
}

/** A word in a picture: whoever shows the picture writes it, with a typeface of theirs and a pale outline around it. */
interface PictureLabel {
  readonly text: string;
  /** Pixels to the right, and down to the baseline. */
  readonly x: number;
  readonly y: number;
  /** Height of capitals, pixels. */
  readonly capHeight: number;
  /** What stands at x. */
  readonly align: 'start' | 'middle' | 'end';
  readonly colour: string;
}

/** Bodies as pixels, and the words that belong over them. */
export interface BodyPicture extends PixelImage {
  readonly labels: readonly PictureLabel[];
}

/** Orthographic picture of bodies, all at one scale. */
export function drawBodies(bodies: readonly ComparedBody[], options: DrawBodiesOptions): BodyPicture {
  const { view, arrangement, spacing = 0.2, background = 'transparent', hasDots = false } = options;
  const heat = heatOf(bodies, options);
  const extents = bodies.map((body) => viewExtent(body, view));
  const { slots, width, height } = layOut(bodies, extents, arrangement, spacing, background === 'grid', heat !== null);
  const { imageWidth, imageHeight, scale } = frame(width, height, options.resolution);
  const image = createPixelImage(imageWidth, imageHeight);
  // Centres the content in the picture.
  const originX = (imageWidth - width * scale) / 2;
  const originY = imageHeight - (imageHeight - height * scale) / 2;
  const toX = (metres: number) => originX + metres * scale;
  const toY = (metres: number) => originY - metres * scale;

  if (background !== 'transparent') {
    fillRectangle(image, 0, 0, imageWidth, imageHeight, background === 'grid' ? gridPaper : [1, 1, 1, 1]);
  }
  const labels: PictureLabel[] =
    background === 'grid' ? drawGrid(image, { slots, extents, arrangement, toX, toY, scale }) : [];
  const surfaces: SceneSurface[] = [];
  const balls: SceneBall[] = [];
  bodies.forEach((body, i) => {
    const { middle } = extents[i];
    const place = { x: toX(slots[i].middle), y: toY(slots[i].floor), scale, middle };
    const surface = viewSurface(body, view, place, heat?.colours[i] ?? null);
    surfaces.push(surface);
    if (!hasDots || body.names === null) return;
    for (const vertex of new Set(body.names.indices.values())) {
      const [x, y, depth] = surface.viewPositions.subarray(vertex * 3, vertex * 3 + 3);
      balls.push({ x, y, depth, radius: Math.max(DOT_RADIUS * scale, 1.5), colour: dotRed });
    }
  });
  drawScene(image, surfaces, balls, OUTLINE_DEPTH * scale);
  const capHeight = Math.max(LABEL_CAPS * scale, 7);
  bodies.forEach(({ name }, i) => {
    const place = { x: toX(slots[i].middle), y: toY(slots[i].floor - 0.065) + capHeight / 2 };
    labels.push({ text: name, ...place, capHeight, align: 'middle', colour: ink });
  });
  if (heat !== null) labels.push(...drawLegend(image, heat.max, toX(MARGIN), toY(height - MARGIN), scale));
  return { ...image, labels };
}

/** Size of a body in the view. */
interface ViewExtent {
  readonly width: number;
  readonly height: number;
  /** Middle of its extent along the view's horizontal axis. */
  readonly middle: number;
}

function viewExtent({ surface }: ComparedBody, view: BodyView): ViewExtent {
  const box = bodyBox(surface.positions);
  const height = box.maxY;
  if (view === 'left') return { width: box.maxZ - box.minZ, height, middle: -(box.minZ + box.maxZ) / 2 };
  const middle = (box.minX + box.maxX) / 2;
  return { width: box.maxX - box.minX, height, middle: view === 'front' ? middle : -middle };
}

function layOut(
  bodies: readonly ComparedBody[],
  extents: readonly ViewExtent[],
  arrangement: BodyArrangement,
  spacing: number,
  hasGrid: boolean,
  hasLegend: boolean,
): { slots: Slot[]; width: number; height: number } {
  // On a grid, a line runs through the floor and the middle of every body.
  const rounded = (length: number) => (hasGrid ? Math.ceil(length / GRID_STEP - 1e-9) * GRID_STEP : length);
  const left = MARGIN + (hasGrid ? NUMBER_ROOM : 0);
  const above = MARGIN + (hasLegend ? LEGEND_ROOM : 0);
  const bottom = MARGIN + LABEL_ROOM;
  const slotWidths = bodies.map(
    ({ name }, i) => 2 * rounded(Math.max(extents[i].width, name.length * LETTER * LABEL_CAPS + 0.04) / 2),
  );
  const tallest = Math.max(...extents.map(({ height }) => height));
  const widest = Math.max(...slotWidths);
  if (arrangement === 'row') {
    let at = left;
    const slots = slotWidths.map((slotWidth, i): Slot => {
      const middle = at + slotWidth / 2;
      at += slotWidth + (i + 1 < bodies.length ? rounded(spacing) : 0);
      return { middle, floor: bottom };
    });
    return { slots, width: at + MARGIN, height: bottom + tallest + above };
  }
  let floor = bottom;
  const slots: Slot[] = [];
  for (let i = bodies.length - 1; i >= 0; i--) {
    slots[i] = { middle: left + widest / 2, floor };
    if (i > 0) floor += rounded(extents[i].height + spacing + LABEL_ROOM);
  }
  return { slots, width: left + widest + MARGIN, height: floor + extents[0].height + above };
}

function frame(width: number, height: number, resolution: DrawBodiesOptions['resolution']) {
  if (resolution !== undefined) {
    const scale = Math.min(resolution.width / width, resolution.height / height);
    return { imageWidth: resolution.width, imageHeight: resolution.height, scale };
  }
  const scale = Math.min(PIXELS_PER_METRE, MOST_PIXELS / Math.max(width, height));
  // Slightly less, so that rounding does not add a pixel.
  return { imageWidth: Math.ceil(width * scale - 1e-6), imageHeight: Math.ceil(height * scale - 1e-6), scale };
}

function viewSurface(
  { surface }: ComparedBody,
  view: BodyView,
  { x, y, scale, middle }: { x: number; y: number; scale: number; middle: number },
  colours: Float32Array | null,
): SceneSurface {
  const { positions, triangles } = surface;
  const normals = new Float64Array(positions.length);
  updateNormals(triangles, positions, normals);
  const viewPositions = new Float32Array(positions.length);
  const viewNormals = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    viewPositions[at] = x + (across(positions, at, view) - middle) * scale;
    viewPositions[at + 1] = y - positions[at + 1] * scale;
    viewPositions[at + 2] = towards(positions, at, view) * scale;
    viewNormals[at] = across(normals, at, view);
    viewNormals[at + 1] = normals[at + 1];
    viewNormals[at + 2] = towards(normals, at, view);
  }
  return { viewPositions, viewNormals, triangles, colours };
}

/** To the right in the picture: +X from the front, -Z from the body's left, -X from behind. */
function across(values: Float64Array, at: number, view: BodyView): number {
  return view === 'front' ? values[at] : view === 'left' ? -values[at + 2] : -values[at];
}

/** Towards the camera. */
function towards(values: Float64Array, at: number, view: BodyView): number {
  return view === 'front' ? values[at + 2] : view === 'left' ? values[at] : -values[at + 2];
}

/** Positions of the bodies in the picture. */
interface Layout {
  readonly slots: readonly Slot[];
  readonly extents: readonly ViewExtent[];
  readonly arrangement: BodyArrangement;
  /** Pixels of a place, metres from the lower left corner of the content. */
  readonly toX: (metres: number) => number;
  readonly toY: (metres: number) => number;
  /** Pixels per metre. */
  readonly scale: number;
}

/** Draws the lines; returns the numbers beside them. */
function drawGrid(image: PixelImage, { slots, extents, arrangement, toX, toY, scale }: Layout): PictureLabel[] {
  const thick = Math.max(1, Math.round(scale / 400));
  const vertical = (metres: number, colour: Colour) =>
    fillRectangle(image, Math.round(toX(metres) - thick / 2), 0, thick, image.height, colour);
  const horizontal = (metres: number, colour: Colour, lineThick = thick) =>
    fillRectangle(image, 0, Math.round(toY(metres) - lineThick / 2), image.width, lineThick, colour);
  const reach = Math.ceil((Math.max(image.width, image.height) / scale + 1) / GRID_STEP);
  const isStrong = (step: number) => step % 5 === 0;
  const middle = slots[0].middle;
  const bottom = Math.min(...slots.map(({ floor }) => floor));
  for (const wantsStrong of [false, true]) {
    for (let step = -reach; step <= reach; step++) {
      // In a column the strong lines are at the bodies' middle and every half metre from it; a row has no common middle.
      const isStrongAcross = arrangement === 'column' && isStrong(step);
      if (isStrongAcross === wantsStrong) vertical(middle + step * GRID_STEP, wantsStrong ? gridStrongLine : gridLine);
      const isStrongUp = arrangement === 'row' && isStrong(step);
      if (isStrongUp === wantsStrong) horizontal(bottom + step * GRID_STEP, wantsStrong ? gridStrongLine : gridLine);
    }
  }
  const capHeight = Math.max(0.035 * scale, 6);
  const labels: PictureLabel[] = [];
  const label = (text: string, metres: number) => {
    const place = { x: toX(MARGIN + 0.14), y: toY(metres) + capHeight / 2 };
    labels.push({ text, ...place, capHeight, align: 'end', colour: paleInk });
  };
  const floors = new Map(
    slots.map(({ floor }, i) => [
      floor,
      Math.max(extents[i].height, arrangement === 'row' ? Math.max(...extents.map(({ height }) => height)) : 0),
    ]),
  );
  for (const [floor, height] of floors) {
    for (let halfMetre = 0; halfMetre * 0.5 <= height + 0.05; halfMetre++) {
      const level = floor + halfMetre * 0.5;
      horizontal(level, halfMetre === 0 ? floorLine : gridStrongLine, halfMetre === 0 ? 2 * thick : thick);
      label(String(halfMetre * 50), level);
    }
    label('cm', floor - 0.06);
  }
  return labels;
}

interface Heat {
  readonly max: number;
  /** One entry per body; null for a body of another topology. */
  readonly colours: readonly (Float32Array | null)[];
}

function heatOf(bodies: readonly ComparedBody[], { heatReference, heatMax }: DrawBodiesOptions): Heat | null {
  if (heatReference === undefined) return null;
  const distances = bodies.map((body) => surfaceDistance(bodies[heatReference], body));
  const max = heatMax ?? heatScale(Math.max(0, ...distances.map((each) => each?.max ?? 0)));
  const colours = distances.map((each) => {
    if (each === null) return null;
    const out = new Float32Array(each.distances.length * 3);
    each.distances.forEach((distance, vertex) => {
      heatColour(distance / max, out, vertex * 3);
    });
    return out;
  });
  return { max, colours };
}

/** A bar of the heat map's colours; returns its two ends in centimetres. */
function drawLegend(image: PixelImage, max: number, x: number, y: number, scale: number): PictureLabel[] {
  const barWidth = Math.round(0.6 * scale);
  const barHeight = Math.max(4, Math.round(0.045 * scale));
  const left = Math.round(x);
  const top = Math.round(y);
  const linear = new Float32Array(3);
  for (let column = 0; column < barWidth; column++) {
    heatColour(column / (barWidth - 1), linear, 0);
    const colour: Colour = [linear[0] ** (1 / 2.2), linear[1] ** (1 / 2.2), linear[2] ** (1 / 2.2), 1];
    fillRectangle(image, left + column, top, 1, barHeight, colour);
  }
  const capHeight = Math.max(0.035 * scale, 6);
  const style = { y: top + barHeight + 1.65 * capHeight, capHeight, colour: ink };
  return [
    { text: '0', x: left, align: 'start', ...style },
    { text: `${Number((max * 100).toPrecision(3))} cm`, x: left + barWidth, align: 'end', ...style },
  ];
}
