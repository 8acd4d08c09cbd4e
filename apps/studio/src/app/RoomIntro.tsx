import { BookOpen, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { roomOfHash } from '../rooms/rooms.js';
import { Button } from '../ui/Button.js';
import { IconButton } from '../ui/IconButton.js';
import { useWindowSize } from '../ui/media.js';
import { usePage } from '../ui/pageStore.js';
import { isSmallScreen } from './pageLayout.js';
import { useStudio } from './StudioContext.js';
import { useStudioStore } from './studioStore.js';
import { createRoomMarks, startTour } from './tour/startTour.js';
import './roomIntro.css';

const closed = createRoomMarks('leib-intros-closed');

/** What the room is for: its name, one line, one thing to try, its tour. Closed it is a small button with the name. */
export function RoomIntro() {
  const roomId = useStudioStore((state) => state.roomId);
  const isPresenting = useStudioStore(({ xr }) => xr === 'presenting');
  return isPresenting ? null : <Intro key={roomId} roomId={roomId} />;
}

function Intro({ roomId }: { readonly roomId: string }) {
  const { label, purpose, guideWidth, hasTools } = roomOfHash(`#/${roomId}`);
  const [isOpen, setOpen] = useState(!closed.has(roomId));
  const isPanelOpen = useStudioStore((state) => state.isPanelOpen);
  // Beside or above a sheet the picture is left to the person; what was closed by the visitor stays so.
  const size = useWindowSize();
  const isTight = isSmallScreen(size) && (isPanelOpen || guideWidth !== undefined);
  useEffect(() => setOpen(!isTight && !closed.has(roomId)), [isTight, roomId]);
  const toggle = () => {
    closed.set(roomId, isOpen);
    setOpen(!isOpen);
  };
  return (
    <section
      className={isOpen ? 'room-intro card' : 'room-intro folded'}
      aria-label="About this room"
      data-tools={hasTools}
      data-covers={isOpen || undefined}
    >
      <div className="row">
        <h1>{label}</h1>
        {isOpen && (
          <IconButton
            icon={BookOpen}
            label="Glossary: what our words mean"
            onClick={() => usePage.setState({ glossary: '' })}
          />
        )}
        <IconButton
          icon={isOpen ? X : Info}
          label={isOpen ? 'Close the introduction' : `About ${label}: ${purpose}`}
          onClick={toggle}
        />
      </div>
      {isOpen && (
        <>
          <p>{purpose}</p>
          <IntroActions roomId={roomId} />
        </>
      )}
    </section>
  );
}

function IntroActions({ roomId }: { readonly roomId: string }) {
  const studio = useStudio();
  const [isTried, setTried] = useState(false);
  const { tryThis } = roomOfHash(`#/${roomId}`);
  const run = () => {
    setTried(true);
    void tryThis.run(studio, studio.room.settings);
  };
  return (
    <>
      {isTried && (
        <p className="intro-hint" role="status">
          {tryThis.hint}
        </p>
      )}
      <div className="intro-actions">
        <Button className="primary" title={tryThis.hint} onClick={run}>
          {tryThis.label}
        </Button>
        <Button title="Three steps through this room" onClick={() => startTour(roomId)}>
          Show me
        </Button>
      </div>
    </>
  );
}
