import type { EmbodySettings } from '@leib/embody';
import type { Idle } from '../../files/settings.js';
import { solverPresets } from '../solverPresets.js';
import { embodySettingsOf, type SolverValues } from './embodySettingsOf.js';
import type { IdleTopic } from './idleTopics.js';

/** A condition that a setting depends on, and the change of the room's settings that meets it. */
interface Need {
  readonly isMet: (settings: EmbodySettings, values: SolverValues) => boolean;
  /** Why the setting does nothing while it is not met. */
  readonly text: string;
  readonly label: string;
  readonly change: Partial<SolverValues>;
}

const gait: Need = {
  isMet: ({ gait: { isOn } }) => isOn,
  text: 'The body takes no steps.',
  label: 'Take steps',
  change: { gait: true },
};
const rulesLeadFeet: Need = {
  isMet: ({ prior }) => !(prior.isOn && prior.leadsFeet),
  text: 'The learned movement leads the feet: this counts only while the head is carried (by stick, keys or an app’s own locomotion).',
  label: 'Feet by the rules',
  change: { priorFeet: false },
};
/** For what a carried body has no use for: it walks by its clock, not by rhythm or place. */
const rulesAloneLeadFeet: Need = {
  ...rulesLeadFeet,
  text: 'The learned movement leads the feet, so this hardly counts.',
};
const rulesLeadTrunk: Need = {
  isMet: ({ prior }) => !prior.isOn,
  text: 'The learned movement leads the trunk: this hardly counts before the head is carried (by stick, keys or an app’s own locomotion).',
  label: 'Go by the rules',
  change: { prior: false },
};
const deadZone: Need = {
  isMet: ({ trunk }) => trunk.heading === 'deadZone',
  text: 'Heading is fitted: it has no dead zone.',
  label: 'Heading by the thesis',
  change: { heading: 'thesis' },
};
const multipliers: Need = {
  isMet: ({ trunk }) => trunk.bend === 'multipliers',
  text: 'The trunk is fitted: it has no multipliers.',
  label: 'Trunk by the thesis',
  change: { bend: 'thesis' },
};
const fittedTrunk: Need = {
  isMet: ({ trunk }) => trunk.bend === 'fitted',
  text: 'The thesis’s trunk does not settle.',
  label: 'Trunk as fitted',
  change: { bend: 'fitted' },
};
const headLimits: Need = {
  isMet: ({ trunk }) => trunk.headHeightRange !== null,
  text: 'Only the thesis limits the head; here it is always where the headset is.',
  label: 'Solve as the thesis',
  change: { solver: 'thesis' },
};
const rhythm: Need = {
  isMet: ({ gait: { phase } }) => phase,
  text: 'Steps do not follow the person’s own rhythm.',
  label: 'Follow it',
  change: { solver: 'leib', phase: true },
};
const placeAlone: Need = {
  isMet: ({ gait: { phase } }) => !phase,
  text: 'Steps follow the person’s own rhythm, so this hardly counts.',
  label: 'Step by the rules alone',
  change: { phase: false },
};
const placeOrCarried: Need = {
  ...placeAlone,
  text: 'Steps follow the person’s own rhythm: this counts fully only while the head is carried.',
};
const noClock: Need = {
  isMet: ({ gait: { phase, strides } }) => phase || !strides,
  text: 'Steps go by the clock of a walk.',
  label: 'Follow the person’s own rhythm',
  change: { phase: true },
};
const grounding: Need = {
  isMet: ({ gait: { grounding: isOn } }) => isOn,
  text: 'Feet do not look for the ground.',
  label: 'Find the ground',
  change: { grounding: true },
};
const swing: Need = {
  isMet: ({ trunk }) => trunk.swing.isOn,
  text: 'Hips do not swing.',
  label: 'Let them',
  change: { swing: true },
};
const shoulder: Need = {
  isMet: ({ arms }) => arms.shoulder.isOn,
  text: 'Shoulders do not reach.',
  label: 'Let them',
  change: { shoulder: true },
};
const circle: Need = {
  isMet: ({ arms }) => arms.solver === 'circle',
  text: 'FABRIK does not use this.',
  label: 'Arms in closed form',
  change: { arms: 'circle' },
};
const fabrik: Need = {
  isMet: ({ arms }) => arms.solver === 'fabrik',
  text: 'The wrist’s range has a say in FABRIK only.',
  label: 'Arms by FABRIK',
  change: { arms: 'fabrik' },
};
const collar: Need = {
  isMet: ({ arms }) => arms.collar.isOn,
  text: 'The thesis’s collar bones do not go along with the arm.',
  label: 'Solve as Leib',
  change: { solver: 'leib' },
};
const limits: Need = {
  isMet: ({ arms }) => arms.limits.isOn,
  text: 'Limits are off.',
  label: 'Switch them on',
  change: { limits: true },
};
const torso: Need = {
  isMet: ({ arms }) => arms.torso.isOn,
  text: 'Elbows are not kept out of the torso.',
  label: 'Keep them out',
  change: { solver: 'leib', torso: true },
};
const magnets: Need = {
  isMet: ({ arms }) => arms.magnets.isOn,
  text: 'Magnetic fields are off.',
  label: 'Switch them on',
  change: { magnets: true },
};

/** Parts that the thesis does not have. */
const hasRhythm: Need = {
  isMet: (_, { solver }) => solverPresets[solver]?.gait.phase === true,
  text: 'The thesis steps by place alone.',
  label: 'Solve as Leib',
  change: { solver: 'leib' },
};
const hasTorso: Need = {
  isMet: (_, { solver }) => solverPresets[solver]?.arms.torso.isOn === true,
  text: 'The thesis does not keep elbows out of the torso.',
  label: 'Solve as Leib',
  change: { solver: 'leib' },
};
const hasPrior: Need = {
  isMet: (_, { solver }) => solverPresets[solver]?.prior.isOn === true,
  text: 'The thesis has no learned movement.',
  label: 'Solve as Leib',
  change: { solver: 'leib' },
};

const needsOf: Readonly<Record<IdleTopic, readonly Need[]>> = {
  embody: [],
  gait: [gait],
  ownFeet: [gait, rulesLeadFeet],
  placedFeet: [gait, rulesAloneLeadFeet, placeAlone],
  stepCurves: [gait, rulesLeadFeet, placeOrCarried],
  freeSteps: [gait, rulesAloneLeadFeet, noClock],
  groundedFeet: [gait, grounding, rulesLeadFeet],
  rhythm: [gait, rhythm, rulesAloneLeadFeet],
  ownKnees: [gait, rulesLeadTrunk],
  deadZone: [deadZone, rulesLeadTrunk],
  multipliers: [multipliers, rulesLeadTrunk],
  fittedTrunk: [fittedTrunk, rulesLeadTrunk],
  headLimits: [headLimits],
  swing: [gait, swing],
  shoulder: [shoulder],
  circleShoulder: [shoulder, circle],
  collar: [collar],
  limits: [limits],
  wrist: [limits, fabrik],
  torso: [torso, circle],
  magnets: [magnets],
  ownRhythm: [hasRhythm, gait, rulesAloneLeadFeet],
  ownTorso: [hasTorso, circle],
  learned: [hasPrior],
  learnedSteps: [hasPrior, gait],
};

/** Why a setting of this topic changes nothing now, and the one change that makes it count; null where it counts. */
export function idleReasonOf(topic: IdleTopic, values: SolverValues): Idle | null {
  const settings = embodySettingsOf(values);
  if (settings === null) {
    return { text: 'The baseline has no such part.', label: 'Solve as Leib', change: { solver: 'leib' } };
  }
  const unmet = needsOf[topic].filter(({ isMet }) => !isMet(settings, values));
  if (unmet.length === 0) return null;
  return {
    text: unmet.map(({ text }) => text).join(' '),
    label: unmet[unmet.length - 1].label,
    change: Object.assign({}, ...unmet.map(({ change }) => change)),
  };
}

/** The same as a part of a control. */
export function idleFor(topic: IdleTopic): { readonly idle: (values: object) => Idle | null } {
  return { idle: (values) => idleReasonOf(topic, values as SolverValues) };
}
