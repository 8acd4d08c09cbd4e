import type { SoundPlayer } from '../soundPlayer.js';
import type { TakeSound } from '../takeEntry.js';

interface WaveformProps {
  readonly sound: TakeSound;
  readonly player: SoundPlayer;
  /** Of the take. */
  readonly seconds: number;
}

/** The part of a sound that goes with the take. */
export function Waveform({ sound, player, seconds }: WaveformProps) {
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
