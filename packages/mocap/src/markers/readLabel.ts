import type { HumanoidBone } from '@leib/core';
import { isOfLimb, type MarkerPlace, type MarkerSide, markerPlace, type PlaceName } from './markerPlaces.js';
import { clusterNames, middleNames, sidedNames, wordRules } from './markerSets.js';

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
  return readCluster(compact) ?? readWords(name);
}

/** Whether a label is a result of the program that wrote the file (an angle, a force), stored as if it were a marker. */
export function isModelOutput(label: string): boolean {
  return /angle|force|moment|power|reaction|grf|cent(er|re)ofmass/i.test(withoutSubject(label));
}

/** "RTH1": a counted marker of a cluster on the right thigh. */
function readCluster(compact: string): ReadLabel | null {
  const part = /^(.*[A-Z])\d+$/.exec(compact)?.[1];
  if (part === undefined) return null;
  const sided = sidesOf(part).find(({ rest }) => Object.hasOwn(clusterNames, rest));
  if (sided) return { place: markerPlace(clusterNames[sided.rest], sided.side), by: 'words' };
  if (!Object.hasOwn(clusterNames, part) || isOfLimb(clusterNames[part])) return null;
  return { place: markerPlace(clusterNames[part], null), by: 'words' };
}

/** The bone of each label by its name alone; null where it names no place of the body. A fit may find more by how markers move. */
export function placesOfLabels(labels: readonly string[]): (HumanoidBone | null)[] {
  return labels.map((label) => (isModelOutput(label) ? null : (readLabel(label)?.place.bone ?? null)));
}

interface SidedName {
  readonly side: MarkerSide;
  readonly rest: string;
}

/** Ways to take a side off a name: "LFHD", "WAISTLFRONT", "HEADL", "LEFTKNEE". */
function sidesOf(compact: string): SidedName[] {
  const ways: SidedName[] = [];
  const add = (letter: string, rest: string) => ways.push({ side: letter === 'L' ? 'left' : 'right', rest });
  const word = /^([\s\S]*?)(LEFT|RIGHT)([\s\S]*)$/.exec(compact);
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

/** No word is a side: the side may be the first letter of a word ("LKNEE MED", "Skeleton_LShin"), or there is none. */
function readSideless(words: readonly string[]): { side: MarkerSide; place: PlaceName | null } {
  const plain = placeOfWords(words);
  if (plain !== null && !isOfLimb(plain)) return { side: null, place: plain };
  for (const [i, word] of words.entries()) {
    const place = /^[LR]./.test(word) ? placeOfWords(words.with(i, word.slice(1))) : null;
    if (place !== null) return { side: sideOf(word), place };
  }
  return { side: null, place: plain };
}

const sideOf = (word: string): MarkerSide => (word.startsWith('L') ? 'left' : 'right');

function placeOfWords(words: readonly string[]): PlaceName | null {
  const rule = wordRules.find(([wanted]) => wanted.every((begin) => words.some((word) => word.startsWith(begin))));
  return rule?.[1] ?? null;
}
