import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useRenderEvery } from '../../../time/useClock.js';
import { PanelHead } from '../../../ui/PanelParts.js';
import { notify } from '../../../ui/pageStore.js';
import { ExpertHint, SettingsActions } from '../../../ui/SettingsPanel.js';
import { type Tab, Tabs, useTabsAtLevel } from '../../../ui/Tabs.js';
import type { MocapController } from '../mocapController.js';
import { openMocap } from '../mocapStore.js';
import { type MocapTab, useMocapPanel } from '../mocapTabStore.js';
import { AgentsTab } from './AgentsTab.js';
import { BodiesTab } from './BodiesTab.js';
import { OffsetsTab } from './OffsetsTab.js';
import { SolveTab } from './SolveTab.js';
import { SourceBar } from './SourceBar.js';
import { TakesTab } from './TakesTab.js';
import { useMocapKeys } from './useMocapKeys.js';
import './mocapPanel.css';

const mocapTabs: readonly Tab<MocapTab>[] = [
  {
    id: 'bodies',
    label: 'Bodies',
    help: 'What the tracker measures: which bodies are seen, which are lost, how well they fit',
  },
  { id: 'offsets', label: 'Offsets', help: 'Where joints are on the bodies: load, find, edit', isExpert: true },
  { id: 'solve', label: 'Solve', help: 'How bodies become a skeleton', isExpert: true },
  { id: 'agents', label: 'Characters', help: 'Whom the motion moves (the agents), how their skin bends, and a crowd' },
  { id: 'takes', label: 'Takes', help: 'Record, trim, combine and export' },
  { id: 'rig', label: 'Rig', help: 'Make a character from a mesh without bones', isExpert: true },
];

const RigTab = lazy(() => import('./RigTab.js'));

/** Panels look at the controller this often, seconds. */
const LOOK_SECONDS = 0.1;

export default function MocapPanel() {
  const controller = useStore(openMocap, (state) => state.controller);
  return controller ? <OpenPanel controller={controller} /> : null;
}

function OpenPanel({ controller }: { readonly controller: MocapController }) {
  const chosen = useMocapPanel((state) => state.tab);
  const { tabs, open: tab } = useTabsAtLevel(mocapTabs, chosen);
  const refresh = useRenderEvery(LOOK_SECONDS);
  useStore(controller.settings.store);
  useMocapKeys(controller);
  const props = { controller, refresh };
  return (
    <div className="mocap-panel">
      <PanelHead title="Motion capture" />
      <SourceBar {...props} />
      <Tabs
        label="Steps of motion capture"
        prefix="mocap"
        tabs={tabs}
        open={tab}
        onOpen={(id) => useMocapPanel.setState({ tab: id })}
      >
        {tab === 'bodies' && <BodiesTab {...props} />}
        {tab === 'offsets' && <OffsetsTab {...props} />}
        {tab === 'solve' && <SolveTab {...props} />}
        {tab === 'agents' && <AgentsTab {...props} />}
        {tab === 'takes' && <TakesTab {...props} />}
        {tab === 'rig' && (
          <Suspense fallback={null}>
            <RigTab {...props} />
          </Suspense>
        )}
      </Tabs>
      <ExpertHint settings={controller.settings} />
      <SettingsActions settings={controller.settings} onError={(text) => notify('error', text)} />
    </div>
  );
}
