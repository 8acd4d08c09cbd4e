import { DEG } from '@leib/core';

/** What a setting of the room can be about: what it needs in order to count is in countsNow.ts. */
export type Topic =
  | 'embody'
  | 'gait'
  | 'ownFeet'
  | 'placedFeet'
  | 'stepCurves'
  | 'freeSteps'
  | 'groundedFeet'
  | 'rhythm'
  | 'ownKnees'
  | 'deadZone'
  | 'multipliers'
  | 'fittedTrunk'
  | 'headLimits'
  | 'swing'
  | 'shoulder'
  | 'circleShoulder'
  | 'collar'
  | 'limits'
  | 'wrist'
  | 'torso'
  | 'magnets'
  | 'ownRhythm'
  | 'ownTorso'
  | 'learned'
  | 'learnedSteps';

/** One number of the solve that the room's user may set. */
export interface Tunable {
  /** Where it is in EmbodySettings: "trunk.yawDeadZone". */
  readonly path: string;
  readonly label: string;
  readonly help: string;
  /** Of the shown number: shown = setting / scale. */
  readonly unit: string;
  readonly scale: number;
  /** Of the shown number. */
  readonly range: readonly [min: number, max: number, step: number];
  /** What must be on for it to change anything. */
  readonly topic: Topic;
}

export interface TunableGroup {
  readonly title: string;
  readonly topic: Topic;
  readonly tunables: readonly Tunable[];
}

type Row = readonly [
  path: string,
  label: string,
  range: readonly [min: number, max: number, step: number],
  help: string,
  topic?: Topic,
];

/** Rows of numbers in a unit. */
export function rowsIn(unit: string, scale: number): (topic: Topic, rows: readonly Row[]) => readonly Tunable[] {
  return (topic, rows) =>
    rows.map(([path, label, range, help, own = topic]) => ({ path, label, help, unit, scale, range, topic: own }));
}

export const degrees = rowsIn('°', DEG);
export const metres = rowsIn('m', 1);
export const centimetres = rowsIn('cm', 0.01);
export const seconds = rowsIn('s', 1);
export const metresPerSecond = rowsIn('m/s', 1);
export const shares = rowsIn('', 1);
