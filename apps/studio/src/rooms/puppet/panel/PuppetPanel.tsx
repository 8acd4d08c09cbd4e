import { Redo2, Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useRenderEvery } from '../../../time/useClock.js';
import { IconButton } from '../../../ui/IconButton.js';
import { PanelHead } from '../../../ui/PanelHead.js';
import { Tabs, useTabsAtLevel } from '../../../ui/Tabs.js';
import type { PuppetController } from '../puppetController.js';
import { usePuppetPanel } from '../puppetPanelStore.js';
import { openPuppet } from '../puppetStore.js';
import { undoableOf } from '../undoable.js';
import { PuppetPicker } from './PuppetPicker.js';
import type { PuppetTabProps } from './puppetTab.js';
import { puppetTabs } from './puppetTabs.js';
import './puppetPanel.css';

/** Panels look at the controller this often, seconds. */
const LOOK_SECONDS = 0.1;

export default function PuppetPanel() {
  const controller = useStore(openPuppet, (state) => state.controller);
  return controller ? <OpenPanel controller={controller} /> : null;
}

function OpenPanel({ controller }: { readonly controller: PuppetController }) {
  const chosen = usePuppetPanel((state) => state.tab);
  const { tabs, open } = useTabsAtLevel(puppetTabs, chosen);
  const refresh = useRenderEvery(LOOK_SECONDS);
  useStore(controller.settings.store);
  useStore(controller.document.store);
  const props = { controller, refresh };
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
        onOpen={(tab) => usePuppetPanel.setState({ tab })}
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
function EditActions({ controller, refresh }: PuppetTabProps) {
  const steps = undoableOf(controller);
  const { undoLabel, redoLabel } = steps;
  return (
    <div className="settings-actions">
      <IconButton
        icon={Undo2}
        label={undoLabel === null ? 'Undo (Ctrl+Z): nothing to undo' : `Undo (Ctrl+Z): ${undoLabel}`}
        onClick={() => {
          steps.undo();
          refresh();
        }}
        isDisabled={undoLabel === null}
      />
      <IconButton
        icon={Redo2}
        label={redoLabel === null ? 'Redo (Ctrl+Shift+Z): nothing to redo' : `Redo (Ctrl+Shift+Z): ${redoLabel}`}
        onClick={() => {
          steps.redo();
          refresh();
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
