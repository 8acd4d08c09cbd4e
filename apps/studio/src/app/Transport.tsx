import { seekTimeline, type Timeline } from '@leib/tracking';
import { Circle, Pause, Play, Repeat, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../ui/IconButton.js';
import { useStudio } from './StudioContext.js';
import { useStudioStore } from './studioStore.js';

const speeds = [0.25, 0.5, 1, 2];

/** Play, pause, scrub, speed and loop for what is recorded; live sources have only the record button. */
export function Transport() {
  const studio = useStudio();
  const { source, isRecording } = useStudioStore();
  const timeline = useTimeline(studio.world.timeline);
  return (
    <footer className="transport card">
      {timeline ? (
        <>
          <IconButton
            icon={timeline.isPlaying ? Pause : Play}
            label={timeline.isPlaying ? 'Pause (Space)' : 'Play (Space)'}
            onClick={() => studio.togglePlaying()}
          />
          <span className="time">{formatTime(timeline.timeSeconds)}</span>
          <input
            type="range"
            className="scrub"
            aria-label="Time"
            aria-valuetext={formatTime(timeline.timeSeconds)}
            min={0}
            max={timeline.durationSeconds}
            step={0.01}
            value={timeline.timeSeconds}
            style={
              {
                '--filled': `${(timeline.timeSeconds / (timeline.durationSeconds || 1)) * 100}%`,
              } as React.CSSProperties
            }
            onChange={(event) => seekTimeline(timeline, event.target.valueAsNumber)}
          />
          <span className="time">{formatTime(timeline.durationSeconds)}</span>
          <select
            aria-label="Speed"
            value={timeline.speed}
            onChange={(event) => {
              timeline.speed = Number(event.target.value);
            }}
          >
            {speeds.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
          <IconButton
            icon={Repeat}
            label="Loop (L)"
            isPressed={timeline.isLooping}
            onClick={() => {
              timeline.isLooping = !timeline.isLooping;
            }}
          />
        </>
      ) : (
        <span className="live">
          <span className="live-dot" aria-hidden />
          {source.label}, live
        </span>
      )}
      <IconButton
        icon={isRecording ? Square : Circle}
        label={isRecording ? 'Stop and save the recording (R)' : 'Record (R)'}
        tone={isRecording ? 'danger' : 'plain'}
        isPressed={isRecording}
        onClick={() => studio.toggleRecording()}
      />
    </footer>
  );
}

/** The timeline is written every frame outside React: look at it fifteen times a second. */
function useTimeline(timeline: Timeline | null): Timeline | null {
  const [, refresh] = useState(0);
  useEffect(() => {
    if (!timeline) return;
    const timer = setInterval(() => refresh((count) => count + 1), 66);
    return () => clearInterval(timer);
  }, [timeline]);
  return timeline;
}

function formatTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(1).padStart(4, '0')}`;
}
