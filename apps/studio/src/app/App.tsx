import { lazy, Suspense, useEffect, useState } from 'react';
import { roomGuides } from '../rooms/roomGuides.js';
import { roomPanels } from '../rooms/roomPanels.js';
import { roomOfHash } from '../rooms/rooms.js';
import { useGlossary } from '../ui/glossary/glossaryStore.js';
import { Notices } from '../ui/Notices.js';
import { PartBoundary } from '../ui/PartBoundary.js';
import { TitleTips } from '../ui/tooltip/TitleTips.js';
import { explainError } from './explainError.js';
import { Help } from './Help.js';
import { RoomIntro } from './RoomIntro.js';
import { SidePanel } from './SidePanel.js';
import { useStudio } from './StudioContext.js';
import { handleShortcut } from './shortcuts.js';
import { useStudioStore } from './studioStore.js';
import { TopBar } from './TopBar.js';
import { Transport } from './Transport.js';
import { TruthReadout } from './TruthReadout.js';
import { Tour } from './tour/Tour.js';

const Glossary = lazy(() => import('../ui/glossary/Glossary.js'));

export function App() {
  const studio = useStudio();
  const isDropping = useFileDrop((file) => void studio.openFile(file));

  const Guide = useStudioStore(({ roomId, xr }) => (xr === 'presenting' ? undefined : roomGuides[roomId]));
  const isPanelOpen = useStudioStore((state) => state.isPanelOpen);
  const roomId = useStudioStore((state) => state.roomId);
  const drops = useStudioStore(
    ({ roomId }) => roomOfHash(`#/${roomId}`).drops ?? 'a motion, a recording, an avatar or settings',
  );
  const isStill = useStudioStore(({ roomId }) => roomId in roomPanels);

  const glossary = useGlossary((state) => state.asked);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleShortcut(event, studio);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [studio]);

  return (
    <>
      <TopBar />
      <RoomIntro />
      <SidePanel />
      {Guide && (
        <PartBoundary key={roomId} explain={explainError}>
          <Guide isCovered={isPanelOpen} />
        </PartBoundary>
      )}
      <TruthReadout />
      {!isStill && <Transport />}
      <Notices />
      <Help />
      <Tour />
      <TitleTips />
      {glossary !== null && (
        <Suspense fallback={null}>
          <Glossary asked={glossary} />
        </Suspense>
      )}
      {isDropping && <div className="drop-veil">Drop {drops}</div>}
    </>
  );
}

function useFileDrop(onFile: (file: File) => void): boolean {
  const [isDropping, setDropping] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      event.preventDefault();
      setDropping(true);
    };
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setDropping(false);
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      setDropping(false);
      for (const file of event.dataTransfer?.files ?? []) onFile(file);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDrop);
    };
  }, [onFile]);
  return isDropping;
}
