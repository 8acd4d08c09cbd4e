import type { EmbodySettings, MagneticField } from '@leib/embody';
import { solverPresets } from '../solverPresets.js';
import { type Tuning, withTuning } from './tuning/tuning.js';

type Switch =
  | 'prior'
  | 'priorFeet'
  | 'magnets'
  | 'shoulder'
  | 'limits'
  | 'torso'
  | 'gait'
  | 'phase'
  | 'grounding'
  | 'swing';

/** What the room's settings say of the solver. */
export interface SolverValues extends Readonly<Record<Switch, boolean>> {
  readonly solver: keyof typeof solverPresets;
  readonly heading: 'solver' | 'fitted' | 'thesis';
  readonly bend: 'solver' | 'fitted' | 'thesis';
  readonly arms: 'solver' | 'circle' | 'fabrik';
  readonly fields: readonly MagneticField[] | null;
  readonly curves: EmbodySettings['gait']['curves'] | null;
  readonly trunkNumbers: Tuning | null;
  readonly stepNumbers: Tuning | null;
  readonly armNumbers: Tuning | null;
}

/** What the room's switches make of the solver: a part that is off here is off, one that the solver lacks stays away. */
export function embodySettingsOf(values: SolverValues): EmbodySettings | null {
  const base = solverPresets[values.solver];
  if (base === null) return null;
  const { arms, gait, prior, trunk } = base;
  const headings = { solver: trunk.heading, fitted: 'fitted', thesis: 'deadZone' } as const;
  const bends = { solver: trunk.bend, fitted: 'fitted', thesis: 'multipliers' } as const;
  const switched: EmbodySettings = {
    ...base,
    trunk: {
      ...trunk,
      heading: headings[values.heading],
      bend: bends[values.bend],
      swing: { ...trunk.swing, isOn: trunk.swing.isOn && values.swing },
    },
    gait: {
      ...gait,
      isOn: gait.isOn && values.gait,
      phase: gait.phase && values.phase,
      grounding: gait.grounding && values.grounding,
      curves: values.curves ?? gait.curves,
    },
    prior: { ...prior, isOn: prior.isOn && values.prior, leadsFeet: prior.leadsFeet && values.priorFeet },
    arms: {
      ...arms,
      solver: values.arms === 'solver' ? arms.solver : values.arms,
      magnets: { isOn: arms.magnets.isOn && values.magnets, fields: values.fields ?? arms.magnets.fields },
      shoulder: { ...arms.shoulder, isOn: arms.shoulder.isOn && values.shoulder },
      limits: { ...arms.limits, isOn: arms.limits.isOn && values.limits },
      torso: { ...arms.torso, isOn: arms.torso.isOn && values.torso },
    },
  };
  return withTuning(switched, values.trunkNumbers, values.stepNumbers, values.armNumbers);
}
