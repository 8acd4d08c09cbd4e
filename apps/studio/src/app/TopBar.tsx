import { CircleHelp, Glasses, Moon, PanelRight, Sun } from 'lucide-react';
import { rooms } from '../rooms/rooms.js';
import { IconButton } from '../ui/IconButton.js';
import { Readout } from './Readout.js';
import { useStudio } from './StudioContext.js';
import { setTheme, useStudioStore } from './studioStore.js';

export function TopBar() {
  const studio = useStudio();
  const { theme, isPanelOpen, xr } = useStudioStore();
  const isPresenting = xr === 'presenting';
  return (
    <header className="topbar">
      <a className="brand" href="#/" aria-label="Leib, start page">
        <img src="/icon.svg" width={26} height={26} alt="" />
        <span>Leib</span>
      </a>
      <nav aria-label="Rooms" className="rooms">
        {rooms.map((room) => (
          <a
            key={room.id}
            href={`#/${room.id}`}
            title={room.purpose}
            aria-current={room.id === studio.room.id && 'page'}
          >
            {room.label}
          </a>
        ))}
      </nav>
      <span className="spacer" />
      <Readout />
      <button
        type="button"
        className="enter-vr"
        title={xr === 'emulated' ? 'No headset was found: an emulated one is used' : 'Enter virtual reality'}
        onClick={() => (isPresenting ? studio.leaveVr() : studio.enterVr())}
      >
        <Glasses size={18} strokeWidth={1.8} aria-hidden />
        <span>{isPresenting ? 'Leave VR' : 'Enter VR'}</span>
      </button>
      <IconButton
        icon={CircleHelp}
        label="Keys and mouse (?)"
        onClick={() => useStudioStore.setState({ isHelpOpen: true })}
      />
      <IconButton
        icon={theme === 'dark' ? Sun : Moon}
        label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      />
      <IconButton
        icon={PanelRight}
        label={isPanelOpen ? 'Close the panel (P)' : 'Open the panel (P)'}
        isPressed={isPanelOpen}
        onClick={() => useStudioStore.setState({ isPanelOpen: !isPanelOpen })}
      />
    </header>
  );
}
