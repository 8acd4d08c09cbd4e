import { type PuppetFile, readChain } from '@leib/puppet';
import { Fold } from '../../../ui/PanelParts.js';
import { plotPoints } from '../../../world/meter.js';
import { ListRow } from './form.js';
import type { PuppetTabProps } from './puppetTab.js';

type PuppetChain = PuppetFile['chains'][number];

export const solvers: readonly {
  readonly value: PuppetChain['solver'];
  readonly label: string;
  readonly help: string;
}[] = [
  { value: 'ccd', label: 'CCD', help: 'Cyclic coordinate descent: quick, quiet, keeps limits at every step' },
  {
    value: 'jacobian',
    label: 'Jacobian',
    help: 'Pseudo-inverse: a stretched chain whose goal is out of reach oscillates',
  },
  { value: 'damped', label: 'Damped', help: 'Damped least squares: the Jacobian without its oscillation' },
  { value: 'fabrik', label: 'FABRIK', help: 'Forward and backward reaching: smooth bends' },
];

/** Full height of the plot, millimetres. */
const FULL_MM = 40;

/** What follows a grip: the solver of each chain, and how far it is from its goal. */
export function Chains({ controller }: PuppetTabProps) {
  const { chains } = controller.document.file;
  if (chains.length === 0) return null;
  return (
    <Fold title="Chains and their solvers" className="chains">
      <p className="hint">
        Drag a ring farther than the chain reaches to compare them: the line is the way back and forth of each frame.
      </p>
      {chains.map((chain) => (
        <ChainRow key={chain.name} controller={controller} chain={chain} />
      ))}
    </Fold>
  );
}

function ChainRow({ controller, chain }: Pick<PuppetTabProps, 'controller'> & { readonly chain: PuppetChain }) {
  const { model, state } = controller.player;
  const number = model.file.chains.findIndex(({ name }) => name === chain.name);
  const readout = number < 0 ? null : readChain(model.chains, state.chains, number);
  const { error, swing } = controller.chainMeters.of(chain.name);
  const set = (solver: string) =>
    controller.edit(`solver of ${chain.name}`, (file) => ({
      ...file,
      chains: file.chains.map((each) =>
        each.name === chain.name ? { ...each, solver: solver as PuppetChain['solver'] } : each,
      ),
    }));
  return (
    <div className="chain-row">
      <ListRow
        label={chain.name}
        accessibleName={`Solver of ${chain.name}`}
        value={chain.solver}
        options={solvers}
        onChange={set}
      />
      <svg viewBox="0 0 300 44" className="chain-plot" role="img" aria-label={`Error and oscillation of ${chain.name}`}>
        <polyline points={plotPoints(error, 300, 44, FULL_MM)} className="error" />
        <polyline points={plotPoints(swing, 300, 44, FULL_MM)} className="swing" />
      </svg>
      <small>
        {readout
          ? `${(readout.positionError * 1000).toFixed(1)} mm from its goal, back and forth ${(readout.oscillation * 1000).toFixed(2)} mm`
          : 'Not built'}
      </small>
    </div>
  );
}
