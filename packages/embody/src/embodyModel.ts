import type { Skeleton } from '@leib/core';
import { type ArmsModel, buildArms } from './arms/buildArms.js';
import { defaultEmbodySettings, type EmbodySettings } from './embodySettings.js';
import { buildFingers, type FingerModel } from './fingers/fingerModel.js';
import type { Both } from './fingers/stepFingers.js';
import { buildGait, type GaitModel } from './gait/gaitModel.js';
import type { PriorModel } from './prior/network/priorModel.js';
import { buildGuide, type GuideModel } from './prior/proposal/buildGuide.js';
import { buildStanding, type StandingModel } from './putDown/standWhilePutDown.js';
import { buildTargets, type TargetsModel } from './targets/targetsState.js';
import { buildTrunk, type TrunkModel } from './trunk/buildTrunk.js';

/** What the solve needs to know of a body. Made once per skeleton and settings, shared, never written again. */
export interface EmbodyModel {
  readonly skeleton: Skeleton;
  readonly settings: EmbodySettings;
  readonly standing: StandingModel;
  readonly targets: TargetsModel;
  readonly trunk: TrunkModel;
  readonly gait: GaitModel;
  readonly arms: ArmsModel;
  readonly fingers: Both<FingerModel>;
  /** Null without weights: the rules alone. */
  readonly guide: GuideModel | null;
}

/**
 * Compiles a skeleton. Hips and head must exist; any other bone may be missing. Throws InputError otherwise. `prior`:
 * the trained weights (loadPrior), shared by all avatars; without them hips and legs go by the rules.
 */
export function buildEmbody(
  skeleton: Skeleton,
  settings: EmbodySettings = defaultEmbodySettings,
  prior: PriorModel | null = null,
): EmbodyModel {
  const trunk = buildTrunk(skeleton, settings.trunk);
  const gait = buildGait(skeleton, settings.gait);
  return {
    skeleton,
    settings,
    standing: buildStanding(skeleton, trunk.standingHeadHeight),
    targets: buildTargets(skeleton, settings.targets),
    trunk,
    gait,
    arms: buildArms(skeleton, settings.arms),
    fingers: [buildFingers(skeleton, 'left'), buildFingers(skeleton, 'right')],
    guide: prior === null ? null : buildGuide(skeleton, trunk, settings.gait.isOn, settings.prior, prior),
  };
}
