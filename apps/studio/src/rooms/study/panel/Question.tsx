import { useState } from 'react';
import { Segments } from '../../../ui/Select.js';
import type { ShownItem } from '../station/shownStudy.js';

interface QuestionProps {
  readonly item: ShownItem;
  readonly number: number;
  readonly answer: number | string | null | undefined;
  readonly onAnswer: (value: number | string | null) => void;
}

/** One question, with the control that its kind asks for. */
export function Question({ item, number, answer, onAnswer }: QuestionProps) {
  const { kind, text, labels, unit, isOptional } = item;
  return (
    <fieldset className="study-question" data-answered={answer !== undefined}>
      <legend>
        {number}. {text}
        {unit && ` (${unit})`}
        {isOptional && <small> – may be left out</small>}
      </legend>
      {isFewSteps(item) && (
        <>
          <Segments
            aria-label={text}
            value={answer === undefined ? null : String(answer)}
            options={stepsOf(item).map((value, place) => ({
              value: String(value),
              label: String(value),
              help: labels.length > 2 ? (labels[place] ?? '') : '',
            }))}
            onChange={(value) => onAnswer(Number(value))}
          />
          {labels.length > 0 && (
            <p className="study-ends" aria-hidden>
              <span>{labels[0]}</span>
              <span>{labels.at(-1)}</span>
            </p>
          )}
        </>
      )}
      {kind === 'choice' && (
        <div className="study-choices">
          {item.choices.map((choice) => (
            <label key={choice.id}>
              <input type="radio" checked={answer === choice.id} onChange={() => onAnswer(choice.id)} />
              <span>{choice.text}</span>
            </label>
          ))}
        </div>
      )}
      {(kind === 'text' || (kind !== 'choice' && !isFewSteps(item))) && (
        <Written item={item} answer={answer} onAnswer={onAnswer} />
      )}
    </fieldset>
  );
}

const MOST_STEPS = 11;

function isFewSteps({ kind, low, high, step }: ShownItem): boolean {
  return kind === 'scale' && step > 0 && (high - low) / step < MOST_STEPS;
}

function stepsOf({ low, high, step }: ShownItem): readonly number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, place) => low + place * step);
}

/** Words, or a number that is written: taken when the field is left. */
function Written({ item, answer, onAnswer }: Pick<QuestionProps, 'item' | 'answer' | 'onAnswer'>) {
  const [text, setText] = useState(answer === undefined || answer === null ? '' : String(answer));
  const { kind, low, high, step } = item;
  const take = () => {
    if (text === '') {
      if (item.isOptional) onAnswer(null);
    } else onAnswer(kind === 'text' ? text : Number(text));
  };
  return (
    <input
      type={kind === 'text' ? 'text' : 'number'}
      aria-label={item.text}
      title={kind === 'text' ? 'In your own words' : `From ${low} to ${high}`}
      {...(kind !== 'text' && { min: low, max: high, step: step || 'any' })}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}
