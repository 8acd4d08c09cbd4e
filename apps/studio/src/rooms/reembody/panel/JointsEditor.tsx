import { defaultRemoteBodySettings, type RemoteBodySettings } from '@leib/reembody';
import { type ComponentType, useReducer, useState } from 'react';
import type { DataEditorProps } from '../../../settings/SettingsPanel.js';
import type { ReembodyDesk } from '../reembodyDesk.js';
import type { BuiltBody } from '../simulation/remoteSimulation.js';
import { BodyTab } from './BodyTab.js';
import { DelayTab } from './DelayTab.js';
import { EvaluationCard } from './EvaluationCard.js';
import { GainsTab } from './GainsTab.js';
import { JointsTab } from './JointsTab.js';
import { LayersTab } from './LayersTab.js';
import { SavedTab } from './SavedTab.js';
import { useReembodyDesk } from './useReembodyDesk.js';
import './jointsEditor.css';

/** What every tab of the editor works on. */
export interface EditorTabProps {
  readonly desk: ReembodyDesk;
  readonly built: BuiltBody;
  readonly settings: RemoteBodySettings;
  /** Takes other settings, as one step that can be undone. */
  readonly onChange: (settings: RemoteBodySettings) => void;
  /** Shows at once what was changed at the desk, which is otherwise looked at a few times a second. */
  readonly refresh: () => void;
}

const tabs: readonly (readonly [label: string, Tab: ComponentType<EditorTabProps>])[] = [
  ['Joints', JointsTab],
  ['Body', BodyTab],
  ['Delays', DelayTab],
  ['Gains', GainsTab],
  ['Layers', LayersTab],
  ['Saved', SavedTab],
];

/** Everything about the remote body that is more than a switch. Every change can be undone, and is live at once. */
export default function JointsEditor({ value }: DataEditorProps) {
  const desk = useReembodyDesk();
  const [open, setOpen] = useState(0);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const settings = (value as RemoteBodySettings | null) ?? defaultRemoteBodySettings;
  const built = desk?.simulation?.built;
  if (!desk || !built) return <p className="hint">The remote body is being built.</p>;
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
      <Tab desk={desk} built={built} settings={settings} onChange={(next) => desk.edits.take(next)} refresh={refresh} />
      {desk.gains.evaluation && (
        <EvaluationCard
          pair={desk.gains.evaluation}
          onClose={() => {
            desk.gains.evaluation = null;
            refresh();
          }}
        />
      )}
    </div>
  );
}
