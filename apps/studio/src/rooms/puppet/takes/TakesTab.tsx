import './panel/takesTab.css';
import type { PuppetFile } from '@leib/puppet';
import { AudioLines } from 'lucide-react';
import { useState } from 'react';
import { saveTakeAs } from '../../../files/takes/takeFormats.js';
import { Button } from '../../../ui/Button.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { isTyping } from '../../../ui/isTyping.js';
import { useWindowEvent } from '../../../ui/media.js';
import { NumberField } from '../../../ui/NumberField.js';
import { Fold } from '../../../ui/PanelParts.js';
import { optionsOf, Select } from '../../../ui/Select.js';
import { TakeFormats, TakesPanel } from '../../../ui/takes/TakesPanel.js';
import type { EntryProps, PuppetTabProps } from '../panel/puppetTab.js';
import { takeKeys } from '../puppetKeys.js';
import { ExportSection } from './panel/ExportSection.js';
import { Timeline } from './panel/Timeline.js';
import type { PuppetTakes } from './puppetTakes.js';
import { WHOLE_PUPPET } from './takeEntry.js';

/** Record what is played, play it again, play over it, export it. */
export default function TakesTab({ workshop, controller }: PuppetTabProps) {
  const { takes } = workshop;
  const props = { workshop, controller };
  useTakeKeys(takes, controller.refresh);
  const { selected, mode } = takes;
  return (
    <div className="takes-tab puppet-takes">
      <TakesPanel
        kept={takes.kept}
        isListed={(take) => takes.isListed(take)}
        record={{
          mode: mode === 'recording' || mode === 'countdown' ? mode : 'idle',
          words: recordWords(mode, takes.countdownLeft, takes.recordedSeconds),
          help: 'Records what the hand plays; R begins and ends it, too',
          onToggle: () => void takes.toggleRecording().then(controller.refresh),
        }}
        emptyText={`No takes of ${controller.document.file.name} yet. Record one, or drop a saved take here.`}
        playedId={mode === 'playing' ? takes.selectedId : null}
        onPlay={({ id }) => {
          if (takes.selectedId !== id) takes.select(id);
          takes.togglePlaying();
          controller.refresh();
        }}
        onRemove={(take) => takes.remove(take)}
        openId={takes.selectedId}
        onOpen={(id) => {
          takes.select(id);
          controller.refresh();
        }}
        onChange={controller.refresh}
        details={(take) => (
          <TakeFormats
            kept={takes.kept}
            take={take}
            own={[]}
            exports={takes.exports}
            onExport={(format) =>
              takes.exports.run(`${take.name} as ${format.label}`, () => saveTakeAs(takes.kept, take, format))
            }
          />
        )}
      />
      <RecordWishes {...props} />
      {selected && (
        <>
          <Timeline {...props} entry={selected} />
          <LayerSection {...props} entry={selected} />
          <SoundSection {...props} entry={selected} />
          <ExportSection {...props} entry={selected} />
        </>
      )}
    </div>
  );
}

/** Records and plays by keys. Not while text is written. */
function useTakeKeys(takes: PuppetTakes, refresh: () => void): void {
  useWindowEvent('keydown', (event) => {
    const { code } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || isTyping(event.target))
      return;
    if (!Object.hasOwn(takeKeys, code)) return;
    if (takeKeys[code as keyof typeof takeKeys] === 'record') void takes.toggleRecording().then(refresh);
    else takes.togglePlaying();
    event.preventDefault();
    refresh();
  });
}

/** A sound along with the take. */
function SoundSection({ workshop: { takes }, controller, entry }: EntryProps) {
  const open = (file: File) =>
    takes
      .openFile(file)
      .then((isOpened) => isOpened || controller.say('error', `${file.name}: expected a sound, got another file.`))
      .catch((error: Error) => controller.say('error', error.message))
      .finally(controller.refresh);
  return (
    <section aria-label="Sound">
      <div className="take-buttons">
        <OpenFile
          icon={AudioLines}
          title="Move the lips to it by hand"
          fileLabel="Sound of the take"
          accept="audio/*"
          onFile={(file) => void open(file)}
        >
          {entry.sound ? 'Another sound …' : 'Add a sound …'}
        </OpenFile>
        {entry.sound && (
          <Button
            onClick={() => {
              takes.setSound(null);
              controller.refresh();
            }}
          >
            Remove {entry.sound.name}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Some parts of another take over the chosen one. */
function LayerSection({ workshop: { takes }, controller, entry }: EntryProps) {
  const others = takes.entries.filter(({ id }) => id !== entry.id);
  const [overId, setOverId] = useState<string | null>(null);
  const [parts, setParts] = useState<readonly string[]>([]);
  const [start, setStart] = useState(0);
  const over = others.find(({ id }) => id === overId) ?? others[0];
  if (!over) return null;
  return (
    <Fold title="Lay a take over it">
      <div className="layer-fields">
        <label>
          Take
          <Select
            value={over.id}
            options={others.map(({ id, take }) => ({ value: id, label: take.name }))}
            onChange={setOverId}
          />
        </label>
        <NumberField
          label="Begins at"
          unit="s"
          value={start}
          min={0}
          max={600}
          onChange={(value) => setStart(value ?? 0)}
        />
      </div>
      <PartChoice label="Parts of it" parts={controller.document.file.parts} chosen={parts} onChange={setParts} />
      <div className="take-buttons">
        <Button
          disabled={parts.length === 0}
          title={parts.length === 0 ? 'Choose the parts first' : 'As a new take; both stay'}
          onClick={() => {
            takes.layOver(over, parts, start);
            controller.refresh();
          }}
        >
          Lay over
        </Button>
      </div>
    </Fold>
  );
}

interface PartChoiceProps {
  /** What the choice is for, read aloud. */
  readonly label: string;
  readonly parts: PuppetFile['parts'];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Some of the puppet's parts, or the whole. */
function PartChoice({ label, parts, chosen, onChange }: PartChoiceProps) {
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <fieldset className="part-choice" aria-label={label}>
      {[...parts.map(({ name }) => name), WHOLE_PUPPET].map((name) => (
        <Button key={name} aria-pressed={chosen.includes(name)} onClick={() => toggle(name)}>
          {name}
        </Button>
      ))}
    </fieldset>
  );
}

const countdowns = optionsOf({ 0: 'none', 3: '3 s', 5: '5 s' });
const speeds = optionsOf({ 1: 'full', 2: 'half', 4: 'quarter' });

/** How the next take is recorded. */
function RecordWishes({ workshop: { takes }, controller }: PuppetTabProps) {
  const { wish, mode, selected } = takes;
  const isBusy = mode === 'recording' || mode === 'countdown';
  const change = (next: Partial<typeof wish>) => {
    Object.assign(wish, next);
    controller.refresh();
  };
  return (
    <section aria-label="How it is recorded" className="record-wish">
      <fieldset className="record-wishes" disabled={isBusy} aria-label="How it is recorded">
        <label>
          Countdown
          <Select
            value={String(wish.countdownSeconds)}
            options={countdowns}
            onChange={(seconds) => change({ countdownSeconds: Number(seconds) })}
          />
        </label>
        <label title="Play slowly; the take shows it at full speed">
          Speed
          <Select
            value={String(wish.slowness)}
            options={speeds}
            onChange={(slowness) => change({ slowness: Number(slowness) as typeof wish.slowness })}
          />
        </label>
        <label
          title={wish.slowness > 1 ? 'Not with slow recording: the voice would be too fast' : 'Your voice goes along'}
        >
          <input
            type="checkbox"
            checked={wish.withMicrophone && wish.slowness === 1}
            disabled={wish.slowness > 1}
            onChange={({ target }) => change({ withMicrophone: target.checked })}
          />
          Microphone
        </label>
        {selected && (
          <label title="The chosen take plays, and the hand plays some of its parts anew">
            <input
              type="checkbox"
              checked={wish.overParts !== null}
              onChange={({ target }) => change({ overParts: target.checked ? [] : null })}
            />
            Play over {selected.take.name}
          </label>
        )}
      </fieldset>
      {selected && wish.overParts !== null && (
        <PartChoice
          label="Parts that the hand plays"
          parts={controller.document.file.parts}
          chosen={wish.overParts}
          onChange={(overParts) => change({ overParts })}
        />
      )}
    </section>
  );
}

function recordWords(mode: PuppetTakes['mode'], countdownLeft: number, recordedSeconds: number): string {
  if (mode === 'countdown') return `Begins in ${Math.ceil(countdownLeft)} …`;
  if (mode === 'recording') return `Stop at ${recordedSeconds.toFixed(1)} s`;
  return 'Record a take';
}
