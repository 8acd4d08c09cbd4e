import type { RoomAction, RoomCard } from '../../../world/roomScene.js';
import type { StudyOrder } from '../station/orders.js';
import { clockText, type ShownItem, type ShownNow, type ShownStep, taskWords } from '../station/shownStudy.js';
import { wordsIn } from './words.js';

/** What the panel in the headset works with. */
interface HeadsetHost {
  question: number;
  follow(order: StudyOrder): void;
}

/** The step for who wears a headset. */
export function headsetCard(step: ShownStep, now: ShownNow, question: number): RoomCard {
  const words = wordsIn(step.language);
  const left = now.secondsLeft === null ? '' : ` ${clockText(now.secondsLeft)}`;
  const card = { figure: [], progress: step.count > 0 ? step.index / step.count : null, warning: now.refused };
  if (now.state === 'stopped') return { ...card, title: words.stopped, text: words.stoppedText };
  if (now.state === 'ended') return { ...card, title: words.over, text: words.thanks };
  if (step.kind === 'questionnaire') {
    const item = step.items[question];
    if (step.asked !== 'pointer' || !item) return { ...card, title: words.question, text: words.asked[step.asked] };
    return { ...card, title: `${question + 1} / ${step.items.length}`, text: `${item.text} ${scaleText(item)}`.trim() };
  }
  if (now.phase === 'preparing') return { ...card, title: `${words.ready}${left}`, text: step.text };
  if (now.phase === 'frozen') return { ...card, title: `${words.stay}${left}`, text: words.stayText };
  const title = step.kind === 'task' ? (taskWords[step.task] ?? step.task) : step.title;
  return { ...card, title: `${title}${left}`, text: step.text };
}

function scaleText({ labels, low, high }: ShownItem): string {
  if (labels.length === 0) return '';
  return `(${low}: ${labels[0]}, ${high}: ${labels.at(-1)})`;
}

/** What who wears a headset can do: answers by pointer, and going on where nobody else says when. */
export function headsetActions(
  { step, now }: { readonly step: ShownStep; readonly now: ShownNow },
  host: HeadsetHost,
  hasOperator: boolean,
): readonly RoomAction[] {
  const words = wordsIn(step.language);
  const stop: RoomAction = {
    id: 'stop',
    label: words.stop,
    icon: 'stop',
    run: () => host.follow({ kind: 'stop', reason: 'the participant, in the headset' }),
  };
  if (now.state !== 'inStep') return [];
  if (step.kind === 'questionnaire') return step.asked === 'pointer' ? [...answerActions(step, host), stop] : [stop];
  const waits = step.kind !== 'task' || now.phase === 'waiting';
  if (!waits || (hasOperator && step.kind !== 'text')) return [stop];
  const points = step.points.map(
    ({ text, isAgreed }, point): RoomAction => ({
      id: `agree ${point}`,
      label: text,
      isOn: isAgreed,
      run: () => host.follow({ kind: 'agree', point, isAgreed: !isAgreed }),
    }),
  );
  const goOn: RoomAction = {
    id: 'next',
    label: step.kind === 'task' ? words.begin : words.next,
    icon: 'next',
    run: () => host.follow({ kind: 'next' }),
  };
  return [...points, goOn, stop];
}

function answerActions(step: ShownStep, host: HeadsetHost): readonly RoomAction[] {
  const words = wordsIn(step.language);
  const item = step.items[host.question];
  if (!item) {
    return [
      {
        id: 'next',
        label: words.done,
        icon: 'accept',
        run: () => {
          host.question = 0;
          host.follow({ kind: 'next' });
        },
      },
    ];
  }
  const answer = (value: number | string, label: string): RoomAction => ({
    id: `answer ${value}`,
    label,
    isOn: step.answers[item.id] === value,
    run: () => {
      host.follow({ kind: 'answer', item: item.id, value, by: 'participant' });
      host.question++;
    },
  });
  const back: RoomAction = { id: 'back', label: words.back, icon: 'back', run: () => host.question-- };
  return [...valuesOf(item).map(({ value, label }) => answer(value, label)), ...(host.question > 0 ? [back] : [])];
}

/** Answers to choose from: at most eleven of a scale or a range. */
export function valuesOf(item: ShownItem): readonly { readonly value: number | string; readonly label: string }[] {
  if (item.kind === 'choice') return item.choices.map(({ id, text }) => ({ value: id, label: text }));
  if (item.kind === 'text') return [{ value: '', label: '–' }];
  const step = Math.max(item.step, (item.high - item.low) / 10);
  const count = Math.floor((item.high - item.low) / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, place) => {
    const exact = item.low + place * step;
    const value = item.step > 0 ? item.low + Math.round((exact - item.low) / item.step) * item.step : exact;
    return { value, label: String(Number(value.toFixed(3))) };
  });
}
