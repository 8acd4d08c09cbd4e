import { ChevronDown, MonitorUp, Moon, Sun, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { roomOfHash, rooms } from '../rooms/rooms.js';
import { IconButton } from '../ui/IconButton.js';
import { toggleTheme, useStudioStore } from './studioStore.js';

/** Rooms on screens that are too narrow for their names: a button with the current one, and a list with what each is for. */
export function RoomsMenu() {
  const roomId = useStudioStore((state) => state.roomId);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  // The link was followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the room changes
  useEffect(close, [roomId]);
  return (
    <>
      <button
        type="button"
        className="rooms-button"
        aria-haspopup="dialog"
        title="All rooms, and what each is for"
        onClick={() => dialog.current?.showModal()}
      >
        <span className="visually-hidden">Rooms, now in </span>
        {roomOfHash(`#/${roomId}`).label}
        <ChevronDown size={16} aria-hidden />
      </button>
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
      <button type="button" onClick={toggleTheme} title="Light or dark colours">
        <Icon size={18} aria-hidden />
        {theme === 'dark' ? 'Light colours' : 'Dark colours'}
      </button>
      <a href="/displays" target="_blank" rel="noreferrer" title="Walls that show the characters in step">
        <MonitorUp size={18} aria-hidden />
        Displays
      </a>
    </div>
  );
}
