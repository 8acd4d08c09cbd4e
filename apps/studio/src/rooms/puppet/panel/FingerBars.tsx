import { fingerNames } from '@leib/puppet';
import type { HandSignal } from '@leib/tracking/hands';
import { useIsExpert } from '../../../ui/level.js';
import { fingerColours } from '../scene/fingerColours.js';

/** How far each finger is bent now, and for experts how certain the hand is. */
export function FingerBars({ signal, isPlaying }: { readonly signal: HandSignal; readonly isPlaying: boolean }) {
  const isExpert = useIsExpert();
  const isSeen = isPlaying && signal.confidence > 0;
  return (
    <div className="finger-bars" data-seen={isSeen}>
      {fingerNames.map((name, finger) => {
        const bend = isSeen ? Math.min(1, Math.max(0, signal.bends[finger])) : 0;
        return (
          <div key={name} className="finger-bar">
            <meter min={0} max={1} value={bend} aria-label={`Bend of the ${name}`} hidden />
            <span
              className="fill"
              style={{ height: `${(bend * 100).toFixed(1)}%`, background: fingerColours[finger] }}
              data-testid={`bend-${name}`}
            />
            <small>{name}</small>
          </div>
        );
      })}
      {isExpert && (
        <div className="finger-bar" title="How certain the device is of the hand">
          <span
            className="fill sure"
            style={{ height: `${isSeen ? Math.min(1, signal.confidence) * 100 : 0}%` }}
            data-testid="confidence"
          />
          <small>sure</small>
        </div>
      )}
    </div>
  );
}
