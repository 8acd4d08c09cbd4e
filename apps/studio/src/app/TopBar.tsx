import { CircleHelp, Glasses, MonitorUp, Moon, PanelRight, Sun } from 'lucide-react';
import { rooms } from '../rooms/rooms.js';
import { IconButton } from '../ui/IconButton.js';
import { useIsExpert } from '../ui/level.js';
import { useIsBusy } from '../ui/noticesStore.js';
import { helpTitle } from './Help.js';
import { Readout } from './Readout.js';
import { RoomsMenu } from './RoomsMenu.js';
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
    <button
      type="button"
      className="enter-vr"
      aria-label={label}
      title={vrHelp[xr]}
      disabled={isBusy}
      onClick={() => (isPresenting ? studio.sources.leaveVr() : void studio.sources.enterVr())}
    >
      <Glasses size={18} strokeWidth={1.8} aria-hidden />
      <span>{label}</span>
    </button>
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
