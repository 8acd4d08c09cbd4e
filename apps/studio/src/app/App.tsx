import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RoomHostProvider } from '../rooms/RoomHost.js';
import { roomGuides, roomPanels } from '../rooms/roomParts.js';
import { roomOfHash } from '../rooms/rooms.js';
import { ClockProvider } from '../time/useClock.js';
import { Button } from '../ui/Button.js';
import { explainError } from '../ui/explainError.js';
import { isOnControl, isTyping } from '../ui/isTyping.js';
import { useWindowEvent, useWindowSize } from '../ui/media.js';
import { Notices } from '../ui/Notices.js';
import { PartBoundary } from '../ui/PartBoundary.js';
import { usePage } from '../ui/pageStore.js';
import { TitleTips } from '../ui/tooltip/Tooltip.js';
import type { Box } from '../world/pictureSpace.js';
import { Help } from './Help.js';
import { keyOfEvent, keyRows, keySituation } from './keys.js';
import { besideCards, hasOneSide, isSmallScreen, type NoticesPlace, placeNotices } from './pageLayout.js';
import { RoomIntro } from './RoomIntro.js';
import { Sheet } from './Sheet.js';
import { SidePanel } from './SidePanel.js';
import { StudioProvider, useStudio } from './StudioContext.js';
import type { Studio } from './studio.js';
import { useStudioStore } from './studioStore.js';
import { TopBar } from './TopBar.js';
import { TouchSticks } from './TouchSticks.js';
import { Transport } from './Transport.js';
import { Tour } from './tour/Tour.js';
import { ViewButtons } from './ViewButtons.js';

const MappingPanel = lazy(() => import('./mapping/MappingPanel.js'));
const ChooseFile = lazy(() => import('../ui/ChooseFile.js'));
const Glossary = lazy(() => import('../ui/glossary/Glossary.js'));

/** The page around the picture: bars, the picture's own cards in the middle, guide and panel at its sides. */
export function App() {
  const studio = useStudio();
  const isDropping = useFileDrop((transfer) => void studio.openDropped(transfer));
  const picture = useRef<HTMLElement>(null);
  usePictureFrame(picture, studio);
  const roomId = useStudioStore((state) => state.roomId);
  const hasGuide = useSideGuide() === 'beside';
  const glossary = usePage((state) => state.glossary);
  const mapping = useStudioStore((state) => state.mapping);
  const fileQuestion = usePage((state) => state.fileQuestion);
  const room = roomOfHash(`#/${roomId}`);
  useEffect(() => {
    document.title = `${room.label} · Leib`;
  }, [room]);
  useWindowEvent('keydown', (event) => handleShortcut(event, studio));
  return (
    <div className="frame">
      <SkipLink />
      <TopBar />
      <SideGuide />
      <main ref={picture} className="picture">
        {!hasGuide && <RoomIntro />}
        <PictureGuide />
        <TouchSticks />
        <ViewButtons />
      </main>
      {!(roomId in roomPanels) && <Transport />}
      <SidePanel />
      <Notices />
      <Help />
      <Tour />
      <TitleTips />
      {glossary !== null && (
        <Suspense fallback={null}>
          <Glossary asked={glossary} />
        </Suspense>
      )}
      {mapping && (
        <Suspense fallback={null}>
          <MappingPanel key={mapping.hash} asked={mapping} />
        </Suspense>
      )}
      {fileQuestion && (
        <Suspense fallback={null}>
          <ChooseFile key={fileQuestion.title} asked={fileQuestion} />
        </Suspense>
      )}
      {isDropping && (
        <div className="drop-veil">
          Drop {room.drops ?? 'a motion, a recording, an avatar (also a folder or zip) or settings'}
        </div>
      )}
    </div>
  );
}

/** For the keyboard: past the bar to the picture, from where Tab goes on to the panel. */
function SkipLink() {
  const { world } = useStudio();
  return (
    <Button
      className="skip-link"
      title="Past the bar to the picture; Tab goes on to the panel"
      onClick={() => world.renderer.domElement.focus()}
    >
      Skip to the picture
    </Button>
  );
}

/** A guide that leads through steps stands beside the picture; where there is room for one, the panel takes its place. */
function SideGuide() {
  const { Guide } = useGuide();
  const place = useSideGuide();
  if (!Guide || place === 'none') return null;
  // The same elements in either place: a guide that were built anew when a phone is turned would lose focus, scrolling and clicks.
  return (
    <div className="guide-column">
      {place === 'beside' && <RoomIntro />}
      <Sheet label="Guide" place="guide" returnFocusTo=".topbar a">
        <PartBoundary explain={explainError}>
          <Guide isCovered={false} />
        </PartBoundary>
      </Sheet>
    </div>
  );
}

/** Where the room's guide is: beside the picture, a sheet on small screens, or nowhere while the panel has its place. */
function useSideGuide(): 'beside' | 'sheet' | 'none' {
  const { guideWidth, isPanelOpen, Guide } = useGuide();
  const { width, height } = useWindowSize();
  if (!Guide || guideWidth === undefined) return 'none';
  if (isSmallScreen({ width, height })) return isPanelOpen ? 'none' : 'sheet';
  return isPanelOpen && hasOneSide(width, guideWidth) ? 'none' : 'beside';
}

/** Cards of a room over the picture. */
function PictureGuide() {
  const { roomId, guideWidth, Guide, isPanelOpen } = useGuide();
  if (!Guide || guideWidth !== undefined) return null;
  return (
    <PartBoundary key={roomId} explain={explainError}>
      <Guide isCovered={isPanelOpen} />
    </PartBoundary>
  );
}

function useGuide() {
  const roomId = useStudioStore((state) => state.roomId);
  const isPresenting = useStudioStore(({ xr }) => xr === 'presenting');
  const isPanelOpen = useStudioStore((state) => state.isPanelOpen);
  const { guideWidth } = roomOfHash(`#/${roomId}`);
  return { roomId, guideWidth, Guide: isPresenting ? undefined : roomGuides[roomId], isPanelOpen };
}

function useFileDrop(onDropped: (transfer: DataTransfer) => void): boolean {
  const [isDropping, setDropping] = useState(false);
  useWindowEvent('dragover', (event) => {
    event.preventDefault();
    setDropping(true);
  });
  useWindowEvent('dragleave', (event) => event.relatedTarget === null && setDropping(false));
  useWindowEvent('drop', (event) => {
    event.preventDefault();
    setDropping(false);
    if (event.dataTransfer?.files.length) onDropped(event.dataTransfer);
  });
  return isDropping;
}

/** Runs the row of the table of keys that an event means, outside of text fields. */
function handleShortcut(event: KeyboardEvent, studio: Studio): void {
  const { target } = event;
  if (isTyping(target)) return;
  const key = keyOfEvent(event);
  if (event.repeat && !key.startsWith('Ctrl+')) return;
  // On a button, Space and arrows are the button's.
  if (/^(Space|Enter|Arrow)/.test(key) && isOnControl(target)) return;
  const now = keySituation(studio);
  const row = keyRows.find(({ keys, when, run }) => run && keys.includes(key) && when(now));
  if (!row) return;
  row.run?.(studio, key);
  event.preventDefault();
}

/** Renders the panels around the canvas. */
export function showPanels(root: HTMLElement, studio: Studio): void {
  createRoot(root).render(
    <ClockProvider value={studio.clock}>
      <StudioProvider value={studio}>
        <RoomHostProvider value={studio}>
          <App />
        </RoomHostProvider>
      </StudioProvider>
    </ClockProvider>,
  );
}

/**
 * Tells the studio which part of the window is free for the person, and the styles of rooms, which stand around it:
 * --free-top, --free-right, --free-bottom and --free-left are the distances from the window's edges. Labels of the picture
 * and notices get their places beside the cards that stand on it.
 */
function usePictureFrame(picture: RefObject<HTMLElement | null>, studio: Studio): void {
  const measure = () => {
    if (picture.current) showPictureFrame(picture.current, studio);
  };
  // Whatever was drawn anew may have moved it; reading it again costs one layout that the browser needs anyway.
  useLayoutEffect(measure);
  useEffect(() => {
    const element = picture.current;
    if (!element) return;
    const show = () => showPictureFrame(element, studio);
    const sizes = new ResizeObserver(show);
    sizes.observe(element);
    // Cards in the picture come, go and fold without the page being drawn anew.
    const cards = new MutationObserver(show);
    cards.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
    return () => {
      sizes.disconnect();
      cards.disconnect();
    };
  }, [picture, studio]);
}

function showPictureFrame(picture: HTMLElement, studio: Studio): void {
  const { left, top, right, bottom, width } = picture.getBoundingClientRect();
  // Not laid out: the clean picture for streaming hides the page.
  if (width === 0) {
    studio.setPictureFrame(null, null);
    return;
  }
  const free = { top, right: innerWidth - right, bottom: innerHeight - bottom, left };
  for (const [side, pixels] of Object.entries(free)) {
    document.documentElement.style.setProperty(`--free-${side}`, `${Math.round(pixels)}px`);
  }
  const frame = { left, top, right, bottom };
  const cards = boxesOf(picture, '.card, .room-intro, .view-buttons, [data-covers]');
  const isRow = studio.stage.camera === 'row';
  const taken = besideCards(free, frame, boxesOf(picture, '[data-covers]'), isRow);
  studio.setPictureFrame(taken, { frame, cards });
  showNoticesAt(placeNotices(frame, cards));
}

function boxesOf(picture: HTMLElement, selector: string): Box[] {
  return [...picture.querySelectorAll(selector)].flatMap((card) => {
    const { left, top, right, bottom, width } = card.getBoundingClientRect();
    return width > 0 ? [{ left, top, right, bottom }] : [];
  });
}

function showNoticesAt({ left, width, at, grows }: NoticesPlace): void {
  const { style } = document.documentElement;
  style.setProperty('--notices-left', `${Math.round(left)}px`);
  style.setProperty('--notices-width', `${Math.round(width)}px`);
  style.setProperty('--notices-top', grows === 'down' ? `${Math.round(at)}px` : 'auto');
  style.setProperty('--notices-bottom', grows === 'up' ? `${Math.round(innerHeight - at)}px` : 'auto');
}
