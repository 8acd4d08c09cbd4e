import { fixedText } from '../../../ui/fixedText.js';
import type { MocapController } from '../mocapController.js';
import { angleRows } from './angleRows.js';

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
