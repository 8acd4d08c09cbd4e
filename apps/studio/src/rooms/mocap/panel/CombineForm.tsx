import { useState } from 'react';
import { secondsOfTake } from '../../../files/takes/take.js';
import { explainError } from '../../../ui/explainError.js';
import { fixedText } from '../../../ui/fixedText.js';
import { notify } from '../../../ui/pageStore.js';
import {
  type CombineDraft,
  combinationOf,
  type LentGroup,
  lentGroups,
  refuseDraft,
  timeOfDraft,
} from '../takes/combineDraft.js';
import type { MocapTabProps } from './mocapTab.js';

/** Two takes become one: parts of the second over the first, or the second after the first. */
export function CombineForm({ controller, refresh }: MocapTabProps) {
  const takes = controller.takes.list;
  const [chosen, setChosen] = useState<Partial<CombineDraft>>({});
  const known = (name: string | undefined, fallback: string) =>
    takes.some((take) => take.name === name) ? (name as string) : fallback;
  const draft: CombineDraft = {
    way: 'over',
    groups: ['leftArm', 'rightArm', 'head'],
    at: 0,
    blend: 0.3,
    alignBy: null,
    ...chosen,
    first: known(chosen.first, takes[0].name),
    second: known(chosen.second, takes[1].name),
  };
  const secondsBy = (name: string) => secondsOfTake(takes.find((take) => take.name === name) ?? takes[0]);
  const seconds = { first: secondsBy(draft.first), second: secondsBy(draft.second) };
  const time = timeOfDraft(draft.way, seconds);
  const refusal = refuseDraft(draft, seconds);
  const change = (changes: Partial<CombineDraft>) => setChosen({ ...draft, ...changes });

  async function combine(alignBy: readonly LentGroup[] | null): Promise<void> {
    try {
      const { kept, alignments, notes } = await controller.takes.combine(combinationOf({ ...draft, alignBy }));
      for (const note of notes) notify('info', note);
      const [found] = alignments;
      if (found) {
        const moved = found.movedSeconds;
        notify('info', `Aligned: moved by ${fixedText(moved, 2)} s, correlation ${fixedText(found.correlation, 2)}.`);
        change({ at: Number((draft.at + moved).toFixed(3)) });
      }
      await controller.playTake(kept);
      refresh();
    } catch (error) {
      notify('error', explainError(error));
    }
  }

  const takeSelect = (label: string, key: 'first' | 'second', help: string) => (
    <>
      <span>{label}</span>
      <select
        aria-label={label}
        title={help}
        value={draft[key]}
        onChange={({ target }) => change({ [key]: target.value })}
      >
        {takes.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </>
  );
  return (
    <section aria-label="Combine">
      <h3>Combine</h3>
      <div className="combine-grid">
        {takeSelect('First take', 'first', 'The take that leads over the floor')}
        {takeSelect('Second take', 'second', 'The take that lends parts of the body, or comes after')}
        <span>Second is</span>
        <select
          aria-label="How the second take is used"
          title="Laid over the first with some parts of the body, or played after it"
          value={draft.way}
          onChange={({ target }) => change({ way: target.value as CombineDraft['way'], at: 0 })}
        >
          <option value="over">over the first: some parts</option>
          <option value="after">after the first: all of it</option>
        </select>
        {draft.way === 'over' && <GroupChoice draft={draft} onChange={change} />}
        <span>{time.label}</span>
        <TimeField label={time.label} help={time.help} value={draft.at} onChange={(at) => change({ at })} />
        <span>Seam</span>
        <TimeField
          label="Seam"
          help="Seconds for going over from one take to the other"
          value={draft.blend}
          onChange={(blend) => change({ blend })}
        />
      </div>
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="row buttons">
        <button
          type="button"
          title={refusal ?? 'Makes a new take from the two'}
          disabled={refusal !== null}
          onClick={() => void combine(null)}
        >
          Combine
        </button>
        <button
          type="button"
          title={
            refusal ??
            'Finds the time at which both takes move together (cross-correlation of legs and trunk), then combines'
          }
          disabled={refusal !== null}
          onClick={() => void combine(['legs', 'trunk'])}
        >
          Align
        </button>
        <button
          type="button"
          title="Saves what is chosen here as a file to edit, for leib mocap combine"
          onClick={() => controller.takes.saveCombination(combinationOf(draft))}
        >
          Save combination
        </button>
      </div>
    </section>
  );
}

interface GroupChoiceProps {
  readonly draft: CombineDraft;
  readonly onChange: (changes: Partial<CombineDraft>) => void;
}

function GroupChoice({ draft, onChange }: GroupChoiceProps) {
  return (
    <>
      <span>Lends</span>
      <fieldset className="group-choice" aria-label="Parts of the second take">
        {lentGroups.map(({ id, label }) => (
          <label key={id} title={`${label} from the second take`}>
            <input
              type="checkbox"
              checked={draft.groups.includes(id)}
              onChange={({ target }) =>
                onChange({
                  groups: target.checked ? [...draft.groups, id] : draft.groups.filter((group) => group !== id),
                })
              }
            />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function TimeField({ label, help, value, onChange }: TimeFieldProps) {
  return (
    <span className="time-field">
      <input
        type="number"
        aria-label={label}
        title={help}
        step={0.05}
        value={value}
        onChange={({ target }) => Number.isFinite(target.valueAsNumber) && onChange(target.valueAsNumber)}
      />
      s
    </span>
  );
}
