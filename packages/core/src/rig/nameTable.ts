import type { HumanoidBone } from '../skeleton/humanoid.js';

/** How one family of rigs names its joints. Names are kept as plainName() writes them. */
export interface NameTable {
  readonly convention: string;
  /** Names that must all be there for the table to count: tells families apart that share most of their names. */
  readonly signature: readonly string[];
  /** What a file may put before every name. */
  readonly prefix: RegExp | null;
  readonly boneByName: ReadonlyMap<string, HumanoidBone>;
  /** Joints that look like something they are not; never guessed at. */
  readonly ignored: ReadonlySet<string>;
}

/** Lower case without separators: "Left Upper_Leg", "leftUpperLeg" and "LeftUpperLeg" are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_.:|-]/g, '');
}

export interface TableSource {
  readonly convention: string;
  readonly signature?: readonly string[];
  readonly prefix?: RegExp;
  /** The words for left and right, put where a sided name has its `*`. */
  readonly sides: readonly [left: string, right: string];
  readonly trunk: Readonly<Record<string, TrunkBone>>;
  readonly sided: Readonly<Record<string, SidedPart>>;
  readonly ignored?: readonly string[];
}

export type TrunkBone = Exclude<HumanoidBone, `left${string}` | `right${string}`>;
export type SidedPart = HumanoidBone extends infer Bone ? (Bone extends `left${infer Part}` ? Part : never) : never;

export function buildTable(source: TableSource): NameTable {
  const boneByName = new Map<string, HumanoidBone>();
  for (const [name, bone] of Object.entries(source.trunk)) boneByName.set(plainName(name), bone);
  for (const [name, part] of Object.entries(source.sided)) {
    boneByName.set(plainName(name.replace('*', source.sides[0])), `left${part}`);
    boneByName.set(plainName(name.replace('*', source.sides[1])), `right${part}`);
  }
  const ignored = (source.ignored ?? []).flatMap((name) => source.sides.map((side) => name.replace('*', side)));
  return {
    convention: source.convention,
    signature: (source.signature ?? []).map(plainName),
    prefix: source.prefix ?? null,
    boneByName,
    ignored: new Set(ignored.map(plainName)),
  };
}

const fingerParts = ['Index', 'Middle', 'Ring', 'Little'] as const;
export const thumbSegments = ['Metacarpal', 'Proximal', 'Distal'] as const;
export const fingerSegments = ['Proximal', 'Intermediate', 'Distal'] as const;

/** Names of the five digits: `name(finger, segment)` with fingers 0 (thumb) .. 4 (little), segments 0 .. 2. */
export function digits(name: (finger: number, segment: number) => string): Record<string, SidedPart> {
  const parts: Record<string, SidedPart> = {};
  for (let segment = 0; segment < 3; segment++) {
    parts[name(0, segment)] = `Thumb${thumbSegments[segment]}`;
    fingerParts.forEach((finger, index) => {
      parts[name(index + 1, segment)] = `${finger}${fingerSegments[segment]}`;
    });
  }
  return parts;
}

export const numberedDigits = (words: readonly string[], name: (word: string, number: number) => string) =>
  digits((finger, segment) => name(words[finger], segment + 1));
