import { Button } from '../../../ui/Button.js';
import type { StudyOrder } from '../station/orders.js';
import { clockText, type ShownAsk, type ShownNow, type ShownStep } from '../station/shownStudy.js';
import { Question } from './Question.js';
import { taskIn, wordsIn } from './words.js';

export interface StepProps {
  readonly step: ShownStep;
  readonly now: ShownNow;
  readonly follow: (order: StudyOrder) => void;
}

interface StepCardProps extends StepProps {
  /** The answers are entered by who looks after the study. */
  readonly isOperator: boolean;
  /** Somebody else starts tasks. */
  readonly isLookedAfter?: boolean;
}

/** What is asked for now: a text, points to agree to, questions, a task with its time. */
export function StepCard(props: StepCardProps) {
  const { step, now, isOperator } = props;
  const words = wordsIn(step.language);
  return (
    <div className="study-step" lang={isOperator ? undefined : step.language}>
      <header>
        <h2>{headingOf(step, now)}</h2>
        {step.count > 0 && now.state !== 'ended' && (
          <progress
            aria-label={`Step ${step.index + 1} of ${step.count}`}
            max={step.count}
            value={step.index}
            title={`Step ${step.index + 1} of ${step.count}`}
          />
        )}
      </header>
      {now.state === 'stopped' && <p className="study-stopped">{words.stoppedText}</p>}
      {now.state === 'ended' && <p>{words.thanks}</p>}
      {now.state === 'inStep' && <Body {...props} />}
      {now.refused && (
        <p className="refusal" role="alert">
          {now.refused}
        </p>
      )}
    </div>
  );
}

function headingOf(step: ShownStep, { state }: ShownNow): string {
  const words = wordsIn(step.language);
  if (state === 'stopped') return words.stopped;
  if (state === 'ended') return words.over;
  if (step.kind === 'questionnaire') return words.question;
  return step.kind === 'task' ? taskIn(step.task, step.language) : step.title;
}

function Body({ step, now, follow, isOperator, isLookedAfter = false }: StepCardProps) {
  const words = wordsIn(step.language);
  const isMine = isOperator ? step.asked === 'aloud' : step.asked === 'screen' || step.asked === 'pointer';
  const waitsForOther = isLookedAfter && step.kind === 'task' && now.phase === 'waiting';
  const paragraphs = step.text.split('\n\n').filter(Boolean);
  return (
    <>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {now.secondsLeft !== null && (
        <p className="study-time" role="timer">
          {now.phase === 'preparing' ? words.ready : now.phase === 'frozen' ? words.stay : ''}{' '}
          <strong>{clockText(now.secondsLeft)}</strong>
        </p>
      )}
      {step.where === 'vr' && <p className="hint">{words.inHeadset}</p>}
      {!isOperator && step.ask?.by === 'participant' && <Ask ask={step.ask} follow={follow} />}
      {step.points.map(({ text, isAgreed }, point) => (
        <label key={text} className="study-point">
          <input
            type="checkbox"
            checked={isAgreed}
            disabled={isOperator}
            onChange={() => follow({ kind: 'agree', point, isAgreed: !isAgreed })}
          />
          <span>{text}</span>
        </label>
      ))}
      {step.kind === 'questionnaire' && !isMine && <p className="hint">{words.asked[step.asked]}</p>}
      {isMine &&
        step.items.map((item, number) => (
          <Question
            key={`${step.id} ${step.attempt} ${item.id}`}
            item={item}
            number={number + 1}
            answer={step.answers[item.id]}
            onAnswer={(value) =>
              follow({ kind: 'answer', item: item.id, value, by: isOperator ? 'operator' : 'participant' })
            }
          />
        ))}
      <GoOn
        step={step}
        now={now}
        follow={follow}
        isShown={isMine || (!isOperator && step.kind !== 'questionnaire' && !waitsForOther)}
      />
      {waitsForOther && <p className="hint">{words.wait}</p>}
    </>
  );
}

interface AskProps extends Pick<StepProps, 'follow'> {
  readonly ask: ShownAsk;
}

/** What a task asks, and what can be answered. */
export function Ask({ ask: { title, text, choices }, follow }: AskProps) {
  return (
    <section className="study-ask" aria-label={title}>
      <h3>{title}</h3>
      <p>{text}</p>
      <div className="row">
        {choices.map((choice) => (
          <Button key={choice} className="small" title={text} onClick={() => follow({ kind: 'choose', choice })}>
            {choice}
          </Button>
        ))}
      </div>
    </section>
  );
}

function GoOn({ step, now, follow, isShown }: StepProps & { readonly isShown: boolean }) {
  const words = wordsIn(step.language);
  const waits = step.kind === 'task' ? now.phase === 'waiting' : step.kind !== 'pause' || now.secondsLeft === 0;
  if (!isShown || !waits) return null;
  const label = step.kind === 'task' ? words.begin : step.kind === 'questionnaire' ? words.done : words.next;
  return (
    <Button className="study-main" title="To the next step" onClick={() => follow({ kind: 'next' })}>
      {label}
    </Button>
  );
}
