import type { PuppetController } from '../puppetController.js';
import { usePuppetPanel } from '../puppetPanelStore.js';
import { leaveTutorial, openTutorial, useTutorial } from '../tutorial/tutorialStore.js';
import { viewSlots } from '../views/furtherViews.js';

/** What further views show first, in the order in which they are opened. */
const firstKinds = { view1: 'structure', view2: 'layers', view3: 'hand' } as const;

/** What the toolbar's buttons do, by their keys. A S D F G H and Space are fingers. */
export const stageActions = {
  q: () => usePuppetPanel.setState({ tool: 'drag' }),
  w: () => usePuppetPanel.setState({ tool: 'turn' }),
  e: () => usePuppetPanel.setState(({ hasPads }) => ({ hasPads: !hasPads })),
  b: (controller: PuppetController) => controller.rest(),
  v: addView,
  o: ({ output }: PuppetController) => output.enter(),
  l: () => (useTutorial.getState().isOpen ? leaveTutorial() : openTutorial()),
  t: toggleThings,
} as const satisfies Readonly<Record<string, (controller: PuppetController) => void>>;

function addView({ settings }: PuppetController): void {
  const values = settings.values();
  const free = viewSlots.find((slot) => values[slot] === 'none');
  if (!free) return;
  settings.set(free, firstKinds[free]);
  settings.endGesture();
}

function toggleThings({ settings }: PuppetController): void {
  settings.set('showThings', !settings.values().showThings);
  settings.endGesture();
}
