import { partPlots, takeDuration } from '@leib/puppet';
import { Pause, Play, Repeat, X } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '../../../../ui/IconButton.js';
import { TrimEnds } from '../../../../ui/TrimEnds.js';
import type { EntryProps } from '../../panel/puppetTab.js';
import { partColour } from '../../scene/partColours.js';
import type { SoundPlayer } from '../soundPlayer.js';
import { type TakeSound, WHOLE_PUPPET } from '../takeEntry.js';

/** Columns of a plot. */
const COLUMNS = 120;

/** Play, pause, loop, scrub, trim; how each part moves, and the sound. */
export function Timeline({ workshop: { takes }, controller, entry }: EntryProps) {
  const seconds = takeDuration(entry.take);
  const plots = useMemo(() => partPlots(entry.take, COLUMNS), [entry.take]);
  const isPlaying = takes.mode === 'playing';
  const act = (work: () => void) => {
    work();
    controller.refresh();
  };
  return (
    <section aria-label="Timeline">
      <div className="take-transport">
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? 'Pause (K)' : 'Play (K)'}
          onClick={() => act(() => takes.togglePlaying())}
        />
        <IconButton
          icon={Repeat}
          label="Loop"
          isPressed={takes.isLooped}
          onClick={() =>
            act(() => {
              takes.isLooped = !takes.isLooped;
            })
          }
        />
        <output data-testid="take-time">
          {takes.timeSeconds.toFixed(2)} / {seconds.toFixed(2)} s
        </output>
        {takes.mode !== 'idle' && (
          <IconButton icon={X} label="The hand has the puppet again" onClick={() => act(() => takes.stop())} />
        )}
      </div>
      <div className="timeline-body">
        {plots.map((plot) => (
          <PlotRow key={plot.part} plot={plot} name={entry.take.parts[plot.part] ?? WHOLE_PUPPET} />
        ))}
        {plots.length === 0 && <p className="hint">Nothing moves in this take.</p>}
        {entry.sound && <Waveform sound={entry.sound} player={takes.sound} seconds={seconds} />}
        <div className="playhead-track" aria-hidden>
          <i style={{ left: `${(100 * takes.timeSeconds) / Math.max(seconds, 1e-6)}%` }} />
        </div>
        <TrimEnds
          key={`${entry.id} ${seconds}`}
          seconds={seconds}
          onMove={(at) => act(() => takes.seek(at))}
          onCut={(from, to) =>
            act(() => {
              takes.trim(entry, from, to);
              takes.seek(0);
            })
          }
        />
      </div>
      <input
        type="range"
        className="scrub"
        aria-label="Time"
        min={0}
        max={seconds}
        step={0.01}
        value={takes.timeSeconds}
        style={{ '--filled': `${(100 * takes.timeSeconds) / Math.max(seconds, 1e-6)}%` } as React.CSSProperties}
        onChange={({ target }) => act(() => takes.seek(target.valueAsNumber))}
      />
    </section>
  );
}

function PlotRow({
  plot: { part, heights },
  name,
}: {
  readonly plot: ReturnType<typeof partPlots>[number];
  readonly name: string;
}) {
  const points = Array.from(heights, (height, i) => `${i},${(18 - 16 * height).toFixed(1)}`).join(' ');
  return (
    <div className="plot-row" title={`How ${name} moves`}>
      <svg viewBox={`0 0 ${COLUMNS - 1} 20`} preserveAspectRatio="none" aria-hidden>
        <polyline points={points} style={{ stroke: part < 0 ? 'currentColor' : partColour(part).getStyle() }} />
      </svg>
      <small>{name}</small>
    </div>
  );
}

interface WaveformProps {
  readonly sound: TakeSound;
  readonly player: SoundPlayer;
  /** Of the take. */
  readonly seconds: number;
}

/** The part of a sound that goes with the take. */
function Waveform({ sound, player, seconds }: WaveformProps) {
  const drawn = player.peaksIfReady(sound);
  if (!drawn) return <p className="hint">Reading the sound …</p>;
  const { peaks, durationSeconds } = drawn;
  const columnsPerSecond = peaks.length / durationSeconds;
  const path = Array.from(peaks, (peak, i) => `M${i + 0.5} ${10 - 9.5 * peak}V${10 + 9.5 * peak}`).join('');
  const [first, width] = [sound.startSeconds * columnsPerSecond, Math.max(seconds, 1e-3) * columnsPerSecond];
  return (
    <div className="plot-row waveform" title={sound.name}>
      <svg viewBox={`${first} 0 ${width} 20`} preserveAspectRatio="none" aria-hidden>
        <path d={path} />
      </svg>
      <small>{sound.name}</small>
    </div>
  );
}
