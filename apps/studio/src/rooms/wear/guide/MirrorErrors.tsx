import { roleNames, trackedPoints } from '@leib/tracking';
import type { WearDesk } from '../wearDesk.js';

/** How far the avatar's joints are from where they are tracked. */
export function MirrorErrors({ desk }: { readonly desk: WearDesk }) {
  const shown = trackedPoints.flatMap((point, i) =>
    Number.isFinite(desk.gaps[i]) ? [{ name: point === 'head' ? 'head' : roleNames[point], gap: desk.gaps[i] }] : [],
  );
  if (shown.length === 0) return <p className="hint">Nothing is tracked yet.</p>;
  return (
    <>
      <p className="measures">
        <span>
          Avatar off by <strong data-testid="mean-gap">{(desk.meanGap * 100).toFixed(1)} cm</strong> on average
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
      </dl>
    </>
  );
}
