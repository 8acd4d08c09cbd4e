import type { HumanoidBone } from '@leib/core';
import { outputAt } from '@leib/reembody';
import { RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../../../ui/IconButton.js';
import { useIsExpert } from '../../../ui/level.js';
import { notify } from '../../../ui/noticesStore.js';
import { type Meter, meanOf, medianOf, quantileOf } from '../../../world/meter.js';
import { plotPoints } from '../../../world/plotPoints.js';
import { boneLabel } from '../settings/boneLabel.js';
import type { RemoteSimulation } from '../simulation/remoteSimulation.js';
import { useReembodyController } from './useReembodyController.js';
import './remoteReadout.css';
import { fixedText } from '../../../ui/fixedText.js';

const PLOT = { width: 210, height: 38 } as const;

/** What the remote body does: how far it is from its target, how hard it works, and how long a frame takes. */
export default function RemoteReadout() {
  const controller = useReembodyController();
  const isExpert = useIsExpert();
  useEffect(() => controller?.setNotify(notify), [controller]);
  const simulation = controller?.simulation;
  if (!controller || !simulation) return null;
  const { built, output } = simulation;
  if (!built || !output) {
    return (
      <section className="remote-readout card" aria-label="Second body">
        <p className="muted">Building the second body …</p>
      </section>
    );
  }
  const troubles = troublesOf(output, built.body.settings.control.root === 'balance');
  if (!isExpert) {
    return (
      <section className="remote-readout plain" aria-label="Second body">
        <button
          type="button"
          className="with-icon card"
          title="Ball, boxes and door go back to where they were"
          onClick={() => simulation.resetObjects()}
        >
          <RotateCcw size={16} strokeWidth={1.9} aria-hidden />
          Put things back
        </button>
        {troubles && <p className="trouble">{troubles}</p>}
      </section>
    );
  }
  const bones = built.body.drives.map(({ bone }) => bone);
  const plotted = controller.plotted !== null && bones.includes(controller.plotted) ? controller.plotted : null;
  return (
    <section className="remote-readout card" aria-label="Second body">
      <div className="row">
        <select
          aria-label="Plotted joint"
          value={plotted ?? ''}
          onChange={(event) => {
            controller.plotted = event.target.value === '' ? null : (event.target.value as HumanoidBone);
          }}
        >
          <option value="">All joints</option>
          {bones.map((bone) => (
            <option key={bone} value={bone}>
              {boneLabel(bone)}
            </option>
          ))}
        </select>
        <IconButton icon={RotateCcw} label="Put things back" onClick={() => simulation.resetObjects()} />
      </div>
      <Plot
        label={plotted ? 'Error' : 'Mean error'}
        unit="°"
        id="remote-error"
        meter={controller.meters.error}
        least={5}
      />
      <Plot
        label={plotted ? 'Torque' : 'Largest torque'}
        unit="N m"
        id="remote-torque"
        meter={controller.meters.torque}
        least={50}
      />
      <Figures simulation={simulation} built={built} output={output} />
      {troubles && <p className="trouble">{troubles}</p>}
    </section>
  );
}

interface FiguresProps {
  readonly simulation: RemoteSimulation;
  readonly built: NonNullable<RemoteSimulation['built']>;
  readonly output: NonNullable<RemoteSimulation['output']>;
}

function Figures({ simulation, built, output }: FiguresProps) {
  return (
    <dl>
      <dt>Delay</dt>
      <dd data-testid="remote-delay">{(output[outputAt.effectiveDelay] * 1000).toFixed(0)} ms</dd>
      <dt>Runs</dt>
      <dd data-testid="remote-where">{whereText(simulation.where, built.clientCount)}</dd>
      <dt className="detail">Step</dt>
      <dd
        className="detail"
        data-testid="remote-step"
        title="Time that the simulation of one frame takes where it runs"
      >
        {(output[outputAt.stepSeconds] * 1000).toFixed(2)} ms
      </dd>
      <dt>Round trip</dt>
      <dd data-testid="remote-round-trip" title="From sending a target to having the body’s pose, the median">
        {medianOf(simulation.roundTripMs).toFixed(1)} ms
      </dd>
      <dt className="detail">· 95 % below</dt>
      <dd className="detail" data-testid="remote-round-trip-95" title="Only one frame in twenty takes longer">
        {quantileOf(simulation.roundTripMs, 0.95).toFixed(1)} ms
      </dd>
      <dt className="detail">· over there</dt>
      <dd
        className="detail"
        data-testid="remote-there"
        title="Of the round trip, the time in the worker or on the server; the rest is the way"
      >
        {medianOf(simulation.thereMs).toFixed(1)} ms
      </dd>
      <dt className="detail">Contacts</dt>
      <dd className="detail">{output[outputAt.contactCount]}</dd>
      <dt className="detail">Apart</dt>
      <dd className="detail" title="Largest gap between two parts at their joint">
        {fixedText(output[outputAt.separation] * 1000, 1)} mm
      </dd>
    </dl>
  );
}

interface PlotProps {
  readonly label: string;
  readonly unit: string;
  readonly id: string;
  readonly meter: Meter;
  /** The scale's top, however small the values. */
  readonly least: number;
}

function Plot({ label, unit, id, meter, least }: PlotProps) {
  let top = least;
  for (let i = 0; i < meter.count; i++) top = Math.max(top, meter.samples[i]);
  return (
    <figure title={`The last frames, 0 to ${top.toFixed(0)} ${unit}`}>
      <figcaption>
        {label}
        <output data-testid={id}>
          {fixedText(meanOf(meter), unit === '°' ? 2 : 0)} {unit}
        </output>
      </figcaption>
      <svg width={PLOT.width} height={PLOT.height} aria-hidden>
        <polyline points={plotPoints(meter, PLOT.width, PLOT.height, top)} />
      </svg>
    </figure>
  );
}

function whereText(where: 'worker' | 'server', clientCount: number): string {
  if (where === 'worker') return 'in this page';
  return clientCount > 1 ? `on the server, ${clientCount} people` : 'on the server';
}

function troublesOf(output: Float64Array, isBalancing: boolean): string | null {
  const list = [
    ...(isBalancing && output[outputAt.isFallen] > 0 ? ['Fallen. Choose another carrier to get up.'] : []),
    ...(output[outputAt.resets] > 0 ? [`The engine began anew ${output[outputAt.resets]} times.`] : []),
    ...(output[outputAt.nans] > 0 ? [`${output[outputAt.nans]} poses were not numbers.`] : []),
    ...(output[outputAt.refused] > 0 ? [`${output[outputAt.refused]} targets were not numbers.`] : []),
  ];
  return list.length > 0 ? list.join(' ') : null;
}
