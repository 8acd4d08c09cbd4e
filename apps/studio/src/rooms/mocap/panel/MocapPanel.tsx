import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useFigures, useLiveFigures } from '../../../time/useClock.js';
import { PanelHead } from '../../../ui/PanelParts.js';
import { notify } from '../../../ui/pageStore.js';
import { ExpertHint, SettingsActions } from '../../../ui/SettingsPanel.js';
import { type Tab, Tabs, useTabsAtLevel } from '../../../ui/Tabs.js';
import { useRoomHost } from '../../RoomHost.js';
import { MocapController } from '../mocapController.js';
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

export default function MocapPanel() {
  const { world } = useRoomHost();
  const controller = useFigures(() =>
    world.room.controller instanceof MocapController ? world.room.controller : null,
  );
  return controller ? <OpenPanel controller={controller} /> : null;
}

function OpenPanel({ controller }: { readonly controller: MocapController }) {
  const chosen = useMocapPanel((state) => state.tab);
  const { tabs, open: tab } = useTabsAtLevel(mocapTabs, chosen);
  const refresh = useLiveFigures();
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
