import type { EmbodySettings } from '@leib/embody';
import { solverPresets } from '../solverPresets.js';
import { embodySettingsOf, type SolverValues } from './embodySettingsOf.js';
import type { Topic } from './tuning/tunable.js';

type Need = (settings: EmbodySettings, values: SolverValues) => boolean;

const takesSteps: Need = ({ gait }) => gait.isOn;
/** While the learned movement leads the feet, what the rules have to say counts only while the head is carried. */
const rulesLeadFeet: Need = ({ prior }) => !(prior.isOn && prior.leadsFeet);
const rulesLeadTrunk: Need = ({ prior }) => !prior.isOn;
const reachesFromShoulder: Need = ({ arms }) => arms.shoulder.isOn;
const limitsArms: Need = ({ arms }) => arms.limits.isOn;
const solvesByCircle: Need = ({ arms }) => arms.solver === 'circle';
const ownRhythm: Need = ({ gait }) => gait.phase;
const stepsByPlace: Need = ({ gait }) => !gait.phase;

/** The preset of the solver that is chosen: parts that the thesis does not have. */
const preset = ({ solver }: SolverValues) => solverPresets[solver];

/** What a setting of each topic needs in order to change anything. */
const needs: Readonly<Record<Topic, readonly Need[]>> = {
  embody: [],
  gait: [takesSteps],
  ownFeet: [takesSteps, rulesLeadFeet],
  placedFeet: [takesSteps, rulesLeadFeet, stepsByPlace],
  stepCurves: [takesSteps, rulesLeadFeet, stepsByPlace],
  freeSteps: [takesSteps, rulesLeadFeet, ({ gait: { phase, strides } }) => phase || !strides],
  groundedFeet: [takesSteps, ({ gait }) => gait.grounding, rulesLeadFeet],
  rhythm: [takesSteps, ownRhythm, rulesLeadFeet],
  ownKnees: [takesSteps, rulesLeadTrunk],
  deadZone: [({ trunk }) => trunk.heading === 'deadZone', rulesLeadTrunk],
  multipliers: [({ trunk }) => trunk.bend === 'multipliers', rulesLeadTrunk],
  fittedTrunk: [({ trunk }) => trunk.bend === 'fitted', rulesLeadTrunk],
  headLimits: [({ trunk }) => trunk.headHeightRange !== null],
  swing: [takesSteps, ({ trunk }) => trunk.swing.isOn],
  shoulder: [reachesFromShoulder],
  circleShoulder: [reachesFromShoulder, solvesByCircle],
  collar: [({ arms }) => arms.collar.isOn],
  limits: [limitsArms],
  wrist: [limitsArms, ({ arms }) => arms.solver === 'fabrik'],
  torso: [({ arms }) => arms.torso.isOn, solvesByCircle],
  magnets: [({ arms }) => arms.magnets.isOn],
  ownRhythm: [(_, values) => preset(values)?.gait.phase === true, takesSteps, rulesLeadFeet],
  ownTorso: [(_, values) => preset(values)?.arms.torso.isOn === true, solvesByCircle],
  learned: [(_, values) => preset(values)?.prior.isOn === true],
  learnedSteps: [(_, values) => preset(values)?.prior.isOn === true, takesSteps],
};

export const topics = Object.keys(needs) as Topic[];

/** Whether a setting of this topic changes anything with the room's settings as they are; nothing does with the baseline. */
export function countsNow(topic: Topic, values: SolverValues): boolean {
  const settings = embodySettingsOf(values);
  return settings !== null && needs[topic].every((isMet) => isMet(settings, values));
}

/** The same as a part of a control. */
export function shownFor(topic: Topic): { readonly counts: (values: object) => boolean } {
  return { counts: (values) => countsNow(topic, values as SolverValues) };
}
