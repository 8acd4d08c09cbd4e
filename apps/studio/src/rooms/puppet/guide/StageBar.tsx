import {
  Box,
  Circle,
  Cookie,
  Droplets,
  GraduationCap,
  Grip,
  Hand,
  LayoutGrid,
  MonitorPlay,
  PersonStanding,
  RotateCw,
  ToyBrick,
  Trash2,
} from 'lucide-react';
import { useStore } from 'zustand';
import { enterOutput } from '../../../output/outputMode.js';
import { IconButton } from '../../../ui/IconButton.js';
import type { stageKeys } from '../puppetKeys.js';
import type { PuppetWorkshop } from '../puppetWorkshop.js';
import { viewSlots } from '../views/furtherViews.js';

type StageAction = (typeof stageKeys)[keyof typeof stageKeys];

/** What the toolbar's buttons do, by the names of their keys (puppetKeys.ts). */
export const stageActions: Readonly<Record<StageAction, (workshop: PuppetWorkshop) => void>> = {
  drag: ({ controller }) => controller.show({ tool: 'drag' }),
  turn: ({ controller }) => controller.show({ tool: 'turn' }),
  pads: ({ controller }) => controller.show({ hasPads: !controller.shown.hasPads }),
  rest: ({ controller }) => controller.rest(),
  view: addView,
  output: () => enterOutput(),
  lesson: ({ tutorial }) => tutorial.toggle(),
  things: toggleThings,
};

/** What further views show first, in the order in which they are opened. */
const firstKinds = { view1: 'structure', view2: 'layers', view3: 'hand' } as const;

function addView({ controller: { settings } }: PuppetWorkshop): void {
  const values = settings.values();
  const free = viewSlots.find((slot) => values[slot] === 'none');
  if (!free) return;
  settings.set(free, firstKinds[free]);
  settings.endGesture();
}

function toggleThings({ controller: { settings } }: PuppetWorkshop): void {
  settings.set('showThings', !settings.values().showThings);
  settings.endGesture();
}

interface BarProps {
  readonly workshop: PuppetWorkshop;
}

const buttons = [
  { action: 'drag', icon: Hand, word: 'Play', label: 'Drag grips: play, and pull the rings on the puppet (Q)' },
  { action: 'turn', icon: RotateCw, word: 'Turn', label: 'Turn parts: drag any part to turn it (W, or hold Shift)' },
  { action: 'pads', icon: Grip, word: 'Pads', label: 'Finger pads on the screen, for touch (E)' },
  {
    action: 'rest',
    icon: PersonStanding,
    word: 'Rest',
    label: 'Back to rest: everything stands still at once (B)',
  },
  { action: 'view', icon: LayoutGrid, word: 'View', label: 'Add a view (V): structure, layers, limits or hand' },
  {
    action: 'output',
    icon: MonitorPlay,
    word: 'Output',
    label: 'Clean picture: the output for streaming (O; Esc leaves it)',
  },
  { action: 'lesson', icon: GraduationCap, word: 'Lesson', label: 'Tutorial: a lesson in five steps (L)' },
] as const;

/** Tools over the picture: what a drag does, further views, the clean picture. */
export function StageBar({ workshop }: BarProps) {
  const { settings, state } = workshop.controller;
  const { tool, hasPads, isTutorialOpen } = useStore(state);
  const values = settings.values();
  const isFull = viewSlots.every((slot) => values[slot] !== 'none');
  const switches: Partial<Record<StageAction, { readonly isPressed: boolean }>> = {
    drag: { isPressed: tool === 'drag' },
    turn: { isPressed: tool === 'turn' },
    pads: { isPressed: hasPads },
    lesson: { isPressed: isTutorialOpen },
  };
  return (
    <div className="stage-bar card" role="toolbar" aria-label="Stage">
      {buttons.map(({ action, icon, word, label }) => {
        const isOff = action === 'view' && isFull;
        return (
          <IconButton
            key={action}
            icon={icon}
            word={word}
            label={isOff ? 'Add a view (V): three are open already' : label}
            {...switches[action]}
            isDisabled={isOff}
            onClick={() => stageActions[action](workshop)}
          />
        );
      })}
    </div>
  );
}

const MOST_THINGS = 16;

/** Buttons that bring things onto the stage. */
export function ThingsBar({ workshop }: BarProps) {
  const isShown = workshop.controller.settings.values().showThings;
  return (
    <div className="stage-bar things-bar card" role="toolbar" aria-label="Things">
      <IconButton
        icon={ToyBrick}
        word="Things"
        label="Things on the stage: push, hold and eat them (T)"
        isPressed={isShown}
        onClick={() => stageActions.things(workshop)}
      />
      {isShown && <ThingButtons workshop={workshop} />}
    </div>
  );
}

const newThings = [
  { kind: 'ball', icon: Circle, label: 'Add a ball' },
  { kind: 'block', icon: Box, label: 'Add a block' },
  { kind: 'biscuit', icon: Cookie, label: 'Serve a biscuit: close the mouth on it to bite' },
] as const;

function ThingButtons({ workshop: { controller, things } }: BarProps) {
  const { thingCount, isBlowing, edits } = useStore(controller.state);
  const canBlow = edits.present.file.stage.bubbles !== null;
  return (
    <>
      {newThings.map(({ kind, icon, label }) => (
        <IconButton
          key={kind}
          icon={icon}
          label={label}
          isDisabled={thingCount >= MOST_THINGS}
          onClick={() => things.add(kind)}
        />
      ))}
      <IconButton
        icon={Droplets}
        label={canBlow ? 'Blow bubbles' : 'Blow bubbles: this puppet has no mouth'}
        isDisabled={!canBlow}
        isPressed={isBlowing}
        onClick={() => things.setBlowing(!isBlowing)}
      />
      <IconButton
        icon={Trash2}
        label="Clear the stage"
        isDisabled={thingCount === 0 && !isBlowing}
        onClick={() => things.clear()}
      />
    </>
  );
}
