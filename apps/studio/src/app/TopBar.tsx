import { ChevronDown, CircleHelp, Glasses, MonitorUp, Moon, PanelRight, Sun, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { roomOfHash, rooms } from '../rooms/rooms.js';
import { useFigures } from '../time/useClock.js';
import { Button } from '../ui/Button.js';
import { IconButton } from '../ui/IconButton.js';
import { useIsBusy, useIsExpert } from '../ui/pageStore.js';
import { medianOf, plotPoints } from '../world/meter.js';
import { helpTitle } from './Help.js';
import { useStudio } from './StudioContext.js';
import { togglePanel, toggleTheme, useStudioStore } from './studioStore.js';

/** Rooms, frame times, virtual reality and theme. In virtual reality only exit and help. */
export function TopBar() {
  const isPresenting = useStudioStore(({ xr }) => xr === 'presenting');
  const isExpert = useIsExpert();
  return (
    <header className="topbar">
      <a className="brand" href="#/" aria-label="Leib, start page">
        <img src="/icon.svg" width={26} height={26} alt="" />
        <span>Leib</span>
      </a>
      {!isPresenting && <Rooms />}
      {!isPresenting && <RoomsMenu />}
      <span className="spacer" />
      {!isPresenting && isExpert && <Readout />}
      <VrButton />
      <IconButton
        icon={CircleHelp}
        label={`${helpTitle()} (?)`}
        onClick={() => useStudioStore.setState({ isHelpOpen: true })}
      />
      {!isPresenting && <LookButtons />}
      {!isPresenting && <PanelButton />}
    </header>
  );
}

function Rooms() {
  const roomId = useStudioStore((state) => state.roomId);
  return (
    <nav aria-label="Rooms" className="rooms">
      {rooms.map((room) => (
        <a key={room.id} href={`#/${room.id}`} title={room.purpose} aria-current={room.id === roomId && 'page'}>
          {room.label}
        </a>
      ))}
    </nav>
  );
}

const vrHelp = {
  unknown: 'Enter virtual reality',
  device: 'Enter virtual reality with your headset',
  emulated: 'No headset was found: an emulated one is used, steered with mouse and keys',
  presenting: 'Back to the page (Esc)',
} as const;

function VrButton() {
  const studio = useStudio();
  const xr = useStudioStore((state) => state.xr);
  const isBusy = useIsBusy();
  const isPresenting = xr === 'presenting';
  const label = isPresenting ? 'Leave VR' : 'Enter VR';
  return (
    <Button
      className="enter-vr"
      aria-label={label}
      title={vrHelp[xr]}
      disabled={isBusy}
      onClick={() => (isPresenting ? studio.sources.leaveVr() : void studio.sources.enterVr())}
    >
      <Glasses size={18} strokeWidth={1.8} aria-hidden />
      <span>{label}</span>
    </Button>
  );
}

/** On narrow screens they are in the list of rooms. */
function LookButtons() {
  const theme = useStudioStore((state) => state.theme);
  const displays = 'Displays: walls that show the characters in step';
  return (
    <>
      <a
        className="icon-button plain only-wide"
        href="/displays"
        target="_blank"
        rel="noreferrer"
        aria-label={displays}
        title={displays}
      >
        <MonitorUp size={18} strokeWidth={1.8} aria-hidden />
      </a>
      <span className="only-wide">
        <IconButton
          icon={theme === 'dark' ? Sun : Moon}
          label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
          onClick={toggleTheme}
        />
      </span>
    </>
  );
}

function PanelButton() {
  const isPanelOpen = useStudioStore((state) => state.isPanelOpen);
  return (
    <span className="panel-button">
      <IconButton
        icon={PanelRight}
        label={isPanelOpen ? 'Close the panel (P)' : 'Open the panel (P)'}
        isPressed={isPanelOpen}
        onClick={togglePanel}
      />
    </span>
  );
}

const REFRESH_SECONDS = 0.25;
/** Budget of the script per 90 Hz frame, milliseconds: the dashed line in the plot. */
const BUDGET_MS = 2;
const PLOT = { width: 72, height: 22, fullMs: 2 * BUDGET_MS } as const;

/** Script time and solver time per frame, with the last frames as a plot. */
function Readout() {
  const { meters, loop } = useStudio().world;
  const { frame, solve, fps, points } = useFigures(() => {
    return {
      frame: medianOf(meters.frame).toFixed(1),
      solve: (medianOf(meters.solve) * 1000).toFixed(0),
      fps: loop.hz > 0 ? loop.hz.toFixed(0) : '–',
      points: plotPoints(meters.frame, PLOT.width, PLOT.height, PLOT.fullMs),
    };
  }, REFRESH_SECONDS);
  return (
    <div
      className="readout"
      title={`Script per frame (the plot: last frames, dashed ${BUDGET_MS} ms), body solver, frames a second. Medians.`}
    >
      <svg width={PLOT.width} height={PLOT.height} aria-hidden>
        <line x1={0} x2={PLOT.width} y1={PLOT.height / 2} y2={PLOT.height / 2} />
        <polyline points={points} />
      </svg>
      <span data-testid="frame-ms">{frame} ms</span>
      <span data-testid="solve-us">solve {solve} µs</span>
      <span data-testid="fps">{fps} fps</span>
    </div>
  );
}

/** Rooms on screens that are too narrow for their names: a button with the current one, and a list with what each is for. */
function RoomsMenu() {
  const roomId = useStudioStore((state) => state.roomId);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  // The link was followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the room changes
  useEffect(close, [roomId]);
  return (
    <>
      <Button
        className="rooms-button"
        aria-haspopup="dialog"
        title="All rooms, and what each is for"
        onClick={() => dialog.current?.showModal()}
      >
        <span className="visually-hidden">Rooms, now in </span>
        {roomOfHash(`#/${roomId}`).label}
        <ChevronDown size={16} aria-hidden />
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog anyway */}
      <dialog
        ref={dialog}
        className="rooms-menu card"
        aria-label="Rooms"
        onClick={({ target }) => target === dialog.current && close()}
      >
        <div className="row">
          <h2>Rooms</h2>
          <IconButton icon={X} label="Close the list of rooms" onClick={close} />
        </div>
        <nav aria-label="All rooms">
          {rooms.map((room) => (
            <a key={room.id} href={`#/${room.id}`} aria-current={room.id === roomId && 'page'} onClick={close}>
              <strong>{room.label}</strong>
              <span>{room.purpose}</span>
            </a>
          ))}
        </nav>
        <PageLinks />
      </dialog>
    </>
  );
}

function PageLinks() {
  const theme = useStudioStore((state) => state.theme);
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <div className="page-links">
      <Button onClick={toggleTheme} title="Light or dark colours">
        <Icon size={18} aria-hidden />
        {theme === 'dark' ? 'Light colours' : 'Dark colours'}
      </Button>
      <a href="/displays" target="_blank" rel="noreferrer" title="Walls that show the characters in step">
        <MonitorUp size={18} aria-hidden />
        Displays
      </a>
    </div>
  );
}
