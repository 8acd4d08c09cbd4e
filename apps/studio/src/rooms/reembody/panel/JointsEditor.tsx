import { type ComponentType, useReducer, useState } from 'react';
import type { DataEditorProps } from '../../../ui/SettingsPanel.js';
import { BodyTab } from './BodyTab.js';
import { DelayTab } from './DelayTab.js';
import { EvaluationCard } from './EvaluationCard.js';
import type { EditorTabProps } from './editorTab.js';
import { GainsTab } from './GainsTab.js';
import { JointsTab } from './JointsTab.js';
import { LayersTab } from './LayersTab.js';
import { SavedTab } from './SavedTab.js';
import { useReembody } from './useReembody.js';
import './jointsEditor.css';

const tabs: readonly (readonly [label: string, Tab: ComponentType<EditorTabProps>])[] = [
  ['Joints', JointsTab],
  ['Body', BodyTab],
  ['Delays', DelayTab],
  ['Gains', GainsTab],
  ['Layers', LayersTab],
  ['Saved', SavedTab],
];

/** Everything about the remote body that is more than a switch. Every change can be undone, and is live at once. */
export default function JointsEditor(_props: DataEditorProps) {
  const room = useReembody();
  const [open, setOpen] = useState(0);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  if (!room?.figures.built) return <p className="hint">The remote body is being built.</p>;
  const { controller, figures } = room;
  const settings = controller.edits.body;
  const [, Tab] = tabs[open];
  return (
    <div className="joints">
      <div className="joint-tabs" role="tablist" aria-label="Body editor">
        {tabs.map(([label], i) => (
          <button key={label} type="button" role="tab" aria-selected={i === open} onClick={() => setOpen(i)}>
            {label}
          </button>
        ))}
      </div>
      <Tab
        controller={controller}
        figures={figures}
        built={room.figures.built}
        settings={settings}
        onChange={(next) => controller.edits.take(next)}
        refresh={refresh}
      />
      {controller.gains.evaluation && (
        <EvaluationCard
          pair={controller.gains.evaluation}
          onClose={() => {
            controller.gains.evaluation = null;
            refresh();
          }}
        />
      )}
    </div>
  );
}
