import { readLatency } from '@leib/tracking/hands';
import { useRef } from 'react';
import { FileInput } from '../../../ui/FileInput.js';
import { useIsExpert } from '../../../ui/level.js';
import { useRoomHost } from '../../RoomHost.js';
import { type HandKindId, handKindOf, handKinds } from '../hands/handKinds.js';
import { SourceExtras } from '../hands/SourceExtras.js';
import { FingerBars } from './FingerBars.js';
import { HandFields } from './HandFields.js';
import type { PuppetTabProps } from './puppetTab.js';

const restHelp = {
  rest: 'Hold your hand still and relaxed for a second: everything is measured from there',
  fist: 'Make a fist for a second: that is fully bent',
} as const;

/** One hand: what measures it, what it says now, what it carries, and its rest. */
export function HandCard(props: PuppetTabProps & { readonly slot: number }) {
  const { controller, slot } = props;
  const desk = controller.hands;
  const own = desk.slots[slot];
  const kind = own.kind ? handKindOf(own.kind) : null;
  const host = useRoomHost();
  const recording = useRef<HTMLInputElement>(null);
  const choose = (id: string) => {
    // A recording is a file: it plays when it is open.
    if (id === 'recording') return recording.current?.click();
    void desk.connect(slot, id === 'none' ? null : (id as HandKindId)).then(controller.refresh);
    controller.refresh();
  };
  return (
    <section aria-label={slot === 0 ? 'First hand' : 'Second hand'} className="hand-card">
      <label className="row">
        <span>Played with</span>
        <select value={own.kind ?? 'none'} disabled={own.isConnecting} onChange={(event) => choose(event.target.value)}>
          <option value="none">Nothing</option>
          {handKinds.map(({ id, label, refusal }) => {
            const reason = id === own.kind ? null : refusal({ slot, world: controller.world });
            return (
              <option key={id} value={id} disabled={reason !== null} title={reason ?? undefined}>
                {label}
              </option>
            );
          })}
        </select>
      </label>
      <FileInput
        inputRef={recording}
        label={slot === 0 ? 'Recording of the first hand' : 'Recording of the second hand'}
        accept=".jsonl,.gz"
        onFile={(file) => void host.openFile(file)}
      />
      <HandState {...props} />
      <FingerBars signal={own.signal} isPlaying={own.source !== null} />
      <SourceExtras source={own.source} refresh={controller.refresh} />
      {kind?.usesRest ? <Calibration {...props} /> : kind && <p className="hint">{kind.help}.</p>}
      {!(slot === 1 && controller.partner.player) && <HandFields {...props} />}
    </section>
  );
}

/** What there is to say about the source, in one sentence, and how quick it is. */
function HandState({ controller, slot }: PuppetTabProps & { readonly slot: number }) {
  const { source, isConnecting, refusal, latency, signal } = controller.hands.slots[slot];
  const isExpert = useIsExpert();
  const problem = refusal ?? source?.problem ?? null;
  const figures = readLatency(latency);
  if (isConnecting) return <p className="hand-state">Waiting for the browser’s question …</p>;
  if (problem) {
    return (
      <p className="hand-state" data-look="problem" role="alert">
        {problem}
      </p>
    );
  }
  if (!source) return <p className="hand-state">No hand: the puppet rests.</p>;
  const words = signal.confidence > 0 ? 'Playing' : 'Waiting for your hand';
  return (
    <p className="hand-state" data-look={signal.confidence > 0 ? 'on' : 'waiting'}>
      <span className="lamp" aria-hidden /> {words}
      {isExpert && figures && (
        <small title="From the hand’s event to the drawn picture: half of all events, and 95 of 100">
          {figures.p50Ms.toFixed(0)} ms, 95 % in {figures.p95Ms.toFixed(0)} ms
        </small>
      )}
    </p>
  );
}

function Calibration({ controller, slot }: PuppetTabProps & { readonly slot: number }) {
  const { calibration, signal } = controller.hands.slots[slot];
  const { rest } = controller.document.file.hands[slot] ?? { rest: null };
  const { capturing, progress, refusal } = calibration;
  const isSeen = signal.confidence > 0;
  const start = (posture: 'rest' | 'fist') => {
    controller.hands.capture(slot, posture);
    controller.refresh();
  };
  if (capturing) {
    return (
      <div role="status">
        <p className="hint">{capturing === 'rest' ? 'Keep your hand relaxed and still …' : 'Keep the fist closed …'}</p>
        <progress max={1} value={progress} aria-label="Capture" />
      </div>
    );
  }
  return (
    <>
      <div className="row buttons">
        <button
          type="button"
          title={isSeen ? restHelp.rest : 'No hand is seen yet'}
          disabled={!isSeen}
          onClick={() => start('rest')}
        >
          Keep my hand at rest
        </button>
        <button
          type="button"
          title={!isSeen ? 'No hand is seen yet' : rest ? restHelp.fist : 'Keep the hand at rest first'}
          disabled={!isSeen || !rest}
          onClick={() => start('fist')}
        >
          Fist
        </button>
      </div>
      {refusal && (
        <p className="hand-state" data-look="problem" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}
