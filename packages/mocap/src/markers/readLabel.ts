import { isOfLimb, type MarkerPlace, type MarkerSide, markerPlace, type PlaceName } from './markerPlaces.js';
import { middleNames, sidedNames, wordRules } from './markerSets.js';

/** A label that names a place of the body. */
export interface ReadLabel {
  readonly place: MarkerPlace;
  /** 'set': a marker set has the label; 'words': its words name a landmark or a part of the body. */
  readonly by: 'set' | 'words';
}

/** "Subject:LFHD" -> "LFHD". */
export function withoutSubject(label: string): string {
  return label.slice(label.lastIndexOf(':') + 1).trim();
}

/** The place that a label says, or null. The subject in front of it does not matter, nor do case and punctuation. */
export function readLabel(label: string): ReadLabel | null {
  const name = withoutSubject(label);
  const compact = name.toUpperCase().replace(/[^A-Z0-9]/g, '');
  // A trailing number of a cluster ("ForearmR2") is part of no set's name; that of MT5 and C7 is.
  const whole = sidesOf(compact).find(({ rest }) => Object.hasOwn(sidedNames, rest));
  if (whole) return { place: markerPlace(sidedNames[whole.rest], whole.side), by: 'set' };
  if (Object.hasOwn(middleNames, compact)) return { place: markerPlace(middleNames[compact], null), by: 'set' };
  return readWords(name);
}

interface SidedName {
  readonly side: MarkerSide;
  readonly rest: string;
}

/** Ways to take a side off a name: "LFHD", "WAISTLFRONT", "HEADL", "LEFTKNEE". */
function sidesOf(compact: string): SidedName[] {
  const ways: SidedName[] = [];
  const add = (letter: string, rest: string) => ways.push({ side: letter === 'L' ? 'left' : 'right', rest });
  const word = /^(.*?)(LEFT|RIGHT)(.*)$/.exec(compact);
  if (word) add(word[2].charAt(0), word[1] + word[3]);
  const first = /^([LR])(.+)$/.exec(compact);
  if (first) add(first[1], first[2]);
  const last = /^(.+)([LR])$/.exec(compact);
  if (last) add(last[2], last[1]);
  const inside = /^(HEAD|WAIST|BACK)([LR])(.+)$/.exec(compact);
  if (inside) add(inside[2], inside[1] + inside[3]);
  return ways;
}

/** Words of a label: broken at punctuation, digits and capitals inside ("ForearmR1" -> FOREARM, R). */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toUpperCase());
}

function readWords(name: string): ReadLabel | null {
  const words = wordsOf(name);
  const sideWord = words.find((word) => /^(L|R|LEFT|RIGHT)$/.test(word));
  const found = sideWord
    ? { side: sideOf(sideWord), place: placeOfWords(words.filter((word) => word !== sideWord)) }
    : readSideless(words);
  if (!found?.place || (isOfLimb(found.place) && found.side === null)) return null;
  return { place: markerPlace(found.place, found.side), by: 'words' };
}

/** No word is a side: the side may be the first letter of the first word ("LKNEE MED"), or there is none. */
function readSideless(words: readonly string[]): { side: MarkerSide; place: PlaceName | null } {
  const plain = placeOfWords(words);
  if (plain !== null && !isOfLimb(plain)) return { side: null, place: plain };
  const first = words[0] ?? '';
  if (!/^[LR]/.test(first)) return { side: null, place: plain };
  return { side: sideOf(first), place: placeOfWords([first.slice(1), ...words.slice(1)]) };
}

const sideOf = (word: string): MarkerSide => (word.startsWith('L') ? 'left' : 'right');

function placeOfWords(words: readonly string[]): PlaceName | null {
  const rule = wordRules.find(([wanted]) => wanted.every((begin) => words.some((word) => word.startsWith(begin))));
  return rule?.[1] ?? null;
}
