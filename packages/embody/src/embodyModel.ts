import type { Skeleton } from '@leib/core';
import { type ArmsModel, buildArms } from './arms/buildArms.js';
import { defaultEmbodySettings, type EmbodySettings } from './embodySettings.js';
import { buildFingers, type FingerModel } from './fingers/fingerModel.js';
import type { Both } from './fingers/stepFingers.js';
import { buildGait, type GaitModel } from './gait/gaitModel.js';
import { buildTargets, type TargetsModel } from './targets/buildTargets.js';
import { buildTrunk, type TrunkModel } from './trunk/buildTrunk.js';

/** What the solve needs to know of a body. Made once per skeleton and settings, shared, never written again. */
export interface EmbodyModel {
  readonly skeleton: Skeleton;
  readonly settings: EmbodySettings;
  readonly targets: TargetsModel;
  readonly trunk: TrunkModel;
  readonly gait: GaitModel;
  readonly arms: ArmsModel;
  readonly fingers: Both<FingerModel>;
}

/** Compiles a skeleton. Hips and head must exist; any other bone may be missing. Throws BuildError otherwise. */
export function buildEmbody(skeleton: Skeleton, settings: EmbodySettings = defaultEmbodySettings): EmbodyModel {
  return {
    skeleton,
    settings,
    targets: buildTargets(skeleton, settings.targets),
    trunk: buildTrunk(skeleton, settings.trunk),
    gait: buildGait(skeleton, settings.gait),
    arms: buildArms(skeleton, settings.arms),
    fingers: [buildFingers(skeleton, 'left'), buildFingers(skeleton, 'right')],
  };
}
