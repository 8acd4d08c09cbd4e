import { fingerNames, type PuppetFile } from '@leib/puppet';
import { type HandSignal, type HandSource, midiTargets, type openMidiHand } from '@leib/tracking/hands';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.js';
import { FileInput } from '../../../ui/FileInput.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import { Select } from '../../../ui/Select.js';
import { quantileOf } from '../../../world/meter.js';
import { useRoomHost } from '../../RoomHost.js';
import { type CarriedKind, newCarries, withHand } from '../hands/connections.js';
import { type HandKindId, handKindOf, handKinds, keepMidiMap } from '../hands/handKinds.js';
import { fingerColours } from '../scene/partColours.js';
import type { WebcamHand } from '../webcam/sharedWebcam.js';
import { type Edited, type Field, Fields, ListRow, number, optionsOf, point } from './form.js';
import type { PuppetTabProps } from './puppetTab.js';

type PuppetHand = PuppetFile['hands'][number];
type MidiHandSource = Awaited<ReturnType<typeof openMidiHand>>;

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
  const choose = (id: HandKindId | 'none') => {
    // A recording is a file: it plays when it is open.
    if (id === 'recording') return recording.current?.click();
    void desk.connect(slot, id === 'none' ? null : id).then(controller.refresh);
    controller.refresh();
  };
  return (
    <section aria-label={slot === 0 ? 'First hand' : 'Second hand'} className="hand-card">
      <label className="row">
        <span>Played with</span>
        <Select
          value={own.kind ?? 'none'}
          disabled={own.isConnecting}
          options={[
            { value: 'none', label: 'Nothing' },
            ...handKinds.map(({ id, label, refusal }) => {
              const reason = id === own.kind ? null : refusal({ slot, world: controller.world });
              return { value: id, label, isDisabled: reason !== null, ...(reason !== null && { help: reason }) };
            }),
          ]}
          onChange={choose}
        />
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
      {isExpert && latency.count > 0 && (
        <small title="From the hand’s event to the drawn picture: half of all events, and 95 of 100">
          {quantileOf(latency, 0.5).toFixed(0)} ms, 95 % in {quantileOf(latency, 0.95).toFixed(0)} ms
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
        <Button title={isSeen ? restHelp.rest : 'No hand is seen yet'} disabled={!isSeen} onClick={() => start('rest')}>
          Keep my hand at rest
        </Button>
        <Button
          title={!isSeen ? 'No hand is seen yet' : rest ? restHelp.fist : 'Keep the hand at rest first'}
          disabled={!isSeen || !rest}
          onClick={() => start('fist')}
        >
          Fist
        </Button>
      </div>
      {refusal && (
        <p className="hand-state" data-look="problem" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}

/** How far each finger is bent now, and for experts how certain the hand is. */
function FingerBars({ signal, isPlaying }: { readonly signal: HandSignal; readonly isPlaying: boolean }) {
  const isExpert = useIsExpert();
  const isSeen = isPlaying && signal.confidence > 0;
  return (
    <div className="finger-bars" data-seen={isSeen}>
      {fingerNames.map((name, finger) => {
        const bend = isSeen ? Math.min(1, Math.max(0, signal.bends[finger])) : 0;
        return (
          <div key={name} className="finger-bar">
            <meter min={0} max={1} value={bend} aria-label={`Bend of the ${name}`} hidden />
            <span
              className="fill"
              style={{ height: `${(bend * 100).toFixed(1)}%`, background: fingerColours[finger] }}
              data-testid={`bend-${name}`}
            />
            <small>{name}</small>
          </div>
        );
      })}
      {isExpert && (
        <div className="finger-bar" title="How certain the device is of the hand">
          <span
            className="fill sure"
            style={{ height: `${isSeen ? Math.min(1, signal.confidence) * 100 : 0}%` }}
            data-testid="confidence"
          />
          <small>sure</small>
        </div>
      )}
    </div>
  );
}

const kinds: readonly { readonly value: CarriedKind; readonly label: string }[] = [
  { value: 'puppet', label: 'The whole puppet' },
  { value: 'part', label: 'One of its parts' },
  { value: 'nothing', label: 'Nothing' },
];

/** What goes with the hand itself, and where the hand is in the puppet. */
function HandFields({ controller, slot }: PuppetTabProps & { readonly slot: number }) {
  const { file } = controller.document;
  const hand = file.hands[slot];
  if (!hand) return null;
  const words = slot === 0 ? 'the first hand' : 'the second hand';
  const carrying = `what is carried by ${words}`;
  const choose = (kind: string) => {
    const carries = newCarries(file, kind as CarriedKind);
    if (carries) controller.edit(carrying, (before) => withHand(before, slot, (own) => ({ ...own, carries })));
  };
  const ofHand: Edited<PuppetHand> = {
    controller,
    value: hand,
    step: (what) => `${what} of ${words}`,
    write: (before, changes) => withHand(before, slot, (own) => ({ ...own, ...changes })),
  };
  const ofCarries = <C extends PuppetHand['carries']>(value: C): Edited<C> => ({
    controller,
    value,
    step: () => carrying,
    write: (before, changes) => withHand(before, slot, (own) => ({ ...own, carries: { ...value, ...changes } })),
  });
  const { carries } = hand;
  return (
    <details className="hand-fields">
      <summary>What it carries, where it is</summary>
      <ListRow
        label="This hand carries"
        help="What goes with your whole hand; the fingers move their parts in any case"
        value={carries.kind}
        options={kinds.map((kind) => ({ ...kind, isDisabled: newCarries(file, kind.value) === null }))}
        onChange={choose}
      />
      {carries.kind === 'puppet' && <Fields of={ofCarries(carries)} fields={puppetFields} />}
      {carries.kind === 'part' && <Fields of={ofCarries(carries)} fields={partFields(file)} />}
      <Fields of={ofHand} fields={pointFields} />
      <p className="hint">
        Parts and puppet turn about it. With “Virtual hand” shown in the main view it can be dragged there, and so can
        the points that the fingers touch.
      </p>
    </details>
  );
}

type Carries<Kind> = Extract<PuppetHand['carries'], { kind: Kind }>;

const puppetFields: readonly Field<Carries<'puppet'>>[] = [
  number('positionScale', 'Way of the puppet per way of the hand', [0, 100], { unit: '×' }),
  {
    kind: 'switch',
    key: 'turns',
    label: 'Turns with the hand',
    help: 'The whole puppet turns as the hand does, about the rotation point',
  },
];

const partFields = ({ parts }: PuppetFile): readonly Field<Carries<'part'>>[] => [
  { kind: 'list', key: 'part', label: 'Part', options: optionsOf(parts) },
  number('turns', 'Turn of the part per turn of the hand', [0, 4], { unit: '×' }),
];

const pointFields: readonly Field<PuppetHand>[] = [point('rotationPoint', 'Rotation point')];

/** What only some sources have: the camera's picture, and which fader moves what. */
function SourceExtras({ source, refresh }: { readonly source: HandSource | null; readonly refresh: () => void }) {
  if (isWebcam(source)) return <WebcamPicture video={source.webcam.video} />;
  if (isMidi(source)) return <MidiMapping source={source} refresh={refresh} />;
  return null;
}

function isWebcam(source: HandSource | null): source is WebcamHand {
  return source !== null && 'webcam' in source;
}

function isMidi(source: HandSource | null): source is MidiHandSource {
  return source !== null && 'learn' in source;
}

/** What the camera sees, as in a mirror. */
function WebcamPicture({ video }: { readonly video: HTMLVideoElement }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    video.style.cssText = 'width: 100%; border-radius: 6px; transform: scaleX(-1)';
    place.current?.append(video);
    // A video that is taken out of the page stops.
    void video.play().catch(() => {});
    return () => video.remove();
  }, [video]);
  return <div ref={place} className="webcam-picture" />;
}

const fingerTargets = midiTargets.slice(0, 5);

function MidiMapping({ source, refresh }: { readonly source: MidiHandSource; readonly refresh: () => void }) {
  const { map, learning } = source;
  useEffect(() => keepMidiMap(map), [map]);
  const learn = (targets: readonly (typeof midiTargets)[number][]) => {
    source.learn(targets);
    refresh();
  };
  if (learning.length > 0) {
    return (
      <div role="status">
        <p className="hint">Move the control for: {learning[0]}</p>
        <Button onClick={() => learn([])}>Stop learning</Button>
      </div>
    );
  }
  return (
    <div className="midi-map">
      <Button title="Then move five controls, one after another" onClick={() => learn(fingerTargets)}>
        Learn all fingers
      </Button>
      {midiTargets.map((target) => (
        <div className="row" key={target}>
          <span>{target}</span>
          <Button title={`Learn which control moves ${target}`} onClick={() => learn([target])}>
            {map[target] ?? 'learn'}
          </Button>
        </div>
      ))}
    </div>
  );
}
