import './voiceSection.css';
import { Mic, MicOff } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/Button.js';
import { Refusal } from '../../../ui/PanelParts.js';
import { Select } from '../../../ui/Select.js';
import type { RoomVoice, VoiceState } from '../voice/roomVoice.js';

interface VoiceSectionProps {
  readonly voice: RoomVoice;
  readonly state: VoiceState;
  /** Who only looks on listens. */
  readonly maySpeak: boolean;
}

/** The own microphone, and how voices are. */
export function VoiceSection({ voice, state, maySpeak }: VoiceSectionProps) {
  const { sentence, problem } = state;
  return (
    <section className="together-voice" aria-label="Voice">
      {maySpeak && <OwnMicrophone voice={voice} state={state} />}
      {problem && <Refusal>{problem}</Refusal>}
      {sentence && (
        <p className="together-heard" role="status" data-warns={state.unreachable.length > 0 || state.isBlocked}>
          {sentence}
        </p>
      )}
    </section>
  );
}

function OwnMicrophone({ voice, state }: Omit<VoiceSectionProps, 'maySpeak'>) {
  const { isOn, isAsking, isTalking, isByKey, devices, device } = state;
  const id = useId();
  return (
    <>
      <div className="row">
        <Button
          className="small together-mic"
          icon={isOn ? Mic : MicOff}
          aria-pressed={isOn}
          disabled={isAsking}
          title={
            isOn
              ? 'Nobody hears you any more (Shift+V)'
              : 'Those who are near hear you; the browser asks you first (Shift+V)'
          }
          onClick={() => void voice.toggle()}
        >
          {isAsking ? 'Allow the microphone…' : isOn ? 'Microphone is on' : 'Microphone is off'}
        </Button>
        {isOn && <Level loudness={isTalking ? state.loudness : 0} />}
      </div>
      {isOn && devices.length > 1 && (
        <Select
          aria-label="Microphone"
          title="Which microphone the others hear"
          value={device}
          options={devices.map(({ id: value, name }, i) => ({ value, label: name || `Microphone ${i + 1}` }))}
          onChange={(next) => void voice.choose(next)}
        />
      )}
      {isOn && (
        <label className="together-by-key" htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            title="Nothing is sent before you hold the key left of 1, or press a controller’s stick"
            checked={isByKey}
            onChange={({ target }) => voice.setByKey(target.checked)}
          />
          Hold a key to talk <kbd>`</kbd>
        </label>
      )}
    </>
  );
}

/** Quieter than this is nothing to be seen, and so loud is the end of the meter, decibels of full scale. */
const METER = { from: -55, to: -12 };

function Level({ loudness }: { readonly loudness: number }) {
  const db = 20 * Math.log10(Math.max(loudness, 1e-5));
  const share = Math.min(1, Math.max(0, (db - METER.from) / (METER.to - METER.from)));
  return (
    <meter
      className="together-level"
      aria-label="How loud you are"
      title="How loud you are"
      min={0}
      max={1}
      value={share}
    />
  );
}
