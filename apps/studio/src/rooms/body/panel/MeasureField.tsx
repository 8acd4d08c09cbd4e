import type { ExpectedMeasure, MeasureName } from '@leib/body';
import { type KeyboardEvent, useId, useState } from 'react';
import { pointAt, useBodyRoom } from '../bodyRoomStore.js';
import {
  measureHint,
  measureLabel,
  measureText,
  readMeasure,
  showDifference,
  showMeasure,
  type Units,
  unitOf,
  unitSize,
} from '../measureWords.js';

interface MeasureFieldProps {
  readonly name: MeasureName;
  readonly units: Units;
  /** Metres or kilograms; undefined where it is not given. */
  readonly value: number | undefined;
  /** Whether this measure counts in the chosen take. */
  readonly isAsked: boolean;
  /** Taken on the built body. */
  readonly built: number | undefined;
  /** What is most likely, as long as nothing is given. */
  readonly expected: ExpectedMeasure | null;
  /** Of everybody. */
  readonly usual: ExpectedMeasure | null;
  readonly finding: { readonly severity: 'impossible' | 'odd'; readonly text: string } | null;
  readonly onChange: (value: number | null) => void;
  readonly onSettled: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** One measure: a field with the most likely value as its ghost, and what came of it. Pointing at it shows its tape. */
export function MeasureField(props: MeasureFieldProps) {
  const { name, units, value, isAsked, built, expected, usual, finding, onChange, onSettled } = props;
  const id = useId();
  const isPointedAt = useBodyRoom((state) => state.pointedAt === name);
  /** What is being typed; null while the field shows the value itself. */
  const [draft, setDraft] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const isNoNumber = draft !== null && Number.isNaN(readMeasure(name, draft, units));
  const fault = isNoNumber ? { severity: 'impossible', text: `“${draft}” is not a number.` } : finding;
  const hint = measureHint(name);

  function type(text: string) {
    setDraft(text);
    const read = readMeasure(name, text, units);
    if (!Number.isNaN(read)) onChange(read);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    // The room's history, not the field's own: a field forgets when the focus goes.
    event.preventDefault();
    setDraft(null);
    onSettled();
    if (event.shiftKey) props.onRedo();
    else props.onUndo();
  }

  return (
    <tbody
      className="measure"
      data-severity={fault?.severity}
      data-pointed={isPointedAt}
      onPointerEnter={() => pointAt(name)}
      onPointerLeave={() => pointAt(null)}
    >
      <tr>
        <th scope="row" title={hint}>
          <label htmlFor={id}>{measureLabel(name)}</label>
        </th>
        <td>
          {isAsked ? (
            <span className="field">
              <input
                id={id}
                inputMode="decimal"
                autoComplete="off"
                title={`${measureLabel(name)}: ${hint}`}
                placeholder={ghostOf(name, expected, units)}
                value={draft ?? (value === undefined ? '' : measureText(name, value, units))}
                aria-invalid={fault?.severity === 'impossible'}
                aria-describedby={fault || isFocused ? `${id}-words` : undefined}
                onChange={(event) => type(event.target.value)}
                onFocus={() => {
                  setFocused(true);
                  pointAt(name);
                }}
                onBlur={() => {
                  setFocused(false);
                  pointAt(null);
                  if (!isNoNumber) setDraft(null);
                  onSettled();
                }}
                onKeyDown={onKeyDown}
              />
              <span className="unit">{unitOf(name, units)}</span>
            </span>
          ) : (
            <span className="field none">–</span>
          )}
        </td>
        <td>
          <output data-testid={`built-${name}`}>{built === undefined ? '–' : showMeasure(name, built, units)}</output>
        </td>
        <td className="difference">
          {value === undefined || built === undefined ? '' : showDifference(name, built - value, units)}
        </td>
      </tr>
      {(fault || isFocused) && (
        <tr>
          <td colSpan={4} id={`${id}-words`} className="words" aria-live="polite">
            {fault?.text ?? hintOf(name, usual, units)}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** The most likely value and how far people lie from it: "82.3 ±5.1". */
function ghostOf(name: MeasureName, expected: ExpectedMeasure | null, units: Units): string {
  if (!expected) return '';
  return `${showMeasure(name, expected.mean, units)} ±${(expected.deviation / unitSize(name, units)).toFixed(1)}`;
}

function hintOf(name: MeasureName, usual: ExpectedMeasure | null, units: Units): string {
  const what = measureHint(name);
  if (!usual) return what;
  const { mean, deviation } = usual;
  const [low, high] = [mean - 2 * deviation, mean + 2 * deviation].map((bound) => showMeasure(name, bound, units));
  return `${what} Usual: ${low} to ${high} ${unitOf(name, units)}.`;
}
