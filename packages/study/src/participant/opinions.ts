import { clamp, type RandomState } from '@leib/core';
import type { PlanStep } from '../protocol/plan.js';
import type { Answers, QuestionItem, Questionnaire } from '../questionnaire/questionnaire.js';
import { gaussian } from './gaussian.js';

/** What somebody answers: a habit of their own, chance, and how much a condition changes a score. */
export interface ParticipantOpinion {
  /** Where the middle of people's answers to agreeable items is: share of the scale from low to high. */
  readonly base: number;
  /** Standard deviations of people, and of one person's answers: shares of the scale. */
  readonly personSd: number;
  readonly answerSd: number;
  /**
   * The stated effect, by score: how much each of its items moves in its direction with every second of latency, shares of the scale.
   * Scores that are not named do not change.
   */
  readonly perSecond: Readonly<Record<string, number>>;
}

/** Agency declines with latency, ownership and location less so (Waltemate et al. 2016, as the thesis expects it). */
export const defaultOpinion: ParticipantOpinion = {
  base: 0.65,
  personSd: 0.08,
  answerSd: 0.12,
  perSecond: { agency: -1.1, ownership: -0.4, location: -0.3 },
};

/** Answers to all items. @param person how far this person's habit is from others', from the standard normal distribution */
export function answersOf(
  questionnaire: Questionnaire,
  { body }: Pick<PlanStep, 'body'>,
  {
    opinion,
    person,
    random,
  }: { readonly opinion: ParticipantOpinion; readonly person: number; readonly random: RandomState },
): Answers {
  const moves = movesOf(questionnaire, opinion, body.latencyMs / 1000);
  const answers = questionnaire.items.map((item): [string, number | string | null] => {
    const chance = gaussian(random);
    const { agrees, moved } = moves.get(item.id) ?? { agrees: 1, moved: 0 };
    const share = 0.5 + agrees * (opinion.base - 0.5 + opinion.personSd * person) + opinion.answerSd * chance + moved;
    return [item.id, answerTo(item, share)];
  });
  return Object.fromEntries(answers);
}

/** Of each item whether agreeing raises its first score, and how much the condition moves its answer. */
function movesOf({ items, scores }: Questionnaire, { perSecond }: ParticipantOpinion, latency: number) {
  const found = new Map<string, { agrees: number; moved: number }>();
  const ids = new Set(items.map(({ id }) => id));
  for (const [score, { terms }] of Object.entries(scores)) {
    for (const [item, weight] of Object.entries(terms)) {
      if (!ids.has(item)) continue;
      const sign = Math.sign(weight);
      const known = found.get(item) ?? { agrees: sign, moved: 0 };
      known.moved += sign * (perSecond[score] ?? 0) * latency;
      found.set(item, known);
    }
  }
  return found;
}

function answerTo({ kind, low, high, step, choices, isOptional }: QuestionItem, share: number): number | string | null {
  if (kind === 'text') return isOptional ? null : 'nothing';
  if (kind === 'choice') return choices[clamp(Math.floor(share * choices.length), 0, choices.length - 1)]?.id ?? '';
  const value = low + clamp(share, 0, 1) * (high - low);
  return step === 0 ? value : low + step * Math.round((value - low) / step);
}
