import type { Timeline } from '@leib/core';
import { Circle, Pause, Play, Repeat, Square } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFigures } from '../time/useClock.js';
import { IconButton } from '../ui/IconButton.js';
import { isTouchScreen } from '../ui/media.js';
import { Select } from '../ui/Select.js';
import { TrimEnds } from '../ui/TrimEnds.js';
import { pause, seekTo, toggleLooping, togglePlaying } from '../world/playback.js';
import { feedState, feedStateWords } from './feedState.js';
import { useStudio } from './StudioContext.js';
import { type SourceKind, useStudioStore } from './studioStore.js';
import { RecordingBadge } from './takes/RecordingBadge.js';
import { useTakes } from './takes/takesStore.js';

const speeds = ['0.25', '0.5', '1', '2'].map((value) => ({ value, label: `${value}×` }));

/** Play, pause, scrub, speed and loop for recordings; live sources have only the record button. */
export function Transport() {
  const studio = useStudio();
  const source = useStudioStore((state) => state.source);
  const mode = useTakes((state) => state.mode);
  // A room may begin to play something of its own; a source that changes draws this anew by itself.
  const ofRoom = useFigures(() => studio.world.room.timeline ?? null);
  const timeline = ofRoom ?? studio.world.timeline;
  return (
    <footer className="transport card">
      {mode !== 'idle' && <RecordingBadge />}
      {timeline ? (
        <TimelineControls key={timeline.durationSeconds} timeline={timeline} />
      ) : (
        <Live kind={source.kind} label={source.label} />
      )}
      <IconButton
        icon={mode === 'idle' ? Circle : Square}
        label={recordLabels[mode]}
        tone={mode === 'idle' ? 'plain' : 'danger'}
        isPressed={mode !== 'idle'}
        onClick={() => void studio.takes.toggle()}
      />
    </footer>
  );
}

const recordLabels = {
  idle: 'Record (R)',
  countdown: 'Cancel the countdown (R)',
  recording: 'Stop recording (R)',
} as const;

const LOOK_SECONDS = 0.066;
const FEED_LOOK_SECONDS = 0.5;

/**
 * The timeline changes every frame outside of React: it is polled fifteen times per second. The time is written directly
 * into the page; React draws only what changes rarely.
 */
function TimelineControls({ timeline }: { readonly timeline: Timeline }) {
  const studio = useStudio();
  const { clock } = studio;
  const scrub = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  const [, redraw] = useState('');
  const look = useCallback(() => {
    if (scrub.current && time.current) showTime(timeline, scrub.current, time.current);
    redraw(`${timeline.isPlaying} ${timeline.isLooping} ${timeline.speed}`);
  }, [timeline]);
  useEffect(() => {
    look();
    return clock.refreshEvery(LOOK_SECONDS, look);
  }, [clock, look]);
  return (
    <>
      <IconButton
        icon={timeline.isPlaying ? Pause : Play}
        label={timeline.isPlaying ? 'Pause (Space)' : 'Play (Space)'}
        onClick={() => togglePlaying(studio.world)}
      />
      <span ref={time} className="time" />
      <span className="scrub-frame">
        <input
          ref={scrub}
          type="range"
          className="scrub"
          aria-label="Time"
          title="Drag to another moment (← and → go a second)"
          min={0}
          max={timeline.durationSeconds}
          step={0.01}
          defaultValue={0}
          onChange={(event) => seekTo(studio.world, event.target.valueAsNumber)}
        />
        <TakeEnds timeline={timeline} />
      </span>
      <span className="time">{formatTime(timeline.durationSeconds)}</span>
      <Select
        aria-label="Speed"
        title="Speed"
        value={String(timeline.speed)}
        options={speeds}
        onChange={(speed) => {
          timeline.speed = Number(speed);
          look();
        }}
      />
      <IconButton
        icon={Repeat}
        label="Loop (L)"
        isPressed={timeline.isLooping}
        onClick={() => toggleLooping(studio.world)}
      />
    </>
  );
}

/** Where a take is played: its ends, to trim it. */
function TakeEnds({ timeline }: { readonly timeline: Timeline }) {
  const { takes, world } = useStudio();
  const { playedId } = takes;
  if (playedId === null || world.room.timeline) return null;
  return (
    <TrimEnds
      key={`${playedId} ${timeline.durationSeconds}`}
      seconds={timeline.durationSeconds}
      onMove={(at) => {
        pause(world);
        seekTo(world, at);
      }}
      onCut={(from, to) => void takes.trim(playedId, from, to)}
    />
  );
}

const hasKeys = !isTouchScreen();

/** Actions of a source that moves only on user input. */
const hints: Partial<Record<SourceKind, string>> = {
  emulator: hasKeys ? 'Drag the balls, walk with W A S D, ? for all keys' : 'Drag the balls',
  headset: hasKeys ? 'Drag to look around, walk with W A S D' : 'Drag to look around',
};

function Live({ kind, label }: { readonly kind: SourceKind; readonly label: string }) {
  const { sources } = useStudio();
  const state = useFigures(
    () => (kind === 'feed' && sources.feed ? feedState(sources.feed) : 'live'),
    FEED_LOOK_SECONDS,
  );
  return (
    <span className="live">
      <span className="live-dot" data-state={state} aria-hidden />
      <span>
        {label}, {feedStateWords[state]}
      </span>
      <small>{hints[kind]}</small>
    </span>
  );
}

function showTime(timeline: Timeline, scrub: HTMLInputElement, time: HTMLElement): void {
  const { timeSeconds, durationSeconds } = timeline;
  const text = formatTime(timeSeconds);
  scrub.value = String(timeSeconds);
  scrub.style.setProperty('--filled', `${(timeSeconds / (durationSeconds || 1)) * 100}%`);
  scrub.setAttribute('aria-valuetext', text);
  time.textContent = text;
}

function formatTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(1).padStart(4, '0')}`;
}
