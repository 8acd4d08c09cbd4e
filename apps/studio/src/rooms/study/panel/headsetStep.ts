import type { RoomAction, RoomCard } from '../../../world/roomScene.js';
import type { StudyOrder } from '../station/orders.js';
import { clockText, type ShownItem, type ShownNow, type ShownStep } from '../station/shownStudy.js';
import { taskIn, wordsIn } from './words.js';

/** What the panel in the headset works with. */
interface HeadsetHost {
  question: number;
  follow(order: StudyOrder): void;
}

/** More than these are written. */
const MOST_CHOICES = 11;

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
    // What is said of all questions comes with the first.
    const stem = question === 0 ? step.text : '';
    const text = `${stem} ${item.text} ${scaleText(item)}`.trim();
    return { ...card, title: `${question + 1} / ${step.items.length}`, text };
  }
  if (now.phase === 'preparing') return { ...card, title: `${words.ready}${left}`, text: step.text };
  if (now.phase === 'frozen') return { ...card, title: `${words.stay}${left}`, text: words.stayText };
  if (step.ask?.by === 'participant') return { ...card, title: step.ask.title, text: step.ask.text };
  if (isForScreen(step)) return { ...card, title: step.title, text: words.onScreen };
  const title = step.kind === 'task' ? taskIn(step.task, step.language) : step.title;
  return { ...card, title: `${title}${left}`, text: step.text };
}

const isForScreen = ({ kind, where }: ShownStep) => kind === 'text' && where === 'screen';

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
  if (step.ask?.by === 'participant') {
    const rate = (choice: string): RoomAction => ({
      id: `choose ${choice}`,
      label: choice,
      run: () => host.follow({ kind: 'choose', choice }),
    });
    return [...step.ask.choices.map(rate), stop];
  }
  if (isForScreen(step)) return [stop];
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
  const leave: RoomAction = {
    id: 'leave out',
    label: words.leaveOut,
    run: () => {
      host.follow({ kind: 'answer', item: item.id, value: null, by: 'participant' });
      host.question++;
    },
  };
  return [
    ...valuesOf(item).map(({ value, label }) => answer(value, label)),
    ...(isWritten(item) ? [write(item, step, host)] : []),
    ...(item.isOptional ? [leave] : []),
    ...(host.question > 0 ? [back] : []),
  ];
}

/** Words, and numbers of a wide range, are written on the panel's keys. */
const isWritten = ({ kind, low, high, step }: ShownItem) =>
  kind === 'text' || (kind !== 'choice' && (step === 0 ? high - low > 1 : (high - low) / step > MOST_CHOICES - 1));

function write(item: ShownItem, step: ShownStep, host: HeadsetHost): RoomAction {
  const words = wordsIn(step.language);
  const done = (text: string) => {
    const value = item.kind === 'text' ? text : Number(text.replace(',', '.'));
    host.follow({ kind: 'answer', item: item.id, value, by: 'participant' });
    // What is no answer is said, and asked again.
    if (typeof value === 'string' || (value >= item.low && value <= item.high)) host.question++;
  };
  const text = String(step.answers[item.id] ?? '');
  return {
    id: 'write',
    label: words.write,
    writes: { label: item.text, text, mostLetters: item.kind === 'text' ? 500 : 8, verb: words.done, done },
    run() {},
  };
}

/** Answers to choose from: those of a choice or a scale; none where it is written. */
function valuesOf(item: ShownItem): readonly { readonly value: number | string; readonly label: string }[] {
  if (item.kind === 'choice') return item.choices.map(({ id, text }) => ({ value: id, label: text }));
  if (isWritten(item)) return [];
  const step = item.step || (item.high - item.low) / (MOST_CHOICES - 1);
  const count = Math.floor((item.high - item.low) / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, place) => {
    const exact = item.low + place * step;
    const value = item.step > 0 ? item.low + Math.round((exact - item.low) / item.step) * item.step : exact;
    return { value, label: String(Number(value.toFixed(3))) };
  });
}
