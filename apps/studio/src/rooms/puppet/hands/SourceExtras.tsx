import { type HandSource, midiTargets, type openMidiHand } from '@leib/tracking/hands';
import { useEffect, useRef } from 'react';
import type { WebcamHand } from '../webcam/sharedWebcam.js';
import { keepMidiMap } from './handKinds.js';

type MidiHandSource = Awaited<ReturnType<typeof openMidiHand>>;

/** What only some sources have: the camera's picture, and which fader moves what. */
export function SourceExtras({
  source,
  refresh,
}: {
  readonly source: HandSource | null;
  readonly refresh: () => void;
}) {
  if (isWebcam(source)) return <WebcamPicture video={source.webcam.video} />;
  if (isMidi(source)) return <MidiMapping source={source} refresh={refresh} />;
  return null;
}

function isWebcam(source: HandSource | null): source is WebcamHand {
  return source !== null && 'webcam' in source;
}

function isMidi(source: HandSource | null): source is MidiHandSource {
  return source !== null && 'learn' in source;
}

/** What the camera sees, as in a mirror. */
function WebcamPicture({ video }: { readonly video: HTMLVideoElement }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    video.style.cssText = 'width: 100%; border-radius: 6px; transform: scaleX(-1)';
    place.current?.append(video);
    // A video that is taken out of the page stops.
    void video.play().catch(() => {});
    return () => video.remove();
  }, [video]);
  return <div ref={place} className="webcam-picture" />;
}

const fingerTargets = midiTargets.slice(0, 5);

function MidiMapping({ source, refresh }: { readonly source: MidiHandSource; readonly refresh: () => void }) {
  const { map, learning } = source;
  useEffect(() => keepMidiMap(map), [map]);
  const learn = (targets: readonly (typeof midiTargets)[number][]) => {
    source.learn(targets);
    refresh();
  };
  if (learning.length > 0) {
    return (
      <div role="status">
        <p className="hint">Move the control for: {learning[0]}</p>
        <button type="button" onClick={() => learn([])}>
          Stop learning
        </button>
      </div>
    );
  }
  return (
    <div className="midi-map">
      <button type="button" title="Then move five controls, one after another" onClick={() => learn(fingerTargets)}>
        Learn all fingers
      </button>
      {midiTargets.map((target) => (
        <div className="row" key={target}>
          <span>{target}</span>
          <button type="button" title={`Learn which control moves ${target}`} onClick={() => learn([target])}>
            {map[target] ?? 'learn'}
          </button>
        </div>
      ))}
    </div>
  );
}
