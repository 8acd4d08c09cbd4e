import { type ArmSettings, defaultArmSettings, thesisArmSettings } from './arms/armSettings.js';
import { defaultFingerSettings, type FingerSettings } from './fingers/stepFingers.js';
import { defaultGaitSettings, type GaitSettings, thesisGaitSettings } from './gait/gaitSettings.js';
import { defaultPriorSettings, type PriorSettings } from './prior/proposal/priorSettings.js';
import { defaultTargetsSettings, type TargetsSettings, thesisTargetsSettings } from './targets/targetsSettings.js';
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
