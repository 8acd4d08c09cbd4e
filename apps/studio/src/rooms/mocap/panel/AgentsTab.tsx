import { type AgentMethod, agentMethods } from '@leib/three/agents';
import { FileUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FileInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import { meanOf } from '../../../world/meter.js';
import { type AgentChoice, agentLabels } from '../mocapShape.js';
import { DisplaysSection } from './DisplaysSection.js';
import { HandsAndFaceSection } from './HandsAndFaceSection.js';
import type { MocapTabProps } from './mocapTab.js';

/** Whom the motion moves, how it goes over to them, how their skin bends, and what a crowd costs. */
export function AgentsTab(props: MocapTabProps) {
  const { controller } = props;
  const { settings } = controller;
  const isExpert = useIsExpert();
  return (
    <>
      <section aria-label="Agent">
        <AgentPicker {...props} />
        {controller.agents.problem && (
          <p className="refusal" role="alert">
            {controller.agents.problem}
          </p>
        )}
        <SettingControl settings={settings} name="transfer" />
        {isExpert && <TransferTable {...props} />}
      </section>
      {isExpert && (
        <section aria-label="Skin">
          <SettingControl settings={settings} name="skinning" />
          <VolumeTable {...props} />
        </section>
      )}
      <HandsAndFaceSection {...props} />
      <section aria-label="Crowd">
        <SettingControl settings={settings} name="crowd" />
        {isExpert && <CrowdCost {...props} />}
      </section>
      <DisplaysSection {...props} />
    </>
  );
}

function AgentPicker({ controller, refresh }: MocapTabProps) {
  const { settings, agents } = controller;
  const fileInput = useRef<HTMLInputElement>(null);
  const { agent } = settings.values();
  const shown = Object.entries(agentLabels).filter(
    ([value]) => value !== 'file' || agents.file !== null || agent === 'file',
  );
  return (
    <div className="row agent-picker">
      <label htmlFor="mocap-agent">Character</label>
      <select
        id="mocap-agent"
        title="Whom the motion moves: the default person and others of its mesh, people of the room Body, your own"
        value={agent}
        onChange={({ target }) => controller.chooseAgent(target.value as AgentChoice)}
      >
        {shown.map(([value, label]) => (
          <option key={value} value={value}>
            {value === 'file' ? (agents.file?.name ?? label) : label}
          </option>
        ))}
      </select>
      <IconButton
        icon={FileUp}
        label="A character of your own: VRM or rigged GLB"
        onClick={() => fileInput.current?.click()}
      />
      <FileInput
        inputRef={fileInput}
        label="Agent file"
        accept=".vrm,.glb,.gltf"
        onFile={(file) => void controller.showAgentFile(file).then(refresh)}
      />
    </div>
  );
}

/** What takes longer than a frame has is measured while somebody looks at it. */
function useWatchedFigures({ controller, refresh }: MocapTabProps): void {
  useEffect(() => {
    const end = controller.watchFigures();
    refresh();
    return end;
  }, [controller, refresh]);
}

const centimetres = (metres: number, unit: string) =>
  Number.isFinite(metres) ? `${(metres * 100).toFixed(1)} ${unit}` : '–';

/** What a transfer keeps, both ways, over the last seconds. */
function TransferTable({ controller, refresh }: MocapTabProps) {
  useWatchedFigures({ controller, refresh });
  const { figures } = controller.transfer;
  const { transfer } = controller.settings.values();
  if (!figures)
    return <p className="hint">Slide and contacts are measured once the character has moved for a few seconds.</p>;
  const { angles, contacts } = figures;
  const rows = [
    {
      label: 'Feet slide',
      help: 'Mean speed of heels and toes along the floor while the actor’s are planted',
      of: ({ footSlide }: typeof angles) => centimetres(footSlide, 'cm/s'),
    },
    {
      label: 'Hands off the body',
      help: 'How far a palm is from what the actor’s palm touches: body, floor, other palm. A dash: nothing was touched',
      of: ({ body, floor, palms }: typeof angles) => {
        const touched = [body, floor, palms].filter(({ count }) => count > 0);
        const count = touched.reduce((sum, each) => sum + each.count, 0);
        return centimetres(touched.reduce((sum, each) => sum + each.mean * each.count, 0) / count, 'cm');
      },
    },
  ];
  return (
    <table className="figure-table" aria-label="What the transfer keeps">
      <thead>
        <tr>
          <th scope="col">Last seconds</th>
          <th scope="col" data-active={transfer === 'angles'}>
            By angles
          </th>
          <th scope="col" data-active={transfer === 'contacts'}>
            Contacts kept
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, help, of }) => (
          <tr key={label} title={help}>
            <th scope="row">{label}</th>
            <td data-active={transfer === 'angles'}>{of(angles)}</td>
            <td data-active={transfer === 'contacts'}>{of(contacts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const methodLabels: Readonly<Record<AgentMethod, string>> = {
  segments: 'Segments',
  linear: 'Linear',
  dualQuaternion: 'Dual quaternion',
};

/** Volume of the arm around a bent elbow, against the straight one. */
function VolumeTable({ controller, refresh }: MocapTabProps) {
  const { skinning } = controller.settings.values();
  useWatchedFigures({ controller, refresh });
  const volumes = controller.agents.elbowVolumes;
  if (!volumes) return null;
  return (
    <table className="figure-table" aria-label="Volume kept at the elbow">
      <thead>
        <tr>
          <th scope="col">Volume at the elbow</th>
          {volumes.degrees.map((degrees) => (
            <th key={degrees} scope="col" title={`The elbow bent by ${degrees}°`}>
              {degrees}°
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {agentMethods.map((method) => (
          <tr key={method} title="Share of the straight arm’s volume that is left around the bent elbow">
            <th scope="row" data-active={method === skinning}>
              {methodLabels[method]}
            </th>
            {volumes.kept[method].map((kept, i) => (
              <td
                key={volumes.degrees[i]}
                data-active={method === skinning}
                data-testid={`volume-${method}-${volumes.degrees[i]}`}
              >
                {(kept * 100).toFixed(0)} %
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CrowdCost({ controller }: MocapTabProps) {
  const { agents } = controller;
  return (
    <dl className="figures">
      <div title="JavaScript per frame for the transfer to one agent; the crowd shows it at other moments">
        <dt>Transfer</dt>
        <dd>{meanOf(controller.transferCost).toFixed(2)} ms</dd>
      </div>
      <div title="JavaScript per frame for the crowd, since it was last changed: each agent’s angles, and the upload">
        <dt>Crowd</dt>
        <dd>{meanOf(agents.cost).toFixed(3)} ms</dd>
      </div>
      <div title="Draw calls of all agents together, shadows left out">
        <dt>Draw calls</dt>
        <dd data-testid="crowd-draws">{agents.drawCalls}</dd>
      </div>
      <div title="All that goes to the GPU per frame: 98 bytes an agent, 68 more for fingers, 162 for the face">
        <dt>To the GPU</dt>
        <dd data-testid="crowd-bytes">{agents.bytesPerFrame} B</dd>
      </div>
      <div title="A frame for one display: 100 bytes an agent (its number and angles), fingers and face with 4 more each, 56 for number, time and viewer">
        <dt>To a display</dt>
        <dd data-testid="display-bytes">{agents.bytesToDisplay} B</dd>
      </div>
    </dl>
  );
}
