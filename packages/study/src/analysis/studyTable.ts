import type { ConditionPlace, StudyEvent } from '../studyEvent.js';

/** One value of a table: what a person, a trial or an answer has under a name. */
export type Cell = number | string | boolean | null;

/** Who took part, and what they said about themselves outside of all conditions. */
export interface PersonRow {
  readonly participant: string;
  readonly number: number;
  readonly site: string;
  readonly hasEnded: boolean;
  /** Version of the study's document. */
  readonly version: string;
  /** Answers and scores by `questionnaire.item`; writing hand, sex and language of the session. */
  readonly about: Readonly<Record<string, Cell>>;
}

/** One task that was done to its end, with what was measured in it and asked after it. */
export interface TrialRow {
  readonly participant: string;
  /** Among the participant's trials, from 0. */
  readonly trial: number;
  /** Id of the step: no other of the participant has it. */
  readonly step: string;
  /** Last word of the step's id: the same in all conditions. */
  readonly task: string;
  readonly attempt: number;
  readonly conditions: readonly ConditionPlace[];
  readonly beganSeconds: number;
  readonly endedSeconds: number;
  /** Numbers that were measured: `contactSeconds`, `partSeconds.leftHand`. */
  readonly measures: Readonly<Record<string, number | null>>;
  /** Scores of questionnaires that were asked after it, in the same conditions: `embodiment-2020.agency`. */
  readonly scores: Readonly<Record<string, number | null>>;
}

/** One answer that counts: of the last attempt, the last one that was given. */
export interface AnswerRow {
  readonly participant: string;
  readonly step: string;
  readonly conditions: readonly ConditionPlace[];
  readonly questionnaire: string;
  readonly item: string;
  readonly value: number | string | null;
  readonly by: string;
  readonly seconds: number;
}

export interface StudyTable {
  readonly people: readonly PersonRow[];
  readonly trials: readonly TrialRow[];
  readonly answers: readonly AnswerRow[];
}

/** What is known of a participant besides their events. */
export interface PersonEvents {
  readonly participant: string;
  readonly number: number;
  readonly site: string;
  readonly events: readonly StudyEvent[];
}

/** Tables of a study: from the events alone, so that they hold for any protocol. */
export function tableOfEvents(people: readonly PersonEvents[]): StudyTable {
  const tables = people.map(tableOfPerson);
  return {
    people: tables.map(({ person }) => person),
    trials: tables.flatMap(({ trials }) => trials),
    answers: tables.flatMap(({ answers }) => answers),
  };
}

interface OpenStep {
  readonly step: string;
  readonly attempt: number;
  readonly kind: string;
  readonly conditions: readonly ConditionPlace[];
  readonly beganSeconds: number;
  readonly answers: Map<string, AnswerRow>;
  readonly measures: Record<string, number | null>;
}

type GrowingTrial = Omit<TrialRow, 'scores'> & { readonly scores: Record<string, number | null> };

function tableOfPerson({ participant, number, site, events }: PersonEvents) {
  const trials: GrowingTrial[] = [];
  const answers: AnswerRow[] = [];
  const about: Record<string, Cell> = {};
  let [version, hasEnded] = ['', false];
  let open: OpenStep | null = null;
  for (const { kind, payload, seconds } of events) {
    if (kind === 'begun') {
      const { sex, language, writingHand } = payload.participant;
      Object.assign(about, { sex, language, writingHand });
      version = payload.version;
    } else if (kind === 'stepBegun') {
      const { step, attempt, conditions } = payload;
      open = { step, attempt, kind: payload.kind, conditions, beganSeconds: seconds, answers: new Map(), measures: {} };
    } else if (kind === 'answered' && open !== null) {
      const { step, questionnaire, item, value, by } = payload;
      const row = { participant, step, conditions: open.conditions, questionnaire, item, value, by, seconds };
      open.answers.set(item, row);
    } else if (kind === 'scored' && open !== null) addNumbers(open.measures, payload.questionnaire, payload.scores);
    else if (kind === 'measured' && open !== null) addNumbers(open.measures, '', payload.values);
    else if (kind === 'ended') hasEnded = true;
    else if (kind === 'stepEnded' && open !== null) {
      if (payload.how === 'done') close(open, seconds);
      open = null;
    }
  }

  function close(step: OpenStep, endedSeconds: number): void {
    answers.push(...step.answers.values());
    const { conditions, measures } = step;
    if (step.kind === 'task') {
      const task = step.step.slice(step.step.lastIndexOf('.') + 1);
      const { step: id, attempt, beganSeconds } = step;
      trials.push({
        ...{ participant, trial: trials.length, step: id, task, attempt },
        conditions,
        beganSeconds,
        endedSeconds,
        measures,
        scores: {},
      });
      return;
    }
    // A questionnaire belongs to the task before it, where that was done in the same conditions.
    const before = trials.at(-1);
    if (before && conditions.length > 0 && areSame(before.conditions, conditions))
      Object.assign(before.scores, measures);
    else if (conditions.length === 0) {
      for (const { questionnaire, item, value } of step.answers.values()) about[`${questionnaire}.${item}`] = value;
      Object.assign(about, measures);
    }
  }
  return { person: { participant, number, site, hasEnded, version, about }, trials, answers };
}

function areSame(a: readonly ConditionPlace[], b: readonly ConditionPlace[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      ({ block, condition, position, repetition }, i) =>
        b[i].block === block &&
        b[i].condition === condition &&
        b[i].position === position &&
        b[i].repetition === repetition,
    )
  );
}

/** Numbers by their names; those inside other records and lists by the path to them. Nothing else is a measure. */
function addNumbers(into: Record<string, number | null>, path: string, values: unknown): void {
  if (typeof values === 'number' || typeof values === 'boolean') into[path] = Number(values);
  else if (values === null) into[path] = null;
  else if (typeof values === 'object')
    for (const [name, value] of Object.entries(values)) addNumbers(into, path === '' ? name : `${path}.${name}`, value);
}

/** Names of all scores or measures, in the order of their first appearance. */
export function namesOf(values: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(values.flatMap((each) => Object.keys(each)))];
}

/** Blocks with several conditions, and these; in the order of `like` where it is given, else as numbers in names have them. */
export function factorsOf(trials: readonly Pick<TrialRow, 'conditions'>[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { conditions } of trials)
    for (const { block, condition, repetition } of conditions) {
      // A block without conditions is repeated: its repetitions are what is compared.
      const level = condition === '' ? `${repetition + 1}` : condition;
      found.set(block, (found.get(block) ?? new Set()).add(level));
    }
  const byNumber = new Intl.Collator('en', { numeric: true }).compare;
  return new Map(
    [...found].filter(([, levels]) => levels.size > 1).map(([block, levels]) => [block, [...levels].sort(byNumber)]),
  );
}

/** Which level of a factor a trial has; null for none. */
export function levelOf({ conditions }: Pick<TrialRow, 'conditions'>, factor: string): string | null {
  const place = conditions.find(({ block }) => block === factor);
  if (place === undefined) return null;
  return place.condition === '' ? `${place.repetition + 1}` : place.condition;
}
