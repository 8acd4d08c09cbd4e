import { fixedText } from '../../../ui/fixedText.js';
import type { MocapController } from '../mocapController.js';

/** The angles of the solved actor, degrees. */
export function ExpertAngles({ controller }: { readonly controller: MocapController }) {
  const { angles, solver } = controller;
  if (!angles || !solver) return null;
  return (
    <section aria-label="Angles">
      <h3>Angles</h3>
      <dl className="angle-list">
        {solver.model.dh.layout.dofs.map(({ name }, dof) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fixedText((angles.angles[dof] * 180) / Math.PI, 1)}°</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
