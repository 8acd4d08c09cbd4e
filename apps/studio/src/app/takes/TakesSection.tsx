import { ChevronDown, Circle, Play, Redo2, Square, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { visitorStorage } from '../../files/visitorStorage.js';
import { IconButton } from '../../ui/IconButton.js';
import { InlineName } from '../../ui/InlineName.js';
import { useStudio } from '../StudioContext.js';
import { useStudioStore } from '../studioStore.js';
import { TakeExports } from './TakeExports.js';
import { type BodyTake, describeBytes, secondsOfTake } from './take.js';
import { useTakes } from './takesStore.js';
import './takes.css';

/** Record, and the list of what was recorded: replay, rename, export, delete. */
export function TakesSection() {
  const { takes } = useStudio();
  const list = useTakes((state) => state.takes);
  const canUndo = useTakes((state) => state.canUndo);
  const canRedo = useTakes((state) => state.canRedo);
  const [openId, setOpenId] = useState<string | null>(null);
  const total = list.reduce((sum, { byteCount }) => sum + byteCount, 0);
  return (
    <section aria-label="Takes" className="takes">
      <div className="row takes-head">
        <h3>Takes</h3>
        {(canUndo || canRedo) && (
          <>
            <IconButton
              icon={Undo2}
              label="Undo the last change of takes"
              isDisabled={!canUndo}
              onClick={() => void takes.undo()}
            />
            <IconButton
              icon={Redo2}
              label="Redo the change of takes"
              isDisabled={!canRedo}
              onClick={() => void takes.redo()}
            />
          </>
        )}
      </div>
      <RecordRow />
      {list.length === 0 ? (
        <p className="hint">Record what the body does: it is listed here at once and stays in this browser.</p>
      ) : (
        <>
          <ul className="take-rows" aria-label="Recorded takes">
            {list.toReversed().map((take) => (
              <TakeRow
                key={take.id}
                take={take}
                isOpen={openId === take.id}
                onOpen={() => setOpenId(openId === take.id ? null : take.id)}
              />
            ))}
          </ul>
          <p className="hint">
            {list.length === 1 ? '1 take' : `${list.length} takes`}, {describeBytes(total)} in this browser
          </p>
        </>
      )}
    </section>
  );
}

const recordWords = { idle: 'Record', countdown: 'Cancel', recording: 'Stop' } as const;

function RecordRow() {
  const { takes } = useStudio();
  const mode = useTakes((state) => state.mode);
  const countdownSeconds = useTakes((state) => state.countdownSeconds);
  const Icon = mode === 'idle' ? Circle : Square;
  return (
    <div className="row record-row">
      <button
        type="button"
        className="record-button"
        data-mode={mode}
        title="Records what the body does, and stops (R)"
        onClick={() => void takes.toggle()}
      >
        <Icon size={16} fill="currentColor" aria-hidden />
        <span>{recordWords[mode]}</span>
      </button>
      <label title="Seconds until the recording starts">
        <span>Countdown</span>
        <select
          value={countdownSeconds}
          disabled={mode !== 'idle'}
          onChange={({ target }) => {
            visitorStorage.setItem('leib-countdown', target.value);
            useTakes.setState({ countdownSeconds: Number(target.value) });
          }}
        >
          <option value={0}>none</option>
          <option value={3}>3 s</option>
          <option value={5}>5 s</option>
          <option value={10}>10 s</option>
        </select>
      </label>
    </div>
  );
}

interface TakeRowProps {
  readonly take: BodyTake;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function TakeRow({ take, isOpen, onOpen }: TakeRowProps) {
  const { takes } = useStudio();
  const { id, name } = take;
  // Another source is another object in the store: the row looks again which one is played.
  useStudioStore((state) => state.source);
  const isPlayed = takes.playedId === id;
  const isKept = useTakes((state) => !state.unkept.has(id));
  return (
    <li data-active={isPlayed}>
      <div className="row">
        <IconButton icon={Play} label={`Replay ${name}`} isPressed={isPlayed} onClick={() => void takes.play(id)} />
        {isOpen ? (
          <InlineName label="Name of the take" name={name} onRename={(next) => takes.rename(id, next)} />
        ) : (
          <button type="button" className="name" title="Rename, trim, export" onClick={onOpen}>
            <span>{name}</span>
            <small>
              {secondsOfTake(take).toFixed(1)} s, {describeBytes(take.byteCount)}
              {!isKept && ', only in memory'}
            </small>
          </button>
        )}
        <IconButton icon={ChevronDown} label={`Details of ${name}`} isPressed={isOpen} onClick={onOpen} />
        <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => takes.remove(id)} />
      </div>
      {isOpen && <TakeExports take={take} isPlayed={isPlayed} />}
    </li>
  );
}
