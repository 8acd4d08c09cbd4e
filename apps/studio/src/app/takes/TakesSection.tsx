import { useState } from 'react';
import { type KeptTake, secondsOfTake } from '../../files/takes/take.js';
import { visitorStorage } from '../../files/visitorStorage.js';
import { Button } from '../../ui/Button.js';
import { notify } from '../../ui/pageStore.js';
import { optionsOf, Select } from '../../ui/Select.js';
import { TakeFormats, TakesPanel } from '../../ui/takes/TakesPanel.js';
import { useStudio } from '../StudioContext.js';
import { passOn } from '../share/passOn.js';
import { useStudioStore } from '../studioStore.js';
import { drawnFormats, type PictureSize, pictureSizes, useTakes } from './takesStore.js';
import '../share/share.css';

const recordWords = { idle: 'Record', countdown: 'Cancel', recording: 'Stop' } as const;

/** Takes of the person, and of bodies that were recorded in other rooms. */
export function TakesSection() {
  const { takes, kept } = useStudio();
  const mode = useTakes((state) => state.mode);
  // Another source is another object in the store: it is asked again which take is played.
  useStudioStore((state) => state.source);
  return (
    <TakesPanel
      kept={kept}
      isListed={({ kind }) => kind !== 'puppet'}
      record={{
        mode,
        words: recordWords[mode],
        help: 'Records what the body does, its fingers, face and devices, and stops (R)',
        onToggle: () => void takes.toggle(),
        options: <Countdown isDisabled={mode !== 'idle'} />,
      }}
      emptyText="Record what the body does: it is listed here at once and stays in this browser."
      playedId={takes.playedId}
      onPlay={({ id }) => void takes.play(id)}
      onRemove={({ id }) => takes.remove(id)}
      onChange={() => void takes.onChanged()}
      details={(take) => <TakeDetails take={take} isPlayed={takes.playedId === take.id} />}
    />
  );
}

const countdowns = optionsOf({ 0: 'none', 3: '3 s', 5: '5 s', 10: '10 s' });

function Countdown({ isDisabled }: { readonly isDisabled: boolean }) {
  const countdownSeconds = useTakes((state) => state.countdownSeconds);
  return (
    <label title="Seconds until the recording starts">
      <span>Countdown</span>
      <Select
        value={String(countdownSeconds)}
        options={countdowns}
        disabled={isDisabled}
        onChange={(seconds) => {
          visitorStorage.setItem('leib-countdown', seconds);
          useTakes.setState({ countdownSeconds: Number(seconds) });
        }}
      />
    </label>
  );
}

const pictureSizeOptions = (Object.keys(pictureSizes) as PictureSize[]).map((value) => ({
  value,
  label: pictureSizes[value]?.join(' × ') ?? 'as on the page',
}));

interface TakeDetailsProps {
  readonly take: KeptTake;
  readonly isPlayed: boolean;
}

/** One take as files, and what can be done with it. */
function TakeDetails({ take, isPlayed }: TakeDetailsProps) {
  const studio = useStudio();
  const { takes, kept } = studio;
  const [link, setLink] = useState('');
  const pictureSize = useTakes((state) => state.pictureSize);
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
  return (
    <div className="take-details">
      <p className="hint">
        {secondsOfTake(take).toFixed(1)} s of {take.seconds.toFixed(1)} s, recorded in {take.room}.{' '}
        {isPlayed ? 'Drag the ends of the time bar below to trim it.' : 'Replay it to trim it.'}
      </p>
      <TakeFormats
        kept={kept}
        take={take}
        own={drawnFormats}
        exports={takes.exports}
        onExport={(format) => takes.exportTake(take.id, format)}
        more={(formats) => (
          <>
            <Button title="A link that holds the take, where it is short enough" onClick={() => void share()}>
              Link
            </Button>
            {formats.some(({ id }) => id === 'feed') && (
              <Button
                title="Every device as it was tracked is the source, with your own profile"
                onClick={() => void takes.playDevices(take.id)}
              >
                Play raw devices
              </Button>
            )}
          </>
        )}
      />
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
        <Select
          value={pictureSize}
          options={pictureSizeOptions}
          onChange={(size) => useTakes.setState({ pictureSize: size })}
        />
      </label>
    </div>
  );
}
