import type { C3dNumbers } from './c3dParameters.js';
import { C3D_BLOCK, type C3dParameters, fail, numberOf, unsigned } from './c3dParameters.js';

/** Where the data of a file is and how it is stored. */
export interface C3dLayout {
  /** Byte of the first frame. */
  readonly dataAt: number;
  readonly frameCount: number;
  readonly pointCount: number;
  /** Analog values between the points of two frames. */
  readonly analogPerFrame: number;
  /** Length of a unit of stored integers; negative where floats are stored. */
  readonly scale: number;
  /** Bytes of one frame. */
  readonly frameBytes: number;
  /** What the file says that cannot be, in words. */
  readonly notes: readonly string[];
}

/** What header and parameters say about one number, the more reliable first. */
interface Claims {
  readonly dataAt: readonly number[];
  readonly frameCount: readonly number[];
  readonly pointCount: readonly number[];
  readonly analogPerFrame: readonly number[];
  readonly scale: readonly number[];
}

type Layout = Omit<C3dLayout, 'notes'>;

/**
 * Header and parameters both say where the data is, how many frames it has and what is in a frame, and do not always agree. Parameters count
 * before the header; among all that they say, what fits the size of the file counts before what does not: the data ends in the last block.
 */
export function findC3dLayout(
  numbers: C3dNumbers,
  parameters: C3dParameters,
  parametersAt: number,
  fileBytes: number,
): C3dLayout {
  const layouts = combine(claimsOf(numbers, parameters, parametersAt, fileBytes));
  const endOf = ({ dataAt, frameCount, frameBytes }: Layout) => dataAt + frameCount * frameBytes;
  const isInside = (layout: Layout) => layout.frameBytes > 0 && endOf(layout) <= fileBytes;
  // Trailing blanks: the last block is filled up, and some programs write one more.
  const exact = layouts.find((layout) => isInside(layout) && fileBytes - endOf(layout) < 2 * C3D_BLOCK);
  const fitting = exact ?? layouts.find(isInside);
  if (fitting) return { ...fitting, notes: scaleNotes(numbers, fitting.scale) };
  return cutOff(layouts[0], fileBytes);
}

/** Integers of one size may have two scales, and nothing in the file decides between them. */
function scaleNotes(numbers: C3dNumbers, scale: number): string[] {
  const inHeader = numbers.float(12);
  if (!(scale > 0 && inHeader > 0) || Math.abs(inHeader / scale - 1) < 0.01) return [];
  return [`the header's scale is ${(inHeader / scale).toPrecision(3)} times that of POINT:SCALE, which is used`];
}

/** A file that ends too early is read as far as it goes. */
function cutOff(layout: Layout | undefined, fileBytes: number): C3dLayout {
  if (layout === undefined)
    throw fail('byte 16', 'expected the block in which the data starts, got one outside of the file');
  if (layout.frameBytes === 0) throw fail('byte 2', 'expected markers or analog signals, got none of both');
  const held = Math.floor((fileBytes - layout.dataAt) / layout.frameBytes);
  if (held < 1) throw fail(`byte ${fileBytes}`, `the file ends before the first of ${layout.frameCount} frames`);
  return { ...layout, frameCount: held, notes: [`the file ends after ${held} of ${layout.frameCount} frames`] };
}

/** All combinations of what is said, those of the first claims first. */
function combine(claims: Claims): Layout[] {
  return claims.scale.flatMap((scale) =>
    claims.dataAt.flatMap((dataAt) =>
      claims.pointCount.flatMap((pointCount) =>
        claims.analogPerFrame.flatMap((analogPerFrame) =>
          claims.frameCount.map((frameCount) => {
            const frameBytes = (pointCount * 4 + analogPerFrame) * (scale < 0 ? 4 : 2);
            return { dataAt, frameCount, pointCount, analogPerFrame, scale, frameBytes };
          }),
        ),
      ),
    ),
  );
}

function claimsOf(numbers: C3dNumbers, parameters: C3dParameters, parametersAt: number, fileBytes: number): Claims {
  const word = (name: string) => {
    const value = numberOf(parameters, name);
    return value === null ? null : unsigned(value);
  };
  const starts = [word('POINT:DATA_START'), numbers.uint16(16)].map((block) =>
    block === null ? -1 : (block - 1) * C3D_BLOCK,
  );
  const analogUsed = word('ANALOG:USED');
  const perFrame = samplesPerFrame(numbers, parameters);
  return {
    dataAt: distinct(starts, (at) => at > parametersAt && at < fileBytes),
    frameCount: frameCounts(numbers, parameters),
    pointCount: distinct([word('POINT:USED'), numbers.uint16(2)]),
    analogPerFrame: distinct([numbers.uint16(4), analogUsed === null ? null : analogUsed * perFrame]),
    scale: distinct(
      [numberOf(parameters, 'POINT:SCALE'), numbers.float(12)],
      (scale) => scale !== 0 && Number.isFinite(scale),
    ),
  };
}

/** Analog samples of a channel in one frame. */
export function samplesPerFrame(numbers: C3dNumbers, parameters: C3dParameters): number {
  const inHeader = numbers.uint16(18);
  if (inHeader > 0) return inHeader;
  const [points, analog] = [numberOf(parameters, 'POINT:RATE'), numberOf(parameters, 'ANALOG:RATE')];
  return points !== null && analog !== null && points > 0 ? Math.max(1, Math.round(analog / points)) : 1;
}

/**
 * The header counts to 65535. Longer trials have the count in parameters: as first and last field of two words each (TRIAL), as a float
 * (POINT:LONG_FRAMES), or in POINT:FRAMES as a float or as a word without a sign.
 */
function frameCounts(numbers: C3dNumbers, parameters: C3dParameters): number[] {
  const [start, end] = [
    longNumber(parameters, 'TRIAL:ACTUAL_START_FIELD'),
    longNumber(parameters, 'TRIAL:ACTUAL_END_FIELD'),
  ];
  const inHeader = numbers.uint16(8) - numbers.uint16(6) + 1;
  const frames = numberOf(parameters, 'POINT:FRAMES');
  const counts = distinct(
    [
      start !== null && end !== null ? end - start + 1 : null,
      numberOf(parameters, 'POINT:LONG_FRAMES'),
      frames === null ? null : unsigned(frames),
      inHeader,
      // Last and first frame beyond 65535 begin again at zero.
      inHeader + 65536,
    ],
    (count) => Number.isInteger(count) && count > 0,
  );
  return counts;
}

/** Two words, the low one first; one number where it is a float. */
function longNumber(parameters: C3dParameters, name: string): number | null {
  const parameter = parameters.get(name);
  if (parameter?.type !== 'number' || parameter.values.length === 0) return null;
  const [low, high = 0] = parameter.values;
  return Number.isInteger(low) && Number.isInteger(high) ? unsigned(low) + 65536 * unsigned(high) : null;
}

function distinct(values: readonly (number | null)[], isPossible: (value: number) => boolean = () => true): number[] {
  return [...new Set(values.filter((value): value is number => value !== null && isPossible(value)))];
}
