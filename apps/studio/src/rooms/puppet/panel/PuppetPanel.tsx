import './puppetPanel.css';
import { Redo2, Undo2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useFigures } from '../../../time/useClock.js';
import { IconButton } from '../../../ui/IconButton.js';
import { PanelHead } from '../../../ui/PanelParts.js';
import { Tabs, useTabsAtLevel } from '../../../ui/Tabs.js';
import type { PuppetWorkshop } from '../puppetWorkshop.js';
import { FileTab } from './FileTab.js';
import { PlayTab } from './PlayTab.js';
import { PuppetPicker } from './PuppetPicker.js';
import { type PuppetTab, type PuppetTabProps, useWorkshop } from './puppetTab.js';

export default function PuppetPanel() {
  const workshop = useWorkshop();
  return workshop && <OpenPanel workshop={workshop} />;
}

function OpenPanel({ workshop }: { readonly workshop: PuppetWorkshop }) {
  const { controller } = workshop;
  const chosen = useStore(controller.state, (state) => state.tab);
  const { tabs, open } = useTabsAtLevel(puppetTabs, chosen);
  // Signals, takes and meters move outside React: all parts of the panel show them as they are now.
  useFigures(() => ({}));
  useStore(controller.settings.store);
  useStore(controller.state);
  const props = { workshop, controller };
  const { Content } = puppetTabs.find(({ id }) => id === open) ?? puppetTabs[0];
  return (
    <div className="puppet-panel">
      <PanelHead title="Puppet" />
      <PuppetPicker {...props} />
      <Tabs
        label="Steps of puppetry"
        prefix="puppet"
        tabs={tabs}
        open={open}
        onOpen={(tab) => controller.show({ tab })}
      >
        <Suspense fallback={<p className="hint">Loading …</p>}>
          <Content {...props} />
        </Suspense>
      </Tabs>
      <EditActions {...props} />
    </div>
  );
}

/** Undo and redo of what the open tab shows, with what they would take back. */
function EditActions({ workshop, controller }: PuppetTabProps) {
  const { steps } = workshop;
  const { undoLabel, redoLabel } = steps;
  return (
    <div className="settings-actions">
      <IconButton
        icon={Undo2}
        label={undoLabel === null ? 'Undo (Ctrl+Z): nothing to undo' : `Undo (Ctrl+Z): ${undoLabel}`}
        onClick={() => {
          steps.undo();
          controller.refresh();
        }}
        isDisabled={undoLabel === null}
      />
      <IconButton
        icon={Redo2}
        label={redoLabel === null ? 'Redo (Ctrl+Shift+Z): nothing to redo' : `Redo (Ctrl+Shift+Z): ${redoLabel}`}
        onClick={() => {
          steps.redo();
          controller.refresh();
        }}
        isDisabled={redoLabel === null}
      />
      <span className="spacer" />
      <span className="saved-state" role="status">
        {controller.autosave.words}
      </span>
    </div>
  );
}

/** The panel's tabs in their order. What few visitors open first is fetched when it is opened. */
export const puppetTabs: readonly PuppetTab[] = [
  { id: 'play', label: 'Play', help: 'Which hand plays, and which finger moves what', Content: PlayTab },
  {
    id: 'build',
    label: 'Build',
    help: 'What the puppet is made of, and which parts can be moved',
    Content: lazy(() => import('../editor/BuildTab.js')),
  },
  {
    id: 'skin',
    label: 'Skin',
    help: 'How the surface wobbles: stiffness, weight, fat and fur',
    isExpert: true,
    Content: lazy(() => import('../editor/SkinTab.js')),
  },
  {
    id: 'takes',
    label: 'Takes',
    help: 'Record, play and export what you played',
    Content: lazy(() => import('../takes/TakesTab.js')),
  },
  { id: 'file', label: 'File', help: 'Open, save, and what the picture shows', Content: FileTab },
];
