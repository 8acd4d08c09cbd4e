import { type PuppetChain, removeChain } from '@leib/puppet';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../../ui/IconButton.js';
import { solvers } from '../../panel/Chains.js';
import type { PuppetEditor } from '../puppetEditor.js';
import { EditSlider, Segments, Switch } from './fields.js';

interface ChainCardProps {
  readonly editor: PuppetEditor;
  readonly chain: PuppetChain;
}

const ends = [
  { value: 'fixed', label: 'Fixed', help: 'It stays where it is' },
  { value: 'free', label: 'Free', help: 'It comes along when the chain is pulled' },
] as const;

/** How a chain follows its grips. */
export function ChainCard({ editor, chain }: ChainCardProps) {
  const set = (what: string, changes: Partial<PuppetChain>, gesture: string | null = null) =>
    editor.attempt(
      `${what} of ${chain.name}`,
      (file) => ({
        ...file,
        chains: file.chains.map((each) => (each.name === chain.name ? { ...each, ...changes } : each)),
      }),
      gesture,
    );
  const { wave } = chain;
  return (
    <section aria-label={`Chain ${chain.name}`} className="chain-card">
      <div className="row">
        <h3>Chain {chain.name}</h3>
        <IconButton
          icon={Trash2}
          label={`Remove the chain ${chain.name} with its grips; its parts stay`}
          tone="danger"
          onClick={() => editor.attempt(`remove chain ${chain.name}`, (file) => removeChain(file, chain.name))}
        />
      </div>
      <p className="hint">{chain.parts.join(' → ')}</p>
      <div className="row">
        <span>Beginning</span>
        <Segments
          label={`Beginning of ${chain.name}`}
          value={chain.root}
          options={ends}
          onChange={(root) => set('beginning', { root })}
        />
      </div>
      <div className="row">
        <span>End</span>
        <Segments
          label={`End of ${chain.name}`}
          value={chain.tip}
          options={ends}
          onChange={(tip) => set('end', { tip })}
        />
      </div>
      <label className="row">
        <span>Solver</span>
        <select
          value={chain.solver}
          title={solvers.find(({ value }) => value === chain.solver)?.help}
          onChange={(event) => set('solver', { solver: event.target.value as PuppetChain['solver'] })}
        >
          {solvers.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Switch
        label="Wave"
        help="A jerk at one joint runs along the chain"
        isOn={wave !== null}
        onChange={(isOn) => set('wave', { wave: isOn ? { speed: 8, kept: 0.8 } : null })}
      />
      {wave && (
        <>
          <EditSlider
            controller={editor.controller}
            label="Joints a second"
            help="How quickly the wave runs"
            value={wave.speed}
            range={[0.5, 60, 0.5]}
            onChange={(speed) => set('wave', { wave: { ...wave, speed } }, `wave speed ${chain.name}`)}
          />
          <EditSlider
            controller={editor.controller}
            label="Kept at each joint"
            help="Share of the jerk that goes on to the next joint"
            value={wave.kept}
            scale={100}
            unit="%"
            range={[0, 100, 1]}
            onChange={(kept) => set('wave', { wave: { ...wave, kept } }, `wave kept ${chain.name}`)}
          />
        </>
      )}
    </section>
  );
}
