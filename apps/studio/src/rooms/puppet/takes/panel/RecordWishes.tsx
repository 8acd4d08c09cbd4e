import { PartChoice } from './PartChoice.js';
import type { TakesProps } from './takesProps.js';

/** How the next take is recorded. */
export function RecordWishes({ controller, takes }: TakesProps) {
  const { wish, mode, selected } = takes;
  const isBusy = mode === 'recording' || mode === 'countdown';
  const change = (next: Partial<typeof wish>) => {
    Object.assign(wish, next);
    controller.refresh();
  };
  return (
    <section aria-label="How it is recorded" className="record-wish">
      <fieldset className="record-wishes" disabled={isBusy} aria-label="How it is recorded">
        <label>
          Countdown
          <select
            value={wish.countdownSeconds}
            onChange={({ target }) => change({ countdownSeconds: Number(target.value) })}
          >
            <option value={0}>none</option>
            <option value={3}>3 s</option>
            <option value={5}>5 s</option>
          </select>
        </label>
        <label title="Play slowly; the take shows it at full speed">
          Speed
          <select
            value={wish.slowness}
            onChange={({ target }) => change({ slowness: Number(target.value) as typeof wish.slowness })}
          >
            <option value={1}>full</option>
            <option value={2}>half</option>
            <option value={4}>quarter</option>
          </select>
        </label>
        <label
          title={wish.slowness > 1 ? 'Not with slow recording: the voice would be too fast' : 'Your voice goes along'}
        >
          <input
            type="checkbox"
            checked={wish.withMicrophone && wish.slowness === 1}
            disabled={wish.slowness > 1}
            onChange={({ target }) => change({ withMicrophone: target.checked })}
          />
          Microphone
        </label>
        {selected && (
          <label title="The chosen take plays, and the hand plays some of its parts anew">
            <input
              type="checkbox"
              checked={wish.overParts !== null}
              onChange={({ target }) => change({ overParts: target.checked ? [] : null })}
            />
            Play over {selected.take.name}
          </label>
        )}
      </fieldset>
      {selected && wish.overParts !== null && (
        <PartChoice
          label="Parts that the hand plays"
          parts={controller.document.file.parts}
          chosen={wish.overParts}
          onChange={(overParts) => change({ overParts })}
        />
      )}
    </section>
  );
}

export function recordWords(mode: TakesProps['takes']['mode'], countdownLeft: number, recordedSeconds: number): string {
  if (mode === 'countdown') return `Begins in ${Math.ceil(countdownLeft)} …`;
  if (mode === 'recording') return `Stop at ${recordedSeconds.toFixed(1)} s`;
  return 'Record a take';
}
