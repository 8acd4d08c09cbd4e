import { mergeSettings, ownValue } from '@leib/core';
import { type ArmSettings, defaultArmSettings, thesisArmSettings } from './arms/armSettings.js';
import { type BaselineParams, defaultBaselineParams } from './baseline/baselineParams.js';
import { defaultFingerSettings, type FingerSettings } from './fingers/stepFingers.js';
import { defaultGaitSettings, type GaitSettings, thesisGaitSettings } from './gait/gaitSettings.js';
import { defaultPriorSettings, type PriorSettings } from './prior/proposal/priorSettings.js';
import { lockModes } from './targets/lockModes.js';
import { defaultTargetsSettings, type TargetsSettings, thesisTargetsSettings } from './targets/targetsState.js';
import { defaultTrunkSettings, type TrunkSettings, thesisTrunkSettings } from './trunk/trunkSettings.js';

/** All settings of the solve, part by part. Plain data: JSON in and out, changed live in the studio. */
export interface EmbodySettings {
  readonly targets: TargetsSettings;
  readonly trunk: TrunkSettings;
  readonly gait: GaitSettings;
  readonly arms: ArmSettings;
  readonly fingers: FingerSettings;
  /** The learned prior, where its weights are given. */
  readonly prior: PriorSettings;
}

/** Ours: fitted to motion capture. */
export const defaultEmbodySettings: EmbodySettings = {
  targets: defaultTargetsSettings,
  trunk: defaultTrunkSettings,
  gait: defaultGaitSettings,
  arms: defaultArmSettings,
  fingers: defaultFingerSettings,
  prior: defaultPriorSettings,
};

/** The constants and rules of the thesis that this system grew from (Stuttgart 2019), for comparison; no prior. */
export const thesisEmbodySettings: EmbodySettings = {
  targets: thesisTargetsSettings,
  trunk: thesisTrunkSettings,
  gait: thesisGaitSettings,
  arms: thesisArmSettings,
  fingers: defaultFingerSettings,
  prior: { ...defaultPriorSettings, isOn: false },
};

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
