import { countsNow } from './countsNow.js';
import type { SolverValues } from './embodySettingsOf.js';
import type { Topic } from './tuning/tunable.js';

/** The actor beside the person, solved from the same joints with one part the other way round. */
export const BESIDE = 'beside';
/** How far to the side it stands, metres: to the right as one sees it from before. */
export const BESIDE_X = -0.95;

/** A part that a second body can have otherwise. */
interface ComparedPart {
  readonly label: string;
  /** What must be on for the part to change anything. */
  readonly topic: Topic;
  /** The second body's settings. */
  readonly change: (values: SolverValues) => Partial<SolverValues>;
  /** What is written above the person and above the second body. */
  readonly names: (values: SolverValues) => readonly [own: string, other: string];
}

type Switch = {
  [Key in keyof SolverValues]: SolverValues[Key] extends boolean ? Key : never;
}[keyof SolverValues];

/** A switch the other way round. */
function switched(key: Switch, label: string, topic: Topic): ComparedPart {
  const words = label.toLowerCase();
  const name = (isOn: boolean) => `${isOn ? 'With' : 'Without'} ${words}`;
  return {
    label,
    topic,
    change: (values) => ({ [key]: !values[key] }),
    names: (values) => [name(values[key]), name(!values[key])],
  };
}

function solver(value: SolverValues['solver'], label: string): ComparedPart {
  const words = { leib: 'Leib', thesis: 'Thesis', baseline: 'Baseline' } as const;
  return {
    label,
    topic: 'embody',
    change: () => ({ solver: value }),
    names: (values) => [words[values.solver], words[value]],
  };
}

/** What can be compared, by the setting's value. */
export const comparedParts = {
  prior: switched('prior', 'Learned movement', 'learned'),
  priorFeet: switched('priorFeet', 'Learned steps', 'learnedSteps'),
  magnets: switched('magnets', 'Magnetic fields', 'embody'),
  shoulder: switched('shoulder', 'Reaching shoulders', 'embody'),
  limits: switched('limits', 'Limits', 'embody'),
  torso: switched('torso', 'Elbows kept out', 'ownTorso'),
  gait: switched('gait', 'Steps', 'embody'),
  phase: switched('phase', 'Own rhythm', 'ownRhythm'),
  grounding: switched('grounding', 'Grounding', 'gait'),
  swing: switched('swing', 'Swing', 'gait'),
  thesis: solver('thesis', 'All that is not the thesis’s'),
  baseline: solver('baseline', 'All but the baseline'),
} as const satisfies Readonly<Record<string, ComparedPart>>;

export type ComparedName = keyof typeof comparedParts;

/** Settings of the body beside. */
export function valuesBeside<Values extends SolverValues & { readonly without: ComparedName | 'none' }>(
  values: Values,
): Values {
  return values.without === 'none' ? values : { ...values, ...comparedParts[values.without].change(values) };
}

/** Whether the two bodies can differ by a part now; what is chosen stays. */
export function canDiffer(part: string, values: object): boolean {
  const { without, ...solverValues } = values as SolverValues & { readonly without: ComparedName | 'none' };
  return part === 'none' || part === without || countsNow(comparedParts[part as ComparedName].topic, solverValues);
}
