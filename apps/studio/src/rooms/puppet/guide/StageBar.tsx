import { GraduationCap, Grip, Hand, LayoutGrid, MonitorPlay, PersonStanding, RotateCw } from 'lucide-react';
import { IconButton } from '../../../ui/IconButton.js';
import type { PuppetController } from '../puppetController.js';
import { usePuppetPanel } from '../puppetPanelStore.js';
import { useTutorial } from '../tutorial/tutorialStore.js';
import { viewSlots } from '../views/furtherViews.js';
import { stageActions } from './stageActions.js';

/** Tools over the picture: what a drag does, further views, the clean picture. */
export function StageBar({ controller }: { readonly controller: PuppetController }) {
  const tool = usePuppetPanel((state) => state.tool);
  const hasPads = usePuppetPanel((state) => state.hasPads);
  const isTutorialOpen = useTutorial((state) => state.isOpen);
  const values = controller.settings.values();
  const isFull = viewSlots.every((slot) => values[slot] !== 'none');
  return (
    <div className="stage-bar card" role="toolbar" aria-label="Stage">
      <IconButton
        icon={Hand}
        word="Play"
        label="Drag grips: play, and pull the rings on the puppet (Q)"
        isPressed={tool === 'drag'}
        onClick={() => stageActions.drag()}
      />
      <IconButton
        icon={RotateCw}
        word="Turn"
        label="Turn parts: drag any part to turn it (W, or hold Shift)"
        isPressed={tool === 'turn'}
        onClick={() => stageActions.turn()}
      />
      <IconButton
        icon={Grip}
        word="Pads"
        label="Finger pads on the screen, for touch (E)"
        isPressed={hasPads}
        onClick={() => stageActions.pads()}
      />
      <IconButton
        icon={PersonStanding}
        word="Rest"
        label="Back to rest: everything stands still at once (B)"
        onClick={() => stageActions.rest(controller)}
      />
      <IconButton
        icon={LayoutGrid}
        word="View"
        label={isFull ? 'Add a view (V): three are open already' : 'Add a view (V): structure, layers, limits or hand'}
        isDisabled={isFull}
        onClick={() => stageActions.view(controller)}
      />
      <IconButton
        icon={MonitorPlay}
        word="Output"
        label="Clean picture: the output for streaming (O; Esc leaves it)"
        onClick={() => stageActions.output(controller)}
      />
      <IconButton
        icon={GraduationCap}
        word="Lesson"
        label="Tutorial: a lesson in five steps (L)"
        isPressed={isTutorialOpen}
        onClick={() => stageActions.lesson()}
      />
    </div>
  );
}
