import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * Writes a LAS file of any size for measurements: `node lab/scans/makeLas.ts scan.las 100000000`. A building of three floors in UTM
 * coordinates; points come as from a walk through it, so that those of a moment are near to each other. The same count gives the same bits.
 */
const [path, countText] = process.argv.slice(2);
const count = Number(countText);
if (path === undefined || !Number.isSafeInteger(count) || count < 1)
  throw new Error('expected a file and a number of points');

const HEADER_BYTES = 375;
const RECORD_BYTES = 36;
const BLOCK_POINTS = 50_000;
const STOREY = 3.2;

let state = 1;
/** 0 to 1. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const file = openSync(path, 'w');
writeSync(file, header());
const block = Buffer.alloc(BLOCK_POINTS * RECORD_BYTES);
for (let first = 0; first < count; first += BLOCK_POINTS) {
  const here = Math.min(BLOCK_POINTS, count - first);
  const turn = first / BLOCK_POINTS;
  const corner = [(turn % 20) * 2, (Math.floor(turn / 20) % 10) * 2.5] as const;
  for (let i = 0; i < here; i++) writePoint(i * RECORD_BYTES, corner);
  writeSync(file, block, 0, here * RECORD_BYTES);
}
closeSync(file);

function header(): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('LASF', 0, 'latin1');
  bytes.set([1, 4], 24);
  bytes.writeUInt16LE(HEADER_BYTES, 94);
  bytes.writeUInt32LE(HEADER_BYTES, 96);
  bytes[104] = 7;
  bytes.writeUInt16LE(RECORD_BYTES, 105);
  for (const [k, offset] of [389_000, 5_819_000, 30].entries()) {
    bytes.writeDoubleLE(0.001, 131 + k * 8);
    bytes.writeDoubleLE(offset, 155 + k * 8);
  }
  bytes.writeBigUInt64LE(BigInt(count), 247);
  return bytes;
}

/** On a floor, a ceiling or one of two walls, near to where the walk is. */
function writePoint(at: number, [x, y]: readonly [number, number]): void {
  const [along, across, where] = [random(), random(), random()];
  const floorY = Math.floor(random() * 3) * STOREY;
  const up = floorY + across * 2.8;
  const place =
    where < 0.6
      ? [x + along * 2, y + across * 2.5, where < 0.4 ? floorY : floorY + 2.8]
      : where < 0.8
        ? [x + along * 2, Math.round(y / 5) * 5, up]
        : [Math.round(x / 6) * 6, y + along * 2.5, up];
  for (const [k, part] of place.entries()) {
    const noise = (random() + random() - 1) * 0.004;
    block.writeInt32LE(Math.round((part + noise) * 1000), at + k * 4);
    block.writeUInt16LE(Math.round(30_000 + 20_000 * Math.sin(part)), at + 30 + k * 2);
  }
  block.writeUInt16LE(Math.floor(random() * 40_000), at + 12);
}
