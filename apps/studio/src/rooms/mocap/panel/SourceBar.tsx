import { seekTimeline } from '@leib/core';
import { Circle, FileUp, Pause, Play, Radio, Sparkles, Square } from 'lucide-react';
import { useRef } from 'react';
import { FileInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { useRoomHost } from '../../RoomHost.js';
import type { MocapTabProps } from './mocapTab.js';

/** Where bodies come from, and the moment that is played. */
export function SourceBar({ controller, refresh }: MocapTabProps) {
  const host = useRoomHost();
  const fileInput = useRef<HTMLInputElement>(null);
  const { kind } = controller.shown;
  const choose = (work: () => void) => () => {
    work();
    refresh();
  };
  return (
    <section className="source-bar" aria-label="Source" data-tour="mocap-source">
      <fieldset className="source-choice" aria-label="Source">
        <button
          type="button"
          title="Ten bodies on a person who moves by our own motions, with noise and losses"
          aria-pressed={kind === 'simulated'}
          onClick={choose(() => controller.playSimulated())}
        >
          <Sparkles size={16} strokeWidth={1.8} aria-hidden />
          Simulated
        </button>
        <button
          type="button"
          title="Bodies (leib-tracking/1, a DTrack log), markers (C3D), a take (MCAP), or a motion for the simulation (BVH)"
          aria-pressed={kind === 'file' || kind === 'markers' || kind === 'take'}
          onClick={() => fileInput.current?.click()}
        >
          <FileUp size={16} strokeWidth={1.8} aria-hidden />
          File …
        </button>
        <button
          type="button"
          title="A tracker that the server hears: ART DTrack and others (leib serve --dtrack 5000)"
          aria-pressed={kind === 'live'}
          onClick={choose(() => controller.playLive())}
        >
          <Radio size={16} strokeWidth={1.8} aria-hidden />
          Live
        </button>
      </fieldset>
      <FileInput
        inputRef={fileInput}
        label="Mocap file"
        accept=".jsonl,.json,.gz,.dtrack,.log,.txt,.c3d,.mcap,.bvh,.vrma,.glb"
        onFile={(file) => void host.openFile(file).then(refresh)}
      />
      {controller.markers.progress ? (
        <FitProgress controller={controller} refresh={refresh} />
      ) : (
        <PlayRow controller={controller} refresh={refresh} />
      )}
    </section>
  );
}

function FitProgress({ controller, refresh }: MocapTabProps) {
  const { stage = '', share = 0 } = controller.markers.progress ?? {};
  return (
    <div className="marker-progress" role="status">
      <p>Fitting a body to the markers: {stage} …</p>
      <progress max={1} value={share} aria-label="Fit" />
      <button
        type="button"
        className="small"
        title="Stops the fit; what was shown before stays"
        onClick={() => {
          controller.markers.cancel();
          refresh();
        }}
      >
        Cancel
      </button>
    </div>
  );
}

function PlayRow({ controller, refresh }: MocapTabProps) {
  const { label, timeline } = controller.shown;
  const isRecording = controller.takes.isRecording;
  return (
    <div className="play-row">
      {timeline && (
        <IconButton
          icon={timeline.isPlaying ? Pause : Play}
          label={timeline.isPlaying ? 'Pause (Space)' : 'Play (Space)'}
          onClick={() => {
            controller.togglePlaying();
            refresh();
          }}
        />
      )}
      <div className="play-middle">
        <strong title={label}>{label}</strong>
        {timeline ? (
          <input
            type="range"
            aria-label="Time"
            title="Drag to another moment (← and → go a second)"
            min={0}
            max={timeline.durationSeconds}
            step={0.01}
            value={timeline.timeSeconds}
            style={
              {
                '--filled': `${(timeline.timeSeconds / (timeline.durationSeconds || 1)) * 100}%`,
              } as React.CSSProperties
            }
            onChange={(event) => {
              seekTimeline(timeline, event.target.valueAsNumber);
              refresh();
            }}
          />
        ) : (
          <small>{controller.liveWords}</small>
        )}
      </div>
      <IconButton
        icon={isRecording ? Square : Circle}
        label={isRecording ? 'Stop recording (R)' : 'Record a take (R)'}
        tone={isRecording ? 'danger' : 'plain'}
        isPressed={isRecording}
        onClick={() => {
          controller.toggleRecording();
          refresh();
        }}
      />
    </div>
  );
}
