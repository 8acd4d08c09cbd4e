import { betasOfWords, bodyWords, ratingsOfBetas, STRONGEST_RATING, type WordRatings } from '@leib/body';
import { useId } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import type { BodyProps } from './BodyWorkCard.js';
import './wordsTab.css';

const steps = [
  { rating: -STRONGEST_RATING, label: 'not at all' },
  { rating: -1, label: 'less than most' },
  { rating: 0, label: 'as most people' },
  { rating: 1, label: 'more than most' },
  { rating: STRONGEST_RATING, label: 'very' },
] as const;

/** Rates the body by words; the body follows. Words without a rating show how well they describe it. */
export function WordsTab({ controller }: BodyProps) {
  const info = useStore(controller.state, (state) => state.info);
  const body = useStore(controller.state, (state) => state.body);
  if (!info || !body) return null;
  const { sex, words = {}, model } = controller.body;
  if (model !== undefined)
    return <p className="hint">Words are about Leib’s body model; choose it above to use them.</p>;
  const statistics = info.statistics[sex];
  const described = ratingsOfBetas(statistics, body.betas);
  function rate(ratings: WordRatings) {
    const betas = [...betasOfWords(statistics, ratings)];
    const isRated = Object.keys(ratings).length > 0;
    controller.choose({ ...controller.body, words: ratings, betas: isRated ? betas : null });
  }
  return (
    <>
      <p className="hint">Say how the body is; a second click takes a rating back. Faint: how well a word fits now.</p>
      <p className="word-scale" aria-hidden>
        <span>not at all</span>
        <span>as most</span>
        <span>very</span>
      </p>
      {bodyWords.map((word) => (
        <WordRow
          key={word.id}
          word={word}
          rating={words[word.id] ?? null}
          described={described[word.id]}
          onRate={(rating) => {
            const { [word.id]: _, ...others } = words;
            rate(rating === null ? others : { ...others, [word.id]: rating });
          }}
        />
      ))}
      <div className="row buttons">
        <Button
          title="Takes back all ratings: the body as the measures say"
          disabled={Object.keys(words).length === 0}
          onClick={() => rate({})}
        >
          Forget the words
        </Button>
      </div>
      <p className="hint">
        What each word means is our own statement, not a survey; how measures go together is that of 6000 measured
        people (ANSUR II). Words compare with people of the same sex.
      </p>
    </>
  );
}

interface WordRowProps {
  readonly word: (typeof bodyWords)[number];
  readonly rating: number | null;
  /** How well the word describes the body that is shown. */
  readonly described: number;
  readonly onRate: (rating: number | null) => void;
}

function WordRow({ word: { label, meaning }, rating, described, onRate }: WordRowProps) {
  const id = useId();
  return (
    <fieldset className="word" title={meaning}>
      <legend id={id}>{label}</legend>
      <div role="radiogroup" aria-labelledby={id}>
        {steps.map((step) => (
          <label
            key={step.rating}
            title={`${label}: ${step.label}`}
            data-fits={Math.abs(described - step.rating) <= 0.5}
          >
            <input
              type="radio"
              name={id}
              aria-label={`${label}: ${step.label}`}
              checked={rating === step.rating}
              onChange={() => onRate(step.rating)}
              onClick={() => rating === step.rating && onRate(null)}
            />
            <span aria-hidden />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
