import { enterOutput } from '../../../output/outputMode.js';
import type { PuppetController } from '../puppetController.js';
import type { stageKeys } from '../puppetKeys.js';
import { usePuppetPanel } from '../puppetPanelStore.js';
import { leaveTutorial, openTutorial, useTutorial } from '../tutorial/tutorialStore.js';
import { viewSlots } from '../views/furtherViews.js';

/** What further views show first, in the order in which they are opened. */
const firstKinds = { view1: 'structure', view2: 'layers', view3: 'hand' } as const;

type StageAction = (typeof stageKeys)[keyof typeof stageKeys];

/** What the toolbar's buttons do, by the names of their keys (puppetKeys.ts). */
export const stageActions = {
  drag: () => usePuppetPanel.setState({ tool: 'drag' }),
  turn: () => usePuppetPanel.setState({ tool: 'turn' }),
  pads: () => usePuppetPanel.setState(({ hasPads }) => ({ hasPads: !hasPads })),
  rest: (controller: PuppetController) => controller.rest(),
  view: addView,
  output: (_: PuppetController) => enterOutput(),
  lesson: () => (useTutorial.getState().isOpen ? leaveTutorial() : openTutorial()),
  things: toggleThings,
} as const satisfies Readonly<Record<StageAction, (controller: PuppetController) => void>>;

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
