import { refusalOf } from '@leib/core';
import { type DisplayStatus, defaultWalls, parseWalls } from '@leib/net';
import { ExternalLink, Moon, Sun } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../files/saveFile.js';
import { Button } from '../../ui/Button.js';
import { serverIsGone } from '../../ui/explainError.js';
import { FileInput } from '../../ui/FileInput.js';
import { fixedText } from '../../ui/fixedText.js';
import { IconButton } from '../../ui/IconButton.js';
import { Fold } from '../../ui/PanelParts.js';
import { useOverview } from './overviewStore.js';
import { wallStateLook } from './wallStateLook.js';

export type Theme = 'light' | 'dark';

interface OverviewProps {
  readonly firstTheme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onWalls: (text: string) => void;
}

/** The panel beside the room: simulation, walls, wall file. */
export function Overview({ firstTheme, onTheme, onWalls }: OverviewProps) {
  const [theme, setTheme] = useState(firstTheme);
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    setTheme(next);
    onTheme(next);
  };
  return (
    <>
      <header className="topbar">
        <a className="brand" href="/" aria-label="Leib, start page">
          <img src="/icon.svg" width={26} height={26} alt="" />
          <span>Leib</span>
        </a>
        <h1 className="overview-title">Displays</h1>
        <span className="spacer" />
        <IconButton
          icon={theme === 'dark' ? Sun : Moon}
          label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
          onClick={toggle}
        />
      </header>
      <aside className="panel card overview" aria-label="Walls">
        <p className="hint">One simulation on many walls, all at the same frame. Open each wall on its own computer.</p>
        <Simulation />
        <Walls />
        <WallsEditor onWalls={onWalls} />
      </aside>
    </>
  );
}

function Simulation() {
  const { isConnected, status, head, isHeadTracked, loading } = useOverview();
  return (
    <section aria-label="Simulation">
      <h3>Simulation</h3>
      <p role="status" className="simulation-line">
        {simulationLine(isConnected, status)}
      </p>
      {loading !== null && (
        <label className="hint">
          The character arrives: {Math.round(loading * 100)} % <progress max={1} value={loading} />
        </label>
      )}
      {status?.hasSimulation && (
        <dl className="facts">
          <Fact name="Frame" value={String(status.frame)} />
          <Fact name="Rate" value={`${status.framesPerSecond.toFixed(0)} Hz`} />
          <Fact name="Agents" value={String(status.agentCount)} />
          <Fact name="Per frame" value={`${status.frameBytes} bytes`} />
          <Fact name="Skipped" value={String(status.skippedFrames)} />
          {head && (
            <Fact
              name={isHeadTracked ? 'Head' : 'Head (lost, held)'}
              value={`${head.map((metres) => fixedText(metres, 2)).join(', ')} m`}
            />
          )}
        </dl>
      )}
      {status !== null && status.refusedFrames > 0 && (
        <p className="refusal">
          {status.refusedFrames} frames refused, the last one: {status.lastRefusal}.
        </p>
      )}
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Walls() {
  const walls = useOverview(({ status }) => status?.walls ?? null);
  const names = useOverview((state) => state.walls?.walls);
  return (
    <section aria-label="Walls">
      <h3>Walls</h3>
      <ul className="wall-list">
        {names?.map(({ name }) => (
          <WallRow key={name} name={name} status={walls?.find((wall) => wall.name === name)} />
        ))}
      </ul>
    </section>
  );
}

function WallRow({
  name,
  status,
}: {
  readonly name: string;
  readonly status: DisplayStatus['walls'][number] | undefined;
}) {
  const { label, color } = wallStateLook[status?.state ?? 'missing'];
  const isOpen = status !== undefined && status.state !== 'missing';
  return (
    <li data-state={status?.state ?? 'missing'}>
      <a href={`/display?wall=${name}`} target="_blank" rel="noreferrer">
        {name}
        <ExternalLink size={13} aria-hidden />
      </a>
      <span className="chip" style={{ '--chip': color } as React.CSSProperties}>
        {label}
      </span>
      {isOpen && (
        <small title="Frame; time until it was ready, and until it was on the screen; how often it fell behind">
          {status.frame} · ready {status.readyMs.toFixed(0)} ms · shown {status.shownMs.toFixed(0)} ms
          {status.missedFrames > 0 && ` · fell behind ${status.missedFrames}×`}
        </small>
      )}
    </li>
  );
}

/** Without a frame for so long a simulation does not count as running. */
const SILENT_SECONDS = 2;

/** What goes on with the simulation, in a sentence. @param isConnected null before the first answer */
export function simulationLine(
  isConnected: boolean | null,
  status: Pick<DisplayStatus, 'hasSimulation' | 'silentSeconds'> | null,
): string {
  if (isConnected === null) return 'Connecting to the server …';
  if (!isConnected) return serverIsGone;
  if (status === null) return 'Connected.';
  const seconds = Math.floor(status.silentSeconds ?? 0);
  if (seconds >= SILENT_SECONDS) {
    return `A simulation is connected, but no frame has come for ${seconds} s: is its tab hidden, or is it paused?`;
  }
  if (status.hasSimulation) return 'A simulation is running.';
  return 'No simulation yet: switch on “Send to displays” in the studio’s room Mocap, or run leib mocap play.';
}

const textOf = (walls: object) =>
  JSON.stringify(walls, null, 2).replace(/\[[^[\]{}]*\]/g, (list) =>
    list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  );

/** The wall file as text: edit, upload, save, and use it for all walls. */
function WallsEditor({ onWalls }: { readonly onWalls: (text: string) => void }) {
  const walls = useOverview((state) => state.walls);
  const problem = useOverview((state) => state.problem);
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState('');
  const upload = useRef<HTMLInputElement>(null);
  // Another file is in use: the draft was taken, or replaced by another page.
  useEffect(() => {
    if (walls) setDraft(null);
  }, [walls]);
  const text = draft ?? (walls ? textOf(walls) : '');
  const use = (next: string) => {
    const refused = refusalOf(parseWalls(next)) ?? '';
    setRefusal(refused);
    setDraft(next);
    useOverview.setState({ problem: '' });
    if (refused === '') onWalls(next);
  };
  const line = refusal || problem;
  return (
    <Fold title="Wall file" className="walls-editor">
      <textarea
        aria-label="Wall file"
        spellCheck={false}
        rows={14}
        value={text}
        onChange={(event) => setDraft(event.target.value)}
      />
      {line !== '' && (
        <p role="alert" className="refusal">
          {line}
        </p>
      )}
      <div className="row buttons">
        <Button disabled={draft === null} onClick={() => use(text)}>
          Use for all walls
        </Button>
        <Button onClick={() => upload.current?.click()}>Upload</Button>
        <Button onClick={() => saveFile('walls.json', text, 'application/json')}>Save</Button>
      </div>
      <div className="row buttons">
        <Button onClick={() => use(textOf(defaultWalls))}>Back to the CAVE</Button>
      </div>
      <FileInput
        inputRef={upload}
        label="Wall file to upload"
        accept=".json"
        onFile={(file) => void file.text().then(use)}
      />
    </Fold>
  );
}
