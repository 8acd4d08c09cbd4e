import { roleNames } from '@leib/calibration';
import { type TrackedPoint, trackedPoints } from '@leib/tracking';
import type { WearController } from '../wearController.js';

const nameOf = (point: TrackedPoint) => (point === 'head' ? 'head' : roleNames[point]);

/** Distances of the avatar's joints from their tracked positions. */
export function MirrorErrors({ controller }: { readonly controller: WearController }) {
  const shown = trackedPoints.flatMap((point, i) =>
    Number.isFinite(controller.gaps[i]) ? [{ name: nameOf(point), gap: controller.gaps[i] }] : [],
  );
  // Worn but lost: the body is estimated there.
  const lost = trackedPoints.filter(
    (point, i) => !Number.isFinite(controller.gaps[i]) && Object.values(controller.session.roleOf).includes(point),
  );
  if (shown.length === 0) return <p className="hint">Nothing is tracked yet.</p>;
  return (
    <>
      <p className="measures">
        <span>
          Avatar off by <strong data-testid="mean-gap">{(controller.meanGap * 100).toFixed(1)} cm</strong> on average
        </span>
      </p>
      <dl className="bars gaps" aria-label="Distance of the avatar from the trackers">
        {shown.map(({ name, gap }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="bar" aria-hidden>
                <span className="fill" style={{ width: `${Math.min(100, gap * 1000)}%` }} />
              </span>
              {(gap * 100).toFixed(1)} cm
            </dd>
          </div>
        ))}
        {lost.map((point) => (
          <div key={point}>
            <dt>{nameOf(point)}</dt>
            <dd>lost, estimated</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
