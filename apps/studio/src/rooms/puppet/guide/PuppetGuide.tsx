import './puppetGuide.css';
import './fingerPads.css';
import '../tutorial/tutorial.css';
import { fingerNames } from '@leib/puppet';
import { Bone, Check, X } from 'lucide-react';
import { type PointerEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useFigures } from '../../../time/useClock.js';
import { Button } from '../../../ui/Button.js';
import { IconButton } from '../../../ui/IconButton.js';
import { isTyping } from '../../../ui/isTyping.js';
import { isTouchScreen, useWindowEvent } from '../../../ui/media.js';
import { useIsBusy, usePage } from '../../../ui/pageStore.js';
import type { RoomGuideProps } from '../../room.js';
import { useWorkshop } from '../panel/puppetTab.js';
import type { PuppetController } from '../puppetController.js';
import { stageKeys } from '../puppetKeys.js';
import type { BuildTool } from '../puppetState.js';
import type { PuppetWorkshop } from '../puppetWorkshop.js';
import { fingerColours } from '../scene/partColours.js';
import { tutorialSteps } from '../tutorial/tutorial.js';
import { sheetScreen } from '../views/furtherViews.js';
import { ViewCards } from '../views/ViewCards.js';
import { StageBar, stageActions, ThingsBar } from './StageBar.js';

/** Height of the tutorial on a phone. */
const TUTORIAL_PIXELS = 130;

interface WorkshopProps {
  readonly workshop: PuppetWorkshop;
}

/** Everything over the picture: tools, further views, finger pads, tutorial. Nothing of it in the clean picture. */
export default function PuppetGuide({ isCovered }: RoomGuideProps) {
  const workshop = useWorkshop();
  const isOutput = usePage((state) => state.isOutput);
  if (!workshop || isOutput) return null;
  return <OpenGuide workshop={workshop} isCovered={isCovered} />;
}

function OpenGuide({ workshop, isCovered }: RoomGuideProps & WorkshopProps) {
  const { controller } = workshop;
  useStore(controller.settings.store);
  usePuppetKeys(workshop);
  const { hasPads, isTutorialOpen, tab, isStill, skinTool } = useStore(controller.state);
  // The pointer in the picture builds, and does not play.
  const isEditing = tab === 'build' ? isStill : tab === 'skin' && skinTool !== 'view';
  const { view1, view2, view3, viewShare } = controller.settings.values();
  // A phone whose panel is open has no room for them.
  const hasRoom = !(isCovered && matchMedia(sheetScreen).matches);
  const isSplit = hasRoom && [view1, view2, view3].some((view) => view !== 'none');
  // On a phone the tutorial stands below the puppet.
  const below = isTutorialOpen && hasRoom && matchMedia(sheetScreen).matches ? TUTORIAL_PIXELS : 0;
  useEffect(() => {
    controller.views.below = below;
    controller.views.share = isSplit ? viewShare / 100 : 0;
    controller.world.onLayout();
  }, [controller, isSplit, viewShare, below]);
  return (
    <div className="puppet-guide" data-sheet={isCovered} data-pads={hasPads && !isEditing}>
      <div className="stage-bars">
        <StageBar workshop={workshop} />
        <ThingsBar workshop={workshop} />
        <FindLimbs workshop={workshop} />
      </div>
      {isSplit && <ViewCards controller={controller} />}
      {isEditing && <EditHint workshop={workshop} />}
      {!isEditing && (hasPads ? <FingerPads controller={controller} /> : <HowToPlay workshop={workshop} />)}
      <TutorialCard workshop={workshop} />
    </div>
  );
}

/**
 * Undo and redo of what the open tab shows, before the studio's own keys undo settings of the room, and the toolbar's keys. Not while
 * text is written, nor in virtual reality, where keys move the emulated headset.
 */
function usePuppetKeys(workshop: PuppetWorkshop): void {
  const hear = (event: KeyboardEvent) => {
    if (isTyping(event.target) || workshop.controller.world.renderer.xr.isPresenting) return;
    const { code } = event;
    const key = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && key === 'z' && event.shiftKey) workshop.steps.redo();
    else if (isCommand && key === 'z') workshop.steps.undo();
    else if (isCommand || event.altKey || event.shiftKey || event.repeat || !Object.hasOwn(stageKeys, code)) return;
    else stageActions[stageKeys[code as keyof typeof stageKeys]](workshop);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  useWindowEvent('keydown', hear, true);
}

/** A model without parts: one click makes it playable. */
function FindLimbs({ workshop: { controller } }: WorkshopProps) {
  const partCount = useStore(controller.state, ({ edits }) => edits.present.file.parts.length);
  const isBusy = useIsBusy();
  if (partCount > 0) return null;
  return (
    <section className="find-limbs card" aria-label="Model without parts">
      <p>This model has no parts yet: your hand moves it as a whole.</p>
      <Button
        icon={Bone}
        className="with-icon"
        title="Bones along its limbs, rings at their ends, and a finger for each; Ctrl+Z takes them away again"
        disabled={isBusy}
        onClick={() => void controller.findLimbs()}
      >
        Find its limbs
      </Button>
    </section>
  );
}

const fingerKeys = [
  ['Space', 'thumb'],
  ['F', 'index'],
  ['D', 'middle'],
  ['S', 'ring'],
  ['A', 'little'],
  ['G', 'four fingers'],
] as const;

/** Fingers that have moved for so long need no words about their keys, seconds. */
const KNOWN_SECONDS = 2;

/** One line on how to play with mouse and keys; gone once fingers have moved for a while. */
function HowToPlay({ workshop: { controller } }: WorkshopProps) {
  const isNews = useFigures(
    () => controller.hands.slots[0].kind === 'screen' && controller.playedSeconds < KNOWN_SECONDS,
  );
  if (!isNews) return null;
  return (
    <p className="how-to-play card">
      <span>Move the mouse: the puppet follows.</span>
      {fingerKeys.map(([key, finger]) => (
        <span key={key}>
          <kbd>{key}</kbd> {finger}
        </span>
      ))}
    </p>
  );
}

const editWords = {
  select: 'Click a part. Drag handles; Shift: fine, Esc: back. Delete, arrows and Tab work on the selected part.',
  propose: 'Point at a limb and click: a bone is placed along it.',
  bone: 'Drag from where the bone turns to where it ends.',
  box: 'Drag a rectangle over a part of the model.',
  paint: 'Drag over the surface to paint. Esc: back.',
  poke: 'Press on the surface: it wobbles and comes to rest.',
} as const;

/** For fingers, which have no keys. */
const touchWords = 'Tap a part, then drag its handles. Two fingers turn the view.';

/** What the pointer does in the picture while the puppet is built, or what it drags just now. */
function EditHint({ workshop: { controller } }: WorkshopProps) {
  const { tab, buildTool, skinTool, hint } = useStore(controller.state);
  return (
    <p className="how-to-play edit-hint card" role="status">
      {(tab === 'build' ? hint : null) ??
        (tab === 'skin' ? editWords[skinTool === 'paint' ? 'paint' : 'poke'] : buildWords(buildTool))}
    </p>
  );
}

function buildWords(tool: BuildTool): string {
  return tool === 'select' && isTouchScreen() ? touchWords : editWords[tool];
}

/** Five pads on the screen, one per finger: pulled down they bend it, several at once; let go it straightens. */
function FingerPads({ controller }: { readonly controller: PuppetController }) {
  return (
    <fieldset className="finger-pads" aria-label="Fingers" data-covers>
      {fingerNames.map((name, finger) => (
        <FingerPad
          key={name}
          name={name}
          colour={fingerColours[finger]}
          onBend={(bend) => controller.hands.bend(finger, bend)}
        />
      ))}
    </fieldset>
  );
}

interface FingerPadProps {
  readonly name: string;
  readonly colour: string;
  readonly onBend: (bend: number) => void;
}

const keySteps: Readonly<Record<string, number>> = { ArrowDown: 0.1, ArrowUp: -0.1, PageDown: 0.5, PageUp: -0.5 };

function FingerPad({ name, colour, onBend }: FingerPadProps) {
  const [bend, setBend] = useState(0);
  const set = (value: number) => {
    const next = Math.min(1, Math.max(0, value));
    setBend(next);
    onBend(next);
  };
  const pull = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    set((event.clientY - top) / height);
  };
  return (
    <div
      className="finger-pad"
      role="slider"
      tabIndex={0}
      aria-label={`${name} finger`}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(bend * 100)}
      title={`Pull down to bend the ${name}`}
      style={{ '--bend': bend, '--finger': colour } as React.CSSProperties}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pull(event);
      }}
      onPointerMove={pull}
      onPointerUp={() => set(0)}
      onPointerCancel={() => set(0)}
      onKeyDown={(event) => {
        const step = keySteps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        set(bend + step);
      }}
      onBlur={() => set(0)}
    >
      <span>{name}</span>
    </div>
  );
}

/** The step of the tutorial that comes next. */
function TutorialCard({ workshop }: { readonly workshop: PuppetWorkshop }) {
  const { tutorial, controller } = workshop;
  const { tutorialStep: step, isTutorialOpen: isOpen } = useStore(controller.state);
  const leave = () => tutorial.toggle();
  if (!isOpen) return null;
  const isOver = step >= tutorialSteps.length;
  const { title, text } = tutorialSteps[step] ?? {
    title: 'You are a puppeteer',
    text: 'That is all there is to it. Every tab has more: lean on it as you need it.',
  };
  return (
    <aside className="tutorial card" aria-label="Tutorial">
      <div className="row">
        <ol className="tutorial-steps" aria-label="Steps">
          {tutorialSteps.map((each, i) => (
            <li key={each.title} data-done={i < step} aria-current={i === step ? 'step' : undefined} title={each.title}>
              {i < step ? <Check size={13} aria-label={`${each.title}: done`} /> : i + 1}
            </li>
          ))}
        </ol>
        <IconButton icon={X} label="Leave the tutorial; it goes on here next time" onClick={leave} />
      </div>
      <strong>{title}</strong>
      <p>{text}</p>
      <div className="row buttons skip">
        {isOver ? (
          <Button title="Close the tutorial" onClick={leave}>
            Done
          </Button>
        ) : (
          <Button title="Go on without doing this step" onClick={() => tutorial.skip()}>
            Skip this step
          </Button>
        )}
      </div>
    </aside>
  );
}
