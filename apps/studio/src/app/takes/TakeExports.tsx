import { useEffect, useState } from 'react';
import { ExportProgress } from '../../ui/ExportProgress.js';
import { useStudio } from '../StudioContext.js';
import { type BodyTake, secondsOfTake } from './take.js';
import { takeFormats } from './takeFormats.js';
import { type PictureSize, pictureSizes, useTakes } from './takesStore.js';

interface TakeExportsProps {
  readonly take: BodyTake;
  readonly isPlayed: boolean;
}

const LOOK_SECONDS = 0.1;

/** One take as files, and what can be done with it. */
export function TakeExports({ take, isPlayed }: TakeExportsProps) {
  const { takes, clock } = useStudio();
  const pictureSize = useTakes((state) => state.pictureSize);
  const [, setShare] = useState<number | null>(null);
  useEffect(
    () => clock.refreshEvery(LOOK_SECONDS, () => setShare(takes.exports.current?.share ?? null)),
    [clock, takes],
  );
  if (takes.exports.current) return <ExportProgress desk={takes.exports} />;
  return (
    <div className="take-details">
      <p className="hint">
        {secondsOfTake(take).toFixed(1)} s of {take.seconds.toFixed(1)} s, recorded in {take.room}.{' '}
        {isPlayed ? 'Drag the ends of the time bar below to trim it.' : 'Replay it to trim it.'}
      </p>
      <fieldset className="take-buttons" aria-label={`Export ${take.name}`}>
        {takeFormats.map(({ id, label, help }) => (
          <button
            key={id}
            type="button"
            title={help}
            onClick={() => {
              void takes.exportTake(take.id, id).finally(() => setShare(null));
              setShare(0);
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <label className="row">
        <span>Size of video and picture</span>
        <select
          value={pictureSize}
          onChange={({ target }) => useTakes.setState({ pictureSize: target.value as PictureSize })}
        >
          {Object.entries(pictureSizes).map(([id, size]) => (
            <option key={id} value={id}>
              {size ? `${size[0]} × ${size[1]}` : 'as on the page'}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
