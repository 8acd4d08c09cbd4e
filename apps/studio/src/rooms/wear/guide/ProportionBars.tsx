import { type BodyProportions, type CalibrationSession, segmentNames, shownProportions } from '@leib/calibration';
import { useIsExpert } from '../../../ui/level.js';
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
