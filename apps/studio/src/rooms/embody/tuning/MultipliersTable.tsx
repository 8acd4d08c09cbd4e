import { useEffect, useState } from 'react';
import { fixedText } from '../../../ui/fixedText.js';
import { readNumber } from '../../../ui/NumberField.js';
import { multiplierAxes, multiplierLevels } from './trunkTunables.js';

interface MultipliersTableProps {
  readonly numberOf: (path: string) => number;
  readonly onChange: (path: string, number: number) => void;
}

/** The thesis's table: what each level of the trunk takes of nod, tilt and height. */
export function MultipliersTable({ numberOf, onChange }: MultipliersTableProps) {
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
