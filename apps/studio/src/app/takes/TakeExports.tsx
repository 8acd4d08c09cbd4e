import { useEffect, useState } from 'react';
import { ExportProgress } from '../../ui/ExportProgress.js';
import { notify } from '../../ui/noticesStore.js';
import { useStudio } from '../StudioContext.js';
import { passOn } from '../share/passOn.js';
import '../share/share.css';
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
  const studio = useStudio();
  const { takes, clock } = studio;
  const [link, setLink] = useState('');
  const pictureSize = useTakes((state) => state.pictureSize);
  const [, setShare] = useState<number | null>(null);
  useEffect(
    () => clock.refreshEvery(LOOK_SECONDS, () => setShare(takes.exports.current?.share ?? null)),
    [clock, takes],
  );
  const share = async () => {
    const { linkToTake } = await import('../share/shareView.js');
    const made = await linkToTake(studio, take.id);
    if (made === null) return;
    if (made.link !== null) {
      setLink(made.link);
      notify('info', await passOn(made.link));
      return;
    }
    const fits = made.fitsSeconds.toFixed(1);
    notify(
      'info',
      `${take.name} is too long for a link: its first ${fits} s fit; trim it, or export it as MCAP and share the file.`,
    );
  };
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
        <button type="button" title="A link that holds the take, where it is short enough" onClick={() => void share()}>
          Link
        </button>
      </fieldset>
      {link && (
        <input
          readOnly
          aria-label="Link to the take"
          title="Opens the studio with this take; copy it"
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
      <label className="row" title="Pixels of what is saved">
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
