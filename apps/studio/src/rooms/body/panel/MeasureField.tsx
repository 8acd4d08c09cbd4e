import type { ExpectedMeasure, MeasureName } from '@leib/body';
import { type KeyboardEvent, useId, useState } from 'react';
import { useStore } from 'zustand';
import { useIsExpert } from '../../../ui/pageStore.js';
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
import type { BodyProps } from './BodyWorkCard.js';

interface MeasureFieldProps extends BodyProps {
  readonly name: MeasureName;
  readonly units: Units;
  /** Metres or kilograms; undefined where not given. */
  readonly value: number | undefined;
  /** Whether the chosen take uses this measure. */
  readonly isInTake: boolean;
  /** Measured on the built body. */
  readonly built: number | undefined;
  /** Expected value where nothing is given. */
  readonly expected: ExpectedMeasure | null;
  /** Distribution in the population. */
  readonly usual: ExpectedMeasure | null;
  readonly finding: { readonly severity: 'impossible' | 'odd'; readonly text: string } | null;
  readonly onChange: (value: number | null) => void;
  readonly onSettled: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** One row of the table: a field with the expected value as placeholder, and the built value. Hovering shows its tape. */
export function MeasureField(props: MeasureFieldProps) {
  const { controller, name, units, value, isInTake, built, usual, finding } = props;
  const id = useId();
  const isExpert = useIsExpert();
  const isPointedAt = useStore(controller.state, (state) => state.pointedAt === name);
  /** Text being typed; null while the field shows the value. */
  const [draft, setDraft] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const isNoNumber = draft !== null && Number.isNaN(readMeasure(name, draft, units));
  const fault = isNoNumber ? { severity: 'impossible', text: `“${draft}” is not a number.` } : finding;
  return (
    <tbody
      className="measure"
      data-severity={fault?.severity}
      data-pointed={isPointedAt}
      onPointerEnter={() => controller.pointAt(name)}
      onPointerLeave={() => controller.pointAt(null)}
    >
      <tr>
        <th scope="row" title={measureHint(name)}>
          <label htmlFor={id}>{measureLabel(name)}</label>
        </th>
        <td>
          {isInTake ? (
            <MeasureInput
              {...props}
              id={id}
              draft={draft}
              isNumber={!isNoNumber}
              isInvalid={fault?.severity === 'impossible'}
              describedBy={fault || isFocused ? `${id}-words` : undefined}
              setDraft={setDraft}
              setFocused={setFocused}
            />
          ) : (
            <span className="field none">–</span>
          )}
        </td>
        <td>
          <output data-testid={`built-${name}`}>{built === undefined ? '–' : showMeasure(name, built, units)}</output>
        </td>
        {isExpert && (
          <td className="difference">
            {value === undefined || built === undefined ? '' : showDifference(name, built - value, units)}
          </td>
        )}
      </tr>
      {(fault || isFocused) && (
        <tr>
          <td colSpan={isExpert ? 4 : 3} id={`${id}-words`} className="words" aria-live="polite">
            {fault?.text ?? hintOf(name, usual, units)}
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface MeasureInputProps extends MeasureFieldProps {
  readonly id: string;
  readonly draft: string | null;
  readonly isNumber: boolean;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly setDraft: (text: string | null) => void;
  readonly setFocused: (isFocused: boolean) => void;
}

function MeasureInput(props: MeasureInputProps) {
  const {
    controller,
    id,
    name,
    units,
    value,
    expected,
    draft,
    describedBy,
    setDraft,
    setFocused,
    onChange,
    onSettled,
  } = props;

  const isExpert = useIsExpert();

  function type(text: string) {
    setDraft(text);
    const read = readMeasure(name, text, units);
    if (!Number.isNaN(read)) onChange(read);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    // Undo by the room's history: the field's own is lost with the focus.
    event.preventDefault();
    setDraft(null);
    onSettled();
    if (event.shiftKey) props.onRedo();
    else props.onUndo();
  }

  return (
    <span className="field">
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        title={`${measureLabel(name)}: ${measureHint(name)}`}
        placeholder={expectedText(name, expected, units, isExpert)}
        value={draft ?? (value === undefined ? '' : measureText(name, value, units))}
        aria-invalid={props.isInvalid}
        aria-describedby={describedBy}
        onChange={(event) => type(event.target.value)}
        onFocus={() => {
          setFocused(true);
          controller.pointAt(name);
        }}
        onBlur={() => {
          setFocused(false);
          controller.pointAt(null);
          if (props.isNumber) setDraft(null);
          onSettled();
        }}
        onKeyDown={onKeyDown}
      />
      <span className="unit">{unitOf(name, units)}</span>
    </span>
  );
}

/** Expected value, for experts with its deviation: "82.3 ±5.1". */
function expectedText(name: MeasureName, expected: ExpectedMeasure | null, units: Units, isExpert: boolean): string {
  if (!expected) return '';
  const mean = showMeasure(name, expected.mean, units);
  return isExpert ? `${mean} ±${(expected.deviation / unitSize(name, units)).toFixed(1)}` : mean;
}

function hintOf(name: MeasureName, usual: ExpectedMeasure | null, units: Units): string {
  const what = measureHint(name);
  if (!usual) return what;
  const { mean, deviation } = usual;
  const [low, high] = [mean - 2 * deviation, mean + 2 * deviation].map((bound) => showMeasure(name, bound, units));
  return `${what} Usual: ${low} to ${high} ${unitOf(name, units)}.`;
}
