import { roleNames } from '@leib/calibration';
import { type TrackedPoint, trackedPoints } from '@leib/tracking';
import { useIsExpert } from '../../../ui/level.js';
import type { WearController } from '../wearController.js';

const nameOf = (point: TrackedPoint) => (point === 'head' ? 'head' : roleNames[point]);

/** How close the avatar follows: in words, for experts each joint's distance from where it is tracked. */
export function MirrorErrors({ controller }: { readonly controller: WearController }) {
  const isExpert = useIsExpert();
  const shown = trackedPoints.flatMap((point, i) =>
    Number.isFinite(controller.gaps[i]) ? [{ name: nameOf(point), gap: controller.gaps[i] }] : [],
  );
  // Worn but lost: the body is estimated there.
  const lost = trackedPoints.filter(
    (point, i) => !Number.isFinite(controller.gaps[i]) && Object.values(controller.session.roleOf).includes(point),
  );
  if (shown.length === 0) return <p className="hint">Nothing is tracked yet.</p>;
  if (!isExpert) {
    const away = lost.map(nameOf).join(', ');
    return (
      <p className="hint" role="status">
        {followWords(controller.meanGap)}
        {away !== '' && ` Not seen just now, and estimated: ${away}.`}
      </p>
    );
  }
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

/** Mean distances of the avatar from the trackers that are called close and near, metres. */
const CLOSE = 0.03;
const NEAR = 0.08;

function followWords(meanGap: number): string {
  if (meanGap < CLOSE) return 'The avatar follows you closely.';
  return meanGap < NEAR
    ? 'The avatar follows you, a little off.'
    : 'The avatar is far off: go back a step and try again.';
}
