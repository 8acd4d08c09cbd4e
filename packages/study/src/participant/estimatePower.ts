import { friedmanTest } from '../analysis/friedman.js';
import { buildPlan } from '../protocol/plan.js';
import { scoreAnswers } from '../questionnaire/questionnaire.js';
import type { StudySetup } from '../session/studySession.js';
import { gaussian } from './gaussian.js';
import { answersOf, type ParticipantOpinion } from './opinions.js';

/** One number that a participant gave or made under a condition. */
interface Value {
  readonly participant: string;
  readonly block: string;
  readonly condition: string;
  readonly what: string;
  readonly value: number;
}

/** Chance is believed in below this. */
export const SIGNIFICANT = 0.05;

/** Of each block and score the p of the Friedman test; null where nothing differs. */
function testsOf(values: readonly Value[]): { readonly name: string; readonly p: number | null }[] {
  return groupsOf(values, ({ block, what }) => `${block}.${what}`).map((group) => {
    const [{ block, what }] = group;
    const conditions = [...new Set(group.map(({ condition }) => condition))];
    const rows = groupsOf(group, ({ participant }) => participant).map((own) =>
      conditions.map((condition) => mean(own.filter((each) => each.condition === condition).map(({ value }) => value))),
    );
    return { name: `${block}.${what}`, p: friedmanTest(rows)?.p ?? null };
  });
}

function groupsOf(values: readonly Value[], keyOf: (value: Value) => string): Value[][] {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return [...groups.values()];
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

export interface PowerOptions {
  readonly setup: StudySetup;
  readonly participants: number;
  /** How many studies are simulated. */
  readonly studies: number;
  readonly seed: number;
  readonly opinion: ParticipantOpinion;
}

/**
 * How often the analysis finds a score's effect in studies of simulated participants who only answer, by block and score: its power
 * where there is an effect, false alarms where there is none.
 */
export function estimatePower({
  setup,
  participants,
  studies,
  seed,
  opinion,
}: PowerOptions): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  const plans = Array.from({ length: participants }, (_, number) => buildPlan(setup.protocol, { number }));
  const random = { seed };
  for (let study = 0; study < studies; study++) {
    const values = plans.flatMap((plan, number) => {
      const person = gaussian(random);
      return plan.flatMap((step): Value[] => {
        if (step.node.kind !== 'questionnaire' || step.conditions.length === 0) return [];
        const questionnaire = setup.questionnaires[step.node.of];
        const scores = scoreAnswers(questionnaire, answersOf(questionnaire, step, { opinion, person, random }));
        return step.conditions.flatMap(({ block, condition }) =>
          Object.entries(scores).flatMap(([what, value]) =>
            value === null || condition === '' ? [] : [{ participant: String(number), block, condition, what, value }],
          ),
        );
      });
    });
    for (const { name, p } of testsOf(values)) {
      found[name] = (found[name] ?? 0) + (p !== null && p < SIGNIFICANT ? 1 : 0);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, count]) => [name, count / studies]));
}
