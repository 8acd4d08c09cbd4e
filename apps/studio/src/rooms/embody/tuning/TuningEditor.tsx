import './tuningEditor.css';
import type { EmbodySettings } from '@leib/embody';
import { useEffect, useState } from 'react';
import type { NumberControl, SettingValues } from '../../../files/settings.js';
import { NumberSlider } from '../../../ui/controls.js';
import { fixedText } from '../../../ui/fixedText.js';
import { readNumber } from '../../../ui/NumberField.js';
import type { DataEditorProps } from '../../../ui/SettingsPanel.js';
import { countsNow } from '../countsNow.js';
import { embodySettingsOf, type SolverValues } from '../embodySettingsOf.js';
import { armGroups } from './armTunables.js';
import { stepGroups } from './stepTunables.js';
import { multiplierAxes, multiplierLevels, trunkGroups } from './trunkTunables.js';
import type { Tunable, TunableGroup } from './tunable.js';
import { numberAt, type Tuning } from './tuning.js';

interface TuningEditorProps extends DataEditorProps {
  readonly groups: readonly TunableGroup[];
}

/** Numbers of the solve in groups that fold. Only those that differ from the solver's own are kept. */
function TuningEditor({ groups, value, values, onChange, onSettled }: TuningEditorProps) {
  const tuning = (value as Tuning | null) ?? {};
  const own = ownSettings(values);
  const set = (path: string, next: number) => {
    const { [path]: _, ...others } = tuning;
    const isOwn = own !== null && Math.abs(next - (numberAt(own, path) ?? Number.NaN)) < 1e-9;
    const changed = isOwn ? others : { ...others, [path]: next };
    onChange(Object.keys(changed).length === 0 ? null : changed);
  };
  return (
    <div className="tuning">
      {shownGroups(groups, values as unknown as SolverValues).map((group) => (
        <details key={group.title}>
          <summary>
            {group.title}
            {group.tunables.some(({ path }) => path in tuning) && <span className="changed">changed</span>}
          </summary>
          {group.title === MULTIPLIERS ? (
            <MultipliersTable
              numberOf={(path) => tuning[path] ?? (own && numberAt(own, path)) ?? 0}
              onChange={(path, next) => {
                set(path, next);
                onSettled();
              }}
            />
          ) : (
            group.tunables.map((tunable) => (
              <TunableSlider
                key={tunable.path}
                tunable={tunable}
                number={tuning[tunable.path] ?? null}
                own={own && numberAt(own, tunable.path)}
                onChange={(next) => set(tunable.path, next)}
                onSettled={onSettled}
              />
            ))
          )}
        </details>
      ))}
    </div>
  );
}

/** The group that is a table. */
const MULTIPLIERS = 'Multipliers';

/** The numbers that count now. */
function shownGroups(groups: readonly TunableGroup[], values: SolverValues): readonly TunableGroup[] {
  return groups.flatMap((group) => {
    const tunables = group.tunables.filter(({ topic }) => countsNow(topic, values));
    return tunables.length > 0 ? [{ ...group, tunables }] : [];
  });
}

/** The solver's own numbers: the room's settings without any that were set here. */
function ownSettings(values: SettingValues): EmbodySettings | null {
  return embodySettingsOf({
    ...(values as unknown as SolverValues),
    trunkNumbers: null,
    stepNumbers: null,
    armNumbers: null,
  });
}

interface TunableSliderProps {
  readonly tunable: Tunable;
  /** As it was set, in the settings' unit; null: the solver's own. */
  readonly number: number | null;
  readonly own: number | null;
  readonly onChange: (number: number) => void;
  readonly onSettled: () => void;
}

function TunableSlider({ tunable, number, own, onChange, onSettled }: TunableSliderProps) {
  const { label, help, unit, scale, range } = tunable;
  const [min, max, step] = range;
  const shown = (value: number) => Math.min(max, Math.max(min, Number((value / scale).toPrecision(6))));
  const control: NumberControl = {
    kind: 'number',
    label,
    help,
    unit,
    min,
    max,
    step,
    initial: own === null ? min : shown(own),
  };
  return (
    <NumberSlider
      control={control}
      value={number === null ? control.initial : shown(number)}
      isDisabled={own === null}
      onChange={(next) => onChange(next === control.initial && own !== null ? own : next * scale)}
      onSettled={onSettled}
    />
  );
}

export const TrunkNumbers = (props: DataEditorProps) => <TuningEditor {...props} groups={trunkGroups} />;
export const StepNumbers = (props: DataEditorProps) => <TuningEditor {...props} groups={stepGroups} />;
export const ArmNumbers = (props: DataEditorProps) => <TuningEditor {...props} groups={armGroups} />;

interface MultipliersTableProps {
  readonly numberOf: (path: string) => number;
  readonly onChange: (path: string, number: number) => void;
}

/** The thesis's table: what each level of the trunk takes of nod, tilt and height. */
function MultipliersTable({ numberOf, onChange }: MultipliersTableProps) {
  return (
    <table className="multipliers">
      <thead>
        <tr>
          <td />
          {multiplierAxes.map(([axis, label, what]) => (
            <th key={axis} scope="col" title={`How much each level takes ${what}`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {multiplierLevels.map(([level, name]) => (
          <tr key={level}>
            <th scope="row">{name}</th>
            {multiplierAxes.map(([axis, label]) => {
              const path = `trunk.multipliers.${level}.${axis}`;
              return (
                <td key={axis}>
                  <Cell
                    label={`${name}, ${label.toLowerCase()}`}
                    number={numberOf(path)}
                    onChange={(number) => onChange(path, number)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly label: string;
  readonly number: number;
  readonly onChange: (number: number) => void;
}

/** A number from 0 to 1, taken on Enter or on leaving; another one is not. */
function Cell({ label, number, onChange }: CellProps) {
  const shown = fixedText(number, 2);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const read = readNumber(text, { min: 0, max: 1, unit: '', isOptional: false });
  const take = () => {
    if (text === shown) return;
    if (read.ok && read.value !== null) onChange(read.value);
    else setText(shown);
  };
  return (
    <input
      type="text"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={!read.ok}
      title={read.ok ? undefined : read.refusal}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setText(shown);
      }}
    />
  );
}
