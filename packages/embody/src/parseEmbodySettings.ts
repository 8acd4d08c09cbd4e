import { mergeSettings, ownValue } from '@leib/core';
import { type BaselineParams, defaultBaselineParams } from './baseline/baselineParams.js';
import { defaultEmbodySettings, type EmbodySettings } from './embodySettings.js';
import { lockModes } from './targets/lockModes.js';

/** Settings that are one of a few words, by their path. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  'settings.arms.solver': ['circle', 'fabrik'],
  'settings.arms.elbow.source': ['fitted', 'fixed'],
  'settings.targets.lockMode': lockModes,
  'settings.trunk.restPose': ['auto', 'standing', 'straight'],
  'settings.trunk.heading': ['fitted', 'deadZone'],
  'settings.trunk.bend': ['fitted', 'multipliers'],
};

function refuseWord(value: unknown, where: string): string | null {
  const words = ownValue(wordsOf, where);
  return words === undefined || words.some((word) => word === value) ? null : `expected one of ${words.join(', ')}`;
}

/**
 * Settings from JSON of unknown make: what it leaves out is as in `defaults`. A key that does not exist, a value of
 * another type and an unknown word throw an InputError with their place.
 */
export function parseEmbodySettings(given: unknown, defaults: EmbodySettings = defaultEmbodySettings): EmbodySettings {
  return mergeSettings(defaults, given, 'settings', { refusal: refuseWord });
}

/** The same for the baseline. */
export function parseBaselineParams(given: unknown): BaselineParams {
  return mergeSettings(defaultBaselineParams, given);
}
