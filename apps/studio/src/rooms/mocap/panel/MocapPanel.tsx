import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useRenderEvery } from '../../../time/useClock.js';
import { notify } from '../../../ui/noticesStore.js';
import { SettingsActions } from '../../../ui/SettingsPanel.js';
import { type Tab, Tabs } from '../../../ui/Tabs.js';
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

const tabs: readonly Tab<MocapTab>[] = [
  {
    id: 'bodies',
    label: 'Bodies',
    help: 'What the tracker measures: which bodies are seen, which are lost, how well they fit',
  },
  { id: 'offsets', label: 'Offsets', help: 'Where joints are on the bodies: load, find, edit' },
  { id: 'solve', label: 'Solve', help: 'How bodies become a skeleton' },
  { id: 'agents', label: 'Agents', help: 'Whom the motion moves, how their skin bends, and a crowd' },
  { id: 'takes', label: 'Takes', help: 'Record, trim, combine and export' },
  { id: 'rig', label: 'Rig', help: 'Make an agent from a mesh without bones' },
];

const RigTab = lazy(() => import('./RigTab.js'));

/** Panels look at the controller this often, seconds. */
const LOOK_SECONDS = 0.1;

export default function MocapPanel() {
  const controller = useStore(openMocap, (state) => state.controller);
  return controller ? <OpenPanel controller={controller} /> : null;
}

function OpenPanel({ controller }: { readonly controller: MocapController }) {
  const tab = useMocapPanel((state) => state.tab);
  const refresh = useRenderEvery(LOOK_SECONDS);
  useStore(controller.settings.store);
  useMocapKeys(controller);
  const props = { controller, refresh };
  return (
    <div className="mocap-panel">
      <p className="purpose">
        Rigid bodies of an optical tracker become joints, a skeleton and any agent. Try it with the simulated tracker,
        then connect your own.
      </p>
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
      <SettingsActions settings={controller.settings} onError={(text) => notify('error', text)} />
    </div>
  );
}
