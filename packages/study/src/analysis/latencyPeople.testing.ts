import { seededRandom } from '@leib/core/testing';
import type { StudyEvent, StudyEventKind, StudyPayloads } from '../studyEvent.js';
import type { PersonEvents } from './studyTable.js';

/** A participant of a small study of latency: three conditions, one task, one questionnaire. */
export function latencyPerson(number: number, random: () => number, name = `p${number}`): PersonEvents {
  const events: StudyEvent[] = [];
  const add = <K extends StudyEventKind>(kind: K, payload: StudyPayloads[K]) =>
    void events.push({
      participant: name,
      sequence: events.length,
      seconds: events.length,
      kind,
      payload,
    } as StudyEvent);
  const participant = { id: name, number, language: 'en', sex: 'average', writingHand: 'right' } as const;
  add('begun', { study: 'latency', version: '1', participant, versions: {} });
  const about = { step: 'about', index: 0, attempt: 0 };
  add('stepBegun', { ...about, kind: 'questionnaire', conditions: [] });
  add('answered', {
    ...about,
    questionnaire: 'demographics',
    item: 'age',
    value: 20 + Math.floor(random() * 40),
    by: 'participant',
  });
  add('stepEnded', { ...about, how: 'done', reason: null });
  for (const [position, ms] of [0, 125, 350].entries()) {
    const conditions = [{ block: 'latency', condition: `ms${ms}`, position, repetition: 0 }];
    // The task is done twice: the first time somebody coughs.
    for (const attempt of [0, 1]) {
      const hand = { step: `latency.${position}.hand`, index: 1, attempt };
      add('stepBegun', { ...hand, kind: 'task', conditions });
      add('measured', {
        ...hand,
        task: 'handInBox',
        values: {
          completions: attempt * Math.round(9 - ms / 70 + 2 * random()),
          contactSeconds: 1 + ms / 100 + random(),
          partSeconds: { leftHand: random() },
        },
      });
      add('stepEnded', { ...hand, how: attempt === 0 ? 'repeated' : 'done', reason: attempt === 0 ? 'cough' : null });
    }
    const asked = { step: `latency.${position}.questions`, index: 2, attempt: 0 };
    add('stepBegun', { ...asked, kind: 'questionnaire', conditions });
    add('answered', { ...asked, questionnaire: 'embodiment', item: 'q1', value: 1, by: 'operator' });
    add('answered', { ...asked, questionnaire: 'embodiment', item: 'q1', value: 5, by: 'operator' });
    add('scored', {
      ...asked,
      questionnaire: 'embodiment',
      scores: { agency: 10 - ms / 50 + 3 * random(), ownership: null },
    });
    add('stepEnded', { ...asked, how: 'done', reason: null });
  }
  add('ended', {});
  return { participant: name, number, site: number % 2 === 0 ? 'a' : 'b', events };
}

/** Tests and lab only: so many of them, always the same. */
export const latencyPeople = (count: number): readonly PersonEvents[] => {
  const random = seededRandom(7);
  return Array.from({ length: count }, (_, number) => latencyPerson(number, random));
};
