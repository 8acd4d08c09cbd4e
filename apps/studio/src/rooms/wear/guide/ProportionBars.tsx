import {
  type BodyProportions,
  type CalibrationSession,
  roleNames,
  segmentNames,
  shownProportions,
} from '@leib/calibration';
import { type TrackedPoint, trackedPoints } from '@leib/tracking';
import { useIsExpert } from '../../../ui/pageStore.js';
import type { WearController } from '../wearController.js';

const names: Readonly<Record<Exclude<keyof BodyProportions, 'stature'>, string>> = {
  upperArm: 'Upper arm',
  forearm: 'Forearm',
  thigh: 'Thigh',
  shank: 'Shin',
  shoulderWidth: 'Shoulders',
  hipWidth: 'Hips',
  trunk: 'Trunk',
  ankleHeight: 'Ankle',
};
/** Without the trunk: rigs place head and hips joints differently, so population means do not apply. */
const ownToRig: ReadonlySet<string> = new Set(['trunk', 'ankleHeight']);
/** Standard deviations to either side that a bar shows. */
const SHOWN_SPREADS = 4;

/** Height and arm span; for experts bone lengths as bars: the line is the person, the shade the population of that stature. */
export function ProportionBars({ controller }: { readonly controller: WearController }) {
  const { refiner, measures, step, history, settings } = controller.session;
  const isExpert = useIsExpert();
  const isLive = step === 'proportions' && history.proposal === null;
  const lengths: BodyProportions | null =
    isLive && refiner ? shownProportions(refiner) : controller.shownProfile.proportions;
  if (!lengths) return <p className="hint">Stand in a T-pose first: lengths start from it.</p>;
  return (
    <>
      <p className="measures">
        <span title="Stature, from the floor to the top of the head">
          Height <strong data-testid="stature">{cm(lengths.stature)}</strong>
        </span>
        {measures?.armSpan != null && (
          <span>
            Arm span <strong data-testid="arm-span">{cm(measures.armSpan)}</strong>
          </span>
        )}
      </p>
      {isExpert ? (
        <LengthBars lengths={lengths} segments={settings.priors.segments} />
      ) : (
        <p className="hint">The avatar takes on the lengths of your arms and legs.</p>
      )}
    </>
  );
}

interface LengthBarsProps {
  readonly lengths: BodyProportions;
  readonly segments: CalibrationSession['settings']['priors']['segments'];
}

function LengthBars({ lengths, segments }: LengthBarsProps) {
  return (
    <>
      <dl className="bars" aria-label="Bone lengths">
        {segmentNames.map((name) => {
          const { mean, spread } = segments[name];
          const off = (lengths[name] / lengths.stature - mean) / spread;
          const at = (value: number) =>
            `${50 + (50 * Math.max(-SHOWN_SPREADS, Math.min(SHOWN_SPREADS, value))) / SHOWN_SPREADS}%`;
          return (
            <div
              key={name}
              title={`On average ${cm(mean * lengths.stature)}, give or take ${cm(spread * lengths.stature)}`}
            >
              <dt>{names[name]}</dt>
              <dd>
                <span className="bar" aria-hidden data-empty={ownToRig.has(name) || undefined}>
                  <span className="usual" style={{ left: at(-1), right: `calc(100% - ${at(1)})` }} />
                  <span className="own" style={{ left: at(off) }} />
                </span>
                {cm(lengths[name])}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="hint">
        The shade is what two of three people of your stature would have in this avatar, the line is you.
      </p>
    </>
  );
}

const cm = (metres: number) => `${(metres * 100).toFixed(1)} cm`;

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
