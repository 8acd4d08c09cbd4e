import './tour.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Vector3 } from 'three';
import type { TourStep, TourTarget } from '../../rooms/room.js';
import { roomOfHash } from '../../rooms/rooms.js';
import { useClock, useRefreshEvery } from '../../time/useClock.js';
import { Button } from '../../ui/Button.js';
import { useWindowEvent } from '../../ui/media.js';
import { inside, type PageRect, type PageSize, pageSize } from '../../ui/tooltip/Tooltip.js';
import type { World } from '../../world/world.js';
import { useStudio } from '../StudioContext.js';
import { useStudioStore } from '../studioStore.js';
import { endTour, goToStep, offerTour } from './startTour.js';

/** Around a point of the picture, pixels. */
const THING_PIXELS = 150;
/** Between an element and the frame around it, pixels. */
const AROUND = 6;

/** How often the frame looks where its target is, seconds. */
const LOOK_SECONDS = 0.1;

/** The tour of the room: offered at the first visit, not in virtual reality. */
export function Tour() {
  const clock = useClock();
  const roomId = useStudioStore((state) => state.roomId);
  const isPresenting = useStudioStore(({ xr }) => xr === 'presenting');
  const open = useStudioStore((state) => state.tour);
  useEffect(() => {
    if (useStudioStore.getState().tour?.roomId !== roomId) useStudioStore.setState({ tour: null });
    return offerTour(clock, roomId, () => useStudioStore.getState().xr !== 'presenting');
  }, [clock, roomId]);
  const isShown = open !== null && open.roomId === roomId && !isPresenting;
  useReturnedFocus(isShown);
  if (!isShown) return null;
  const { tour } = roomOfHash(`#/${roomId}`);
  return <Step key={open.step} step={tour[open.step]} number={open.step} count={tour.length} />;
}

/** When the tour ends, the focus goes back to where it was before, unless it is elsewhere by now. */
function useReturnedFocus(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    const before = document.activeElement;
    return () => {
      const now = document.activeElement;
      const isLost = now === null || now === document.body || now.closest('.tour-card') !== null;
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [isShown]);
}

interface StepProps {
  readonly step: TourStep;
  readonly number: number;
  readonly count: number;
}

/** One step: a frame around what it points at, and a card beside it. The page below stays usable. */
function Step({ step, number, count }: StepProps) {
  const { world } = useStudio();
  const card = useRef<HTMLElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const [target, setTarget] = useState<PageRect | null>(null);
  const look = () => setTarget((before) => sameOr(before, findTarget(step.at, world)));

  useEffect(() => {
    // On small screens the panel takes the guide's place.
    if (typeof step.at === 'object' && 'mark' in step.at) {
      useStudioStore.setState({ isPanelOpen: step.at.isIn === 'panel' });
    }
    next.current?.focus({ preventScroll: true });
  }, [step]);
  const isThere = target !== null;
  useEffect(() => {
    if (isThere) showTarget(step.at);
  }, [isThere, step]);
  useLayoutEffect(look, [step, world]);
  useRefreshEvery(LOOK_SECONDS, look);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const page = pageSize();
    const { width, height } = element.getBoundingClientRect();
    const middle = { left: page.width / 2, top: page.height / 2, width: 0, height: 0 };
    const { left, top } = placeTourCard(target ?? middle, { width, height }, page);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  });
  useTourKeys(number, count);

  return (
    <>
      {target && <div className="tour-frame" style={{ ...target }} aria-hidden />}
      <section ref={card} className="tour-card" role="dialog" aria-label={`Tour: ${step.title}`}>
        <h2>{step.title}</h2>
        <p>{step.text}</p>
        <div className="row">
          <small>
            {number + 1} of {count}
          </small>
          <span className="spacer" />
          <Button title="Ends the tour (Esc)" onClick={endTour}>
            Skip
          </Button>
          {number > 0 && (
            <Button title="The step before (←)" onClick={() => goToStep(number - 1, count)}>
              Back
            </Button>
          )}
          <Button
            ref={next}
            className="primary"
            title={number + 1 < count ? 'The next step (→)' : 'Ends the tour'}
            onClick={() => goToStep(number + 1, count)}
          >
            {number + 1 < count ? 'Next' : 'Done'}
          </Button>
        </div>
      </section>
    </>
  );
}

/** Left, right and Escape, before the page's own keys hear of them. */
function useTourKeys(number: number, count: number): void {
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => goToStep(number + 1, count),
    ArrowLeft: () => goToStep(number - 1, count),
    Escape: endTour,
  };
  const hear = (event: KeyboardEvent) => {
    const isTyping = (event.target as Element | null)?.closest?.('input, select, textarea, dialog');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keys[event.key]();
  };
  useWindowEvent('keydown', hear, true);
}

/** The rectangle before, where nothing has moved: no new rendering. */
function sameOr(before: PageRect | null, now: PageRect | null): PageRect | null {
  if (!before || !now) return now;
  const isSame = (['left', 'top', 'width', 'height'] as const).every((key) => Math.abs(before[key] - now[key]) < 1);
  return isSame ? before : now;
}

/** Where what a step points at is on the page; null while it is not there yet. */
function findTarget(at: TourTarget, world: World): PageRect | null {
  if (at === 'picture') return placeOfPicture();
  if ('thing' in at) return placeOfThing(at.thing, world);
  const element = document.querySelector(`[data-tour="${at.mark}"]`);
  if (!element) return null;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  // A long list may go on below its panel.
  const panel = element.closest('.panel')?.getBoundingClientRect();
  const end = panel ? Math.min(bottom, panel.bottom) : bottom;
  return { left: left - AROUND, top: top - AROUND, width: right - left + 2 * AROUND, height: end - top + 2 * AROUND };
}

function placeOfPicture(): PageRect | null {
  const element = document.querySelector('.picture');
  if (!element) return null;
  // Copied: the fields of a DOMRect are not its own, and a spread leaves them out.
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

/** Brings an element that its panel has scrolled away into view: its beginning, where it is taller than the panel. */
function showTarget(at: TourTarget): void {
  if (at === 'picture' || 'thing' in at) return;
  document.querySelector(`[data-tour="${at.mark}"]`)?.scrollIntoView({ block: 'start' });
}

function placeOfThing(name: string, world: World): PageRect | null {
  const place = world.room.thingPlace?.(name);
  if (!place) return null;
  const { clientWidth, clientHeight } = world.renderer.domElement;
  const point = world.person.localToWorld(new Vector3(...place)).project(world.rig.camera);
  const half = THING_PIXELS / 2;
  return {
    left: ((point.x + 1) / 2) * clientWidth - half,
    top: ((1 - point.y) / 2) * clientHeight - half,
    width: THING_PIXELS,
    height: THING_PIXELS,
  };
}

/** Between the card and what it points at, pixels. */
const GAP = 16;

/**
 * Where the card of a tour goes: on the side of the target with the most space, inside the page. Where no side has
 * enough, over the lower end of the target.
 */
export function placeTourCard(target: PageRect, card: PageSize, page: PageSize): { left: number; top: number } {
  const right = target.left + target.width;
  const bottom = target.top + target.height;
  const middleLeft = target.left + target.width / 2 - card.width / 2;
  const middleTop = target.top + target.height / 2 - card.height / 2;
  const sides = [
    { space: target.left - card.width, left: target.left - GAP - card.width, top: middleTop },
    { space: page.width - right - card.width, left: right + GAP, top: middleTop },
    { space: target.top - card.height, left: middleLeft, top: target.top - GAP - card.height },
    { space: page.height - bottom - card.height, left: middleLeft, top: bottom + GAP },
  ];
  const best = sides.reduce((a, b) => (b.space > a.space ? b : a));
  const place = best.space > 2 * GAP ? best : { left: middleLeft, top: bottom - GAP - card.height };
  return { left: inside(place.left, card.width, page.width), top: inside(place.top, card.height, page.height) };
}
