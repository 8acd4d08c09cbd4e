import { Redo2, Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useRenderEvery } from '../../../time/useClock.js';
import { IconButton } from '../../../ui/IconButton.js';
import { Tabs } from '../../../ui/Tabs.js';
import type { PuppetController } from '../puppetController.js';
import { usePuppetPanel } from '../puppetPanelStore.js';
import { openPuppet } from '../puppetStore.js';
import { PuppetPicker } from './PuppetPicker.js';
import { puppetTabs } from './puppetTabs.js';
import './puppetPanel.css';

/** Panels look at the controller this often, seconds. */
const LOOK_SECONDS = 0.1;

export default function PuppetPanel() {
  const controller = useStore(openPuppet, (state) => state.controller);
  return controller ? <OpenPanel controller={controller} /> : null;
}

function OpenPanel({ controller }: { readonly controller: PuppetController }) {
  const open = usePuppetPanel((state) => state.tab);
  const refresh = useRenderEvery(LOOK_SECONDS);
  useStore(controller.settings.store);
  useStore(controller.document.store);
  const props = { controller, refresh };
  const { Content } = puppetTabs.find(({ id }) => id === open) ?? puppetTabs[0];
  return (
    <div className="puppet-panel">
      <PuppetPicker {...props} />
      <Tabs
        label="Steps of puppetry"
        prefix="puppet"
        tabs={puppetTabs}
        open={open}
        onOpen={(tab) => usePuppetPanel.setState({ tab })}
      >
        <Suspense fallback={<p className="hint">Loading …</p>}>
          <Content {...props} />
        </Suspense>
      </Tabs>
      <EditActions controller={controller} />
    </div>
  );
}

/** Undo and redo of the puppet's file, with what they would take back. */
function EditActions({ controller }: { readonly controller: PuppetController }) {
  const { undoLabel, redoLabel } = controller.document;
  return (
    <div className="settings-actions">
      <IconButton
        icon={Undo2}
        label={undoLabel === null ? 'Undo (Ctrl+Z): nothing to undo' : `Undo (Ctrl+Z): ${undoLabel}`}
        onClick={() => controller.document.undo()}
        isDisabled={undoLabel === null}
      />
      <IconButton
        icon={Redo2}
        label={redoLabel === null ? 'Redo (Ctrl+Shift+Z): nothing to redo' : `Redo (Ctrl+Shift+Z): ${redoLabel}`}
        onClick={() => controller.document.redo()}
        isDisabled={redoLabel === null}
      />
      <span className="spacer" />
      <span className="saved-state" role="status">
        {controller.autosave.words}
      </span>
    </div>
  );
}
