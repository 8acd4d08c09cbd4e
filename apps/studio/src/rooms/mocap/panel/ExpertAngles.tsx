import { fixedText } from '../../../ui/fixedText.js';
import type { MocapController } from '../mocapController.js';

/** The angles of the solved actor, degrees. */
export function ExpertAngles({ controller }: { readonly controller: MocapController }) {
  const { angles, solver } = controller;
  if (!angles || !solver) return null;
  const rows = angleRows(solver.model.dh.layout.dofs.map(({ name }) => name));
  const textOf = (dof: number | null) => (dof === null ? '' : `${fixedText((angles.angles[dof] * 180) / Math.PI, 1)}°`);
  return (
    <section aria-label="Angles">
      <h3>Angles</h3>
      <table className="figure-table" aria-label="Angles">
        <thead>
          <tr>
            <th scope="col">Joint</th>
            <th scope="col">Left</th>
            <th scope="col">Right</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, left, right, middle }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {middle === null ? (
                <>
                  <td>{textOf(left)}</td>
                  <td>{textOf(right)}</td>
                </>
              ) : (
                <td colSpan={2}>{textOf(middle)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A row of the table of angles: one of the middle, or one of the left and one of the right. */
export interface AngleRow {
  readonly label: string;
  /** Places among the skeleton's angles; null where that side has none. */
  readonly left: number | null;
  readonly right: number | null;
  readonly middle: number | null;
}

/** The angles of a skeleton by their names ("leftUpperArm.twist"): both sides of the body in one row. */
export function angleRows(names: readonly string[]): AngleRow[] {
  const rows = new Map<string, { -readonly [Key in keyof AngleRow]: AngleRow[Key] }>();
  names.forEach((name, place) => {
    const [, side, rest] = /^(left|right)(?=[A-Z])(.*)$/.exec(name) ?? [null, 'middle', name];
    const label = inWords(rest);
    const row = rows.get(label) ?? { label, left: null, right: null, middle: null };
    row[side as 'left' | 'right' | 'middle'] = place;
    rows.set(label, row);
  });
  return [...rows.values()];
}

/** "UpperArm.twist" is "Upper arm, twist". */
function inWords(name: string): string {
  const words = name.replace('.', ', ').replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
