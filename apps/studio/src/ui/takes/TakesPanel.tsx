import './takesPanel.css';
import { ChevronDown, Circle, Play, Redo2, Square, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { KeptTakes } from '../../files/takes/keptTakes.js';
import { describeBytes, type KeptTake, secondsOfTake } from '../../files/takes/take.js';
import type { TakeFormat } from '../../files/takes/takeFormats.js';
import { Button } from '../Button.js';
import type { ExportDesk } from '../exportDesk.js';
import { IconButton } from '../IconButton.js';
import { InlineName } from '../InlineName.js';

/** What a room does with takes; the list itself is the same in every room. */
interface TakesPanelProps {
  readonly kept: KeptTakes;
  /** Which takes this room lists. */
  readonly isListed: (take: KeptTake) => boolean;
  /** Null: nobody moves here who could be recorded. */
  readonly record: {
    readonly mode: 'idle' | 'countdown' | 'recording';
    /** On the button now: "Record", "Stop at 1.2 s". */
    readonly words: string;
    readonly help: string;
    readonly onToggle: () => void;
    /** How the next take is recorded. */
    readonly options?: ReactNode;
  } | null;
  /** What there is to say while the list is empty. */
  readonly emptyText: string;
  readonly playedId: string | null;
  readonly onPlay: (take: KeptTake) => void;
  readonly onRemove: (take: KeptTake) => void;
  /** The take whose details are shown, where the room wants to know; else the panel remembers it. */
  readonly openId?: string | null;
  readonly onOpen?: (id: string | null) => void;
  /** What is under an open take: formats, trimming, and what only this room has. */
  readonly details: (take: KeptTake) => ReactNode;
  /** After a change of the list. */
  readonly onChange?: () => void;
}

/** Record, and the list of what was recorded: play, rename, delete, with undo; details are the room's. */
export function TakesPanel(props: TakesPanelProps) {
  const { kept, record, onChange } = props;
  const { takes, undoLabel, redoLabel } = useStore(kept.store);
  const [openHere, setOpenHere] = useState<string | null>(null);
  const openId = props.openId === undefined ? openHere : props.openId;
  const list = takes.filter(props.isListed);
  const total = list.reduce((sum, { byteCount }) => sum + byteCount, 0);
  const act = (work: () => void) => () => {
    work();
    onChange?.();
  };
  return (
    <section aria-label="Takes" className="takes">
      <div className="row takes-head">
        <h3>Takes</h3>
        {(undoLabel !== null || redoLabel !== null) && (
          <>
            <IconButton
              icon={Undo2}
              label="Undo the last change of takes"
              isDisabled={undoLabel === null}
              onClick={act(() => kept.undo())}
            />
            <IconButton
              icon={Redo2}
              label="Redo the change of takes"
              isDisabled={redoLabel === null}
              onClick={act(() => kept.redo())}
            />
          </>
        )}
      </div>
      {record && <RecordRow {...record} />}
      {list.length === 0 ? (
        <p className="hint">{props.emptyText}</p>
      ) : (
        <>
          <ul className="take-rows" aria-label="Recorded takes">
            {list.toReversed().map((take) => (
              <TakeRow
                key={take.id}
                {...props}
                take={take}
                isOpen={openId === take.id}
                onToggle={() => (props.onOpen ?? setOpenHere)(openId === take.id ? null : take.id)}
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

function RecordRow({ mode, words, help, onToggle, options }: NonNullable<TakesPanelProps['record']>) {
  const Icon = mode === 'idle' ? Circle : Square;
  return (
    <div className="row record-row">
      <Button className="record-button" data-mode={mode} title={help} onClick={onToggle}>
        <Icon size={16} fill="currentColor" aria-hidden />
        <span>{words}</span>
      </Button>
      {options}
    </div>
  );
}

interface TakeRowProps extends TakesPanelProps {
  readonly take: KeptTake;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function TakeRow({ kept, take, isOpen, onToggle, playedId, onPlay, onRemove, details, onChange }: TakeRowProps) {
  const { id, name } = take;
  const isPlayed = playedId === id;
  const isKept = useStore(kept.store, (state) => !state.unkept.has(id));
  const rename = (next: string) => {
    kept.rename(take, next);
    onChange?.();
  };
  return (
    <li data-active={isPlayed}>
      <div className="row">
        <IconButton icon={Play} label={`Replay ${name}`} isPressed={isPlayed} onClick={() => onPlay(take)} />
        {isOpen ? (
          <InlineName label="Name of the take" name={name} onRename={rename} />
        ) : (
          <Button className="name" title="Rename, trim, export" onClick={onToggle}>
            <span>{name}</span>
          </Button>
        )}
        <small data-testid={`seconds-${name}`}>
          {secondsOfTake(take).toFixed(2)} s, {describeBytes(take.byteCount)}
          {!isKept && ', only in memory'}
        </small>
        <IconButton icon={ChevronDown} label={`Details of ${name}`} isPressed={isOpen} onClick={onToggle} />
        <IconButton
          icon={Trash2}
          label={`Delete ${name}`}
          onClick={() => {
            onRemove(take);
            onChange?.();
          }}
        />
      </div>
      {isOpen && details(take)}
    </li>
  );
}

interface TakeFormatsProps {
  readonly kept: KeptTakes;
  readonly take: KeptTake;
  /** What the room makes of a take besides the formats that it can be written in. */
  readonly own: readonly TakeFormat[];
  readonly exports: ExportDesk;
  readonly onExport: (format: TakeFormat) => Promise<void>;
  /** Further buttons, which may depend on what the take can be written in. */
  readonly more?: (formats: readonly TakeFormat[]) => ReactNode;
}

const LOOK_SECONDS = 0.1;

/** Buttons for every format that a take can be written in; work that takes a while is shown instead. */
export function TakeFormats({ kept, take, own, exports, onExport, more }: TakeFormatsProps) {
  const [formats, setFormats] = useState<readonly TakeFormat[]>([]);
  const [, setShare] = useState<number | null>(null);
  useEffect(() => {
    let isHere = true;
    void import('../../files/takes/takeFormats.js')
      .then(({ formatsOfTake }) => formatsOfTake(kept, take))
      .then((found) => isHere && setFormats(found))
      .catch(() => {});
    return () => {
      isHere = false;
    };
  }, [kept, take]);
  useEffect(
    () => kept.clock.refreshEvery(LOOK_SECONDS, () => setShare(exports.current?.share ?? null)),
    [kept, exports],
  );
  if (exports.current) return <ExportProgress desk={exports} />;
  return (
    <fieldset className="take-buttons" aria-label={`Export ${take.name}`}>
      {[...formats, ...own].map((format) => (
        <Button
          key={format.id}
          title={format.help}
          onClick={() => {
            void onExport(format).finally(() => setShare(null));
            setShare(0);
          }}
        >
          {format.label}
        </Button>
      ))}
      {more?.(formats)}
    </fieldset>
  );
}

interface ExportProgressProps {
  readonly desk: ExportDesk;
  readonly onCancel?: () => void;
}

/** How far an export is, and a button that ends it. */
export function ExportProgress({ desk, onCancel }: ExportProgressProps) {
  const { current } = desk;
  if (!current) return null;
  return (
    <section aria-label="Export" className="export-progress">
      <p>
        {current.label}: {Math.round(current.share * 100)} %
      </p>
      <progress max={1} value={current.share} />
      <div className="take-buttons">
        <Button
          onClick={() => {
            desk.cancel();
            onCancel?.();
          }}
        >
          Cancel
        </Button>
      </div>
    </section>
  );
}
