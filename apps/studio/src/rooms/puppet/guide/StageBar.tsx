import { GraduationCap, Grip, Hand, LayoutGrid, MonitorPlay, RotateCw } from 'lucide-react';
import { IconButton } from '../../../ui/IconButton.js';
import type { PuppetController } from '../puppetController.js';
import { usePuppetPanel } from '../puppetPanelStore.js';
import { leaveTutorial, openTutorial, useTutorial } from '../tutorial/tutorialStore.js';
import { viewSlots } from '../views/furtherViews.js';

/** What further views show first, in the order in which they are opened. */
const firstKinds = { view1: 'structure', view2: 'layers', view3: 'hand' } as const;

/** Tools over the picture: what a drag does, further views, the clean picture. */
export function StageBar({ controller }: { readonly controller: PuppetController }) {
  const tool = usePuppetPanel((state) => state.tool);
  const hasPads = usePuppetPanel((state) => state.hasPads);
  const isTutorialOpen = useTutorial((state) => state.isOpen);
  const { settings } = controller;
  const values = settings.values();
  const free = viewSlots.find((slot) => values[slot] === 'none');
  const addView = () => {
    if (!free) return;
    settings.set(free, firstKinds[free]);
    settings.endGesture();
  };
  return (
    <div className="stage-bar card" role="toolbar" aria-label="Stage">
      <IconButton
        icon={Hand}
        label="Drag grips: pull the rings on the puppet"
        isPressed={tool === 'drag'}
        onClick={() => usePuppetPanel.setState({ tool: 'drag' })}
      />
      <IconButton
        icon={RotateCw}
        label="Turn parts: drag any part to turn it (or hold Shift)"
        isPressed={tool === 'turn'}
        onClick={() => usePuppetPanel.setState({ tool: 'turn' })}
      />
      <IconButton
        icon={Grip}
        label="Finger pads on the screen, for touch"
        isPressed={hasPads}
        onClick={() => usePuppetPanel.setState({ hasPads: !hasPads })}
      />
      <IconButton
        icon={LayoutGrid}
        label={free ? 'Add a view: structure, layers, limits or hand' : 'Add a view: three are open already'}
        isDisabled={!free}
        onClick={addView}
      />
      <IconButton
        icon={MonitorPlay}
        label="Clean picture for streaming (O; Esc leaves it)"
        onClick={() => controller.output.enter()}
      />
      <IconButton
        icon={GraduationCap}
        label="Tutorial in five steps"
        isPressed={isTutorialOpen}
        onClick={isTutorialOpen ? leaveTutorial : openTutorial}
      />
    </div>
  );
}
