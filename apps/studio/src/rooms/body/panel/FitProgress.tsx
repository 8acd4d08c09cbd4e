import type { BodyController } from '../bodyController.js';
import { useBodyRoom } from '../bodyRoomStore.js';

/** The fit that is under way, with its progress and a way out. */
export function FitProgress({ controller }: { readonly controller: BodyController }) {
  const fitting = useBodyRoom((state) => state.fitting);
  if (!fitting) return null;
  return (
    <div className="fit-progress" role="status">
      <p>Fitting a body to {fitting.name} …</p>
      <div className="row buttons">
        <progress max={1} value={fitting.share} aria-label="Fitting" />
        <button
          type="button"
          title="Ends the fit; the body stays as it is"
          onClick={() => controller.runningFit?.cancel()}
        >
          Cancel
        </button>
      </div>
    </div>
  );
}
