import { blendPixel, type PixelImage } from './pixelImage.js';

/** A surface in the view of a camera. */
export interface SceneSurface {
  /** Pixels to the right, pixels down, and towards the camera in the same unit. vertexCount x 3. */
  readonly viewPositions: Float32Array;
  /** Unit normals in the same axes, but y upwards. vertexCount x 3. */
  readonly viewNormals: Float32Array;
  readonly triangles: Uint32Array;
  /** Linear red, green, blue of each vertex; null for the default colour. vertexCount x 3. */
  readonly colours: Float32Array | null;
}

/** A ball in the view of a camera, same axes. */
export interface SceneBall {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
  readonly radius: number;
  /** Linear red, green, blue. */
  readonly colour: readonly [number, number, number];
}

/** Samples per pixel in each direction. */
const SAMPLES = 3;
/** Pixel rows drawn at a time, so that memory does not grow with the picture. */
const STRIP_ROWS = 32;

/** Default colour, linear. */
const clay = [0.67, 0.605, 0.55] as const;

/** Lights are fixed to the camera, so that all views look alike: over its left shoulder, and less from the right. */
const key = unit(-0.5, 0.65, 0.75);
const fill = unit(0.8, 0.05, 0.55);
const KEY_STRENGTH = 0.86;
const FILL_STRENGTH = 0.2;
const SKY_STRENGTH = 0.3;
const GROUND_STRENGTH = 0.13;

/** Width, in samples, and darkness of the shadow beside an outline. */
const OUTLINE_REACH = 4;
const OUTLINE_SHADE = 0.5;

/**
 * Draws surfaces and balls over a picture: depth buffer, smooth shading, nine samples per pixel. Runs on the CPU with
 * arithmetic in a fixed order, so that the picture is the same on every machine.
 * @param outlineDepth depth behind another surface from which its outline casts a shadow, pixels
 */
export function drawScene(
  image: PixelImage,
  surfaces: readonly SceneSurface[],
  balls: readonly SceneBall[],
  outlineDepth: number,
): void {
  const columns = image.width * SAMPLES;
  const stripSamples = STRIP_ROWS * SAMPLES;
  const rows = stripSamples + 2 * OUTLINE_REACH;
  const depth = new Float32Array(columns * rows);
  const shade = new Float32Array(columns * rows * 3);
  const buckets = surfaces.map((surface) => bucketTriangles(surface, image.height));
  for (let top = 0, strip = 0; top < image.height; top += STRIP_ROWS, strip++) {
    depth.fill(Number.NEGATIVE_INFINITY);
    const firstRow = top * SAMPLES - OUTLINE_REACH;
    const target: Target = { depth, shade, columns, rows, firstRow, outlineDepth };
    let isEmpty = true;
    surfaces.forEach((surface, i) => {
      for (const triangle of buckets[i][strip]) {
        fillTriangle(target, surface, triangle);
        isEmpty = false;
      }
    });
    for (const ball of balls) {
      if (ball.y + ball.radius < top - 2 || ball.y - ball.radius > top + STRIP_ROWS + 2) continue;
      fillBall(target, ball);
      isEmpty = false;
    }
    if (!isEmpty) resolveStrip(target, image, top);
  }
}

interface Target {
  readonly depth: Float32Array;
  readonly shade: Float32Array;
  readonly columns: number;
  readonly rows: number;
  /** Sample row of the picture at row 0 of this strip. */
  readonly firstRow: number;
  readonly outlineDepth: number;
}

/** Triangles that can touch each strip. */
function bucketTriangles({ viewPositions, triangles }: SceneSurface, height: number): number[][] {
  const count = Math.ceil(height / STRIP_ROWS);
  const buckets: number[][] = Array.from({ length: count }, () => []);
  const apron = OUTLINE_REACH / SAMPLES + 1;
  for (let triangle = 0; triangle < triangles.length; triangle += 3) {
    const ya = viewPositions[triangles[triangle] * 3 + 1];
    const yb = viewPositions[triangles[triangle + 1] * 3 + 1];
    const yc = viewPositions[triangles[triangle + 2] * 3 + 1];
    const first = Math.max(0, Math.floor((Math.min(ya, yb, yc) - apron) / STRIP_ROWS));
    const last = Math.min(count - 1, Math.floor((Math.max(ya, yb, yc) + apron) / STRIP_ROWS));
    for (let strip = first; strip <= last; strip++) buckets[strip].push(triangle);
  }
  return buckets;
}

function fillTriangle(target: Target, surface: SceneSurface, triangle: number): void {
  const { viewPositions: p, viewNormals: n, triangles, colours } = surface;
  const { depth, shade, columns, rows, firstRow } = target;
  const a = triangles[triangle] * 3;
  const b = triangles[triangle + 1] * 3;
  const c = triangles[triangle + 2] * 3;
  const ax = p[a] * SAMPLES;
  const ay = p[a + 1] * SAMPLES - firstRow;
  const bx = p[b] * SAMPLES;
  const by = p[b + 1] * SAMPLES - firstRow;
  const cx = p[c] * SAMPLES;
  const cy = p[c + 1] * SAMPLES - firstRow;
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return;
  const minRow = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const maxRow = Math.min(rows - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  const minColumn = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const maxColumn = Math.min(columns - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  for (let row = minRow; row <= maxRow; row++) {
    const y = row + 0.5;
    for (let column = minColumn; column <= maxColumn; column++) {
      const x = column + 0.5;
      const wa = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area;
      const wb = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area;
      const wc = 1 - wa - wb;
      if (wa < 0 || wb < 0 || wc < 0) continue;
      const z = wa * p[a + 2] + wb * p[b + 2] + wc * p[c + 2];
      const at = row * columns + column;
      if (z <= depth[at]) continue;
      depth[at] = z;
      const light = lightOn(
        wa * n[a] + wb * n[b] + wc * n[c],
        wa * n[a + 1] + wb * n[b + 1] + wc * n[c + 1],
        wa * n[a + 2] + wb * n[b + 2] + wc * n[c + 2],
      );
      for (let k = 0; k < 3; k++) {
        const base = colours === null ? clay[k] : wa * colours[a + k] + wb * colours[b + k] + wc * colours[c + k];
        shade[at * 3 + k] = base * light;
      }
    }
  }
}

function fillBall({ depth, shade, columns, rows, firstRow }: Target, ball: SceneBall): void {
  const cx = ball.x * SAMPLES;
  const cy = ball.y * SAMPLES - firstRow;
  const radius = ball.radius * SAMPLES;
  for (let row = Math.max(0, Math.floor(cy - radius)); row <= Math.min(rows - 1, cy + radius); row++) {
    for (let column = Math.max(0, Math.floor(cx - radius)); column <= Math.min(columns - 1, cx + radius); column++) {
      const nx = (column + 0.5 - cx) / radius;
      const ny = (cy - row - 0.5) / radius;
      const across = nx * nx + ny * ny;
      if (across > 1) continue;
      const nz = Math.sqrt(1 - across);
      const z = ball.depth + nz * ball.radius;
      const at = row * columns + column;
      if (z <= depth[at]) continue;
      depth[at] = z;
      const light = 0.45 + 0.55 * lightOn(nx, ny, nz);
      for (let k = 0; k < 3; k++) shade[at * 3 + k] = ball.colour[k] * light;
    }
  }
}

/** Light on a surface with this normal, or with its opposite where it points away from the camera. */
function lightOn(x: number, y: number, z: number): number {
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  const sign = z < 0 ? -1 : 1;
  const nx = (x / length) * sign;
  const ny = (y / length) * sign;
  const nz = (z / length) * sign;
  // Light wraps around the edge of the shade, as from large lamps.
  const keyLight = Math.max(0, (nx * key[0] + ny * key[1] + nz * key[2] + 0.25) / 1.25);
  const fillLight = Math.max(0, nx * fill[0] + ny * fill[1] + nz * fill[2]);
  const sky = 0.5 + 0.5 * ny;
  const rim = 1 - nz;
  return (
    KEY_STRENGTH * keyLight * keyLight +
    FILL_STRENGTH * fillLight +
    SKY_STRENGTH * sky +
    GROUND_STRENGTH * (1 - sky) -
    0.12 * rim * rim
  );
}

/** Averages the samples of each pixel in linear light and blends them over the picture. */
function resolveStrip(target: Target, image: PixelImage, top: number): void {
  const { depth, shade, columns } = target;
  const lastRow = Math.min(top + STRIP_ROWS, image.height);
  const colour: [number, number, number, number] = [0, 0, 0, 1];
  for (let y = top; y < lastRow; y++) {
    for (let x = 0; x < image.width; x++) {
      let covered = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let sy = 0; sy < SAMPLES; sy++) {
        const row = (y - top) * SAMPLES + OUTLINE_REACH + sy;
        for (let sx = 0; sx < SAMPLES; sx++) {
          const column = x * SAMPLES + sx;
          const at = row * columns + column;
          if (depth[at] === Number.NEGATIVE_INFINITY) continue;
          const light = outlineLight(target, row, column, depth[at]);
          covered++;
          red += shade[at * 3] * light;
          green += shade[at * 3 + 1] * light;
          blue += shade[at * 3 + 2] * light;
        }
      }
      if (covered === 0) continue;
      colour[0] = toSrgb(red / covered);
      colour[1] = toSrgb(green / covered);
      colour[2] = toSrgb(blue / covered);
      blendPixel(image, x, y, colour, covered / (SAMPLES * SAMPLES));
    }
  }
}

/** Darkens a surface beside the outline of another well in front, so that hands in front of the trunk stay visible. */
function outlineLight({ depth, columns, rows, outlineDepth }: Target, row: number, column: number, z: number): number {
  const limit = z + outlineDepth;
  for (let reach = 1; reach <= OUTLINE_REACH; reach++) {
    const isShaded =
      (column >= reach && depth[row * columns + column - reach] > limit) ||
      (column + reach < columns && depth[row * columns + column + reach] > limit) ||
      (row >= reach && depth[(row - reach) * columns + column] > limit) ||
      (row + reach < rows && depth[(row + reach) * columns + column] > limit);
    if (isShaded) return 1 - OUTLINE_SHADE * (1 - (reach - 1) / OUTLINE_REACH);
  }
  return 1;
}

/** IEC 61966-2-1. */
function toSrgb(linear: number): number {
  const value = Math.min(1, Math.max(0, linear));
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}

function unit(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
