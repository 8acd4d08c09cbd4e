import { textIn } from '@leib/study';
import type { FlowValue } from '@leib/study/editor';
import { wordsIn } from '../panel/words.js';

const ownWords: Readonly<Record<string, string>> = {
  ...wordsIn('en').tasks,
  permutations: 'All orders in turn',
  latin: 'Latin square',
  williams: 'Williams square',
  random: 'By chance',
  fixed: 'As written',
  written: 'As written',
  vr: 'In the headset',
  screen: 'On the screen',
  pointer: 'By pointer in VR',
  aloud: 'Aloud',
  average: 'Average',
};

export const kindWords: Readonly<Record<string, string>> = {
  text: 'Text',
  consent: 'Consent',
  questionnaire: 'Questionnaire',
  task: 'Task',
  pause: 'Break',
  block: 'Block of conditions',
};

/** A word of the file as people read it. */
export function wordOf(value: string): string {
  return ownWords[value] ?? value.charAt(0).toUpperCase() + value.slice(1);
}

/** What a step is about, in a few words. */
export function aboutStep(step: FlowValue): string {
  const { kind, task, of, text, order, conditions } = step;
  if (kind === 'task') return wordOf(String(task));
  if (kind === 'questionnaire') return String(of);
  if (kind === 'block') {
    const count = Array.isArray(conditions) ? conditions.length : 0;
    return count === 0 ? 'repeated' : `${count} conditions, ${wordOf(String(order ?? 'fixed')).toLowerCase()}`;
  }
  const shown =
    typeof text === 'string' || (typeof text === 'object' && text !== null) ? textIn(text as string, 'en') : '';
  return shown.length > 50 ? `${shown.slice(0, 48)} …` : shown;
}
