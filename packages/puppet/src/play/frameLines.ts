import type { PlayedFrame } from './playRecordedHand.js';
import type { PuppetModel } from './puppetModel.js';

/** A tenth of a micrometre; a nanosecond. */
const DECIMALS = 7;
const TIME_DECIMALS = 9;

/** Played frames as leib-puppet-frames/1: a header, then a line for each. */
export function* playedLines({ file }: PuppetModel, hz: number, frames: Iterable<PlayedFrame>): Generator<string> {
  const parts = file.parts.map(({ name }) => name);
  yield `${JSON.stringify({ format: 'leib-puppet-frames/1', puppet: file.name, hz, parts })}\n`;
  for (const frame of frames) yield lineOf(frame);
}

/** A puppet at one moment: where its parts are, and how far the skin is from its place. */
function lineOf({ t, parts, skin }: PlayedFrame): string {
  const places = Object.entries(parts).map(
    ([name, place]) => `${JSON.stringify(name)}:[${place.map((value) => rounded(value)).join(',')}]`,
  );
  const offsets = `{"meanOffset":${rounded(skin.meanOffset)},"maxOffset":${rounded(skin.maxOffset)}}`;
  return `{"t":${rounded(t, TIME_DECIMALS)},"parts":{${places.join(',')}},"skin":${offsets}}\n`;
}

function rounded(value: number, decimals = DECIMALS): number {
  if (!Number.isFinite(value)) throw new Error(`a puppet's frame: expected a finite number, got ${value}`);
  // Adding zero turns -0 into 0.
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0;
}
