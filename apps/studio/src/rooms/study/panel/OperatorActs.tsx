import { useState } from 'react';
import { Button } from '../../../ui/Button.js';
import { NumberField } from '../../../ui/NumberField.js';
import { clockText } from '../station/shownStudy.js';
import { Ask, type StepProps } from './StepCard.js';

/** What only who looks after a study does: go on, repeat and skip with a reason, notes, height and head of the body, stop and continue. */
export function OperatorActs({ step, now, follow }: StepProps) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const isUnderWay = now.state === 'inStep';
  const told = reason.trim();
  const addNote = () => {
    if (note.trim() !== '') follow({ kind: 'note', text: note.trim() });
    setNote('');
  };
  return (
    <div className="study-acts">
      <Figures step={step} now={now} follow={follow} />
      {now.state === 'stopped' ? (
        <Button
          className="study-main"
          title="The step that was under way begins anew"
          onClick={() => follow({ kind: 'continue', reason: told || 'the operator' })}
        >
          Continue
        </Button>
      ) : (
        <Button
          className="study-stop"
          title="Freezes everything, darkens the picture, and tells the participant"
          onClick={() => follow({ kind: 'stop', reason: told || 'the operator' })}
        >
          Emergency stop
        </Button>
      )}
      <label className="study-reason">
        <span>Reason</span>
        <input
          type="text"
          title="Why a step is repeated or skipped; it is kept with the data"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <div className="row">
        <Button
          className="small"
          title="To the next step, as the participant’s own button does"
          disabled={!isUnderWay}
          onClick={() => follow({ kind: 'next' })}
        >
          Next
        </Button>
        <Button
          className="small"
          title={told ? 'This step from its beginning' : 'Write a reason first'}
          disabled={!isUnderWay || !told}
          onClick={() => follow({ kind: 'repeat', reason: told })}
        >
          Repeat
        </Button>
        <Button
          className="small"
          title={told ? 'This step is left out' : 'Write a reason first'}
          disabled={!isUnderWay || !told}
          onClick={() => follow({ kind: 'skip', reason: told })}
        >
          Skip
        </Button>
      </div>
      {step.ask && <Ask ask={step.ask} follow={follow} />}
      <div className="row">
        <input
          type="text"
          aria-label="Note"
          placeholder="A note"
          title="Kept with the session’s time"
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && addNote()}
        />
        <Button className="small" title="Keeps the note with the session’s time" onClick={addNote}>
          Add
        </Button>
      </div>
      <NumberField
        label="Height"
        unit="m"
        value={now.stature}
        min={1.2}
        max={2.2}
        onChange={(metres) => metres !== null && follow({ kind: 'stature', metres })}
      />
      {(['up', 'ahead'] as const).map((way, k) => (
        <NumberField
          key={way}
          label={`Head ${way}`}
          unit="m"
          value={now.headOffset[k]}
          min={-0.3}
          max={0.3}
          onChange={(metres) => {
            const [up, ahead] = now.headOffset.with(k, metres ?? 0);
            follow({ kind: 'headOffset', up, ahead });
          }}
        />
      ))}
    </div>
  );
}

function Figures({ step, now }: StepProps) {
  const rows: readonly (readonly [string, string])[] = [
    [
      'Step',
      `${Math.min(step.index + 1, step.count)} of ${step.count}${step.attempt > 0 ? `, attempt ${step.attempt + 1}` : ''}`,
    ],
    ['Conditions', step.conditions || '–'],
    ['Session', clockText(now.seconds)],
    ['State', now.state === 'inStep' ? (step.kind === 'task' ? now.phase : step.kind) : now.state],
    ['Left', now.secondsLeft === null ? '–' : clockText(now.secondsLeft)],
    ['Completed', String(now.completed)],
    ['Latency', now.lateMs === null ? '–' : `${step.latencyMs} ms set, ${now.lateMs} ms measured`],
    ['Notes', String(now.notes)],
    ...now.trackers.map(({ name, is }) => [name, is] as const),
    ['Batteries', now.batteries],
  ];
  return (
    <dl className="study-figures">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
