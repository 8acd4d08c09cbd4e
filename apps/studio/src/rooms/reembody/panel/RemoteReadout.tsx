import type { HumanoidBone } from '@leib/core';
import { PersonStanding, RotateCcw } from 'lucide-react';
import { fixedText } from '../../../ui/fixedText.js';
import { IconButton } from '../../../ui/IconButton.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import type { ReembodyController } from '../reembodyController.js';
import { type BodyFigures, type JointPlots, PLOT, type PlotFigures } from '../reembodyFigures.js';
import { boneLabel } from '../settings/boneLabel.js';
import { useReembody } from './useReembody.js';
import './remoteReadout.css';

/** What the remote body does: how far it is from its target, how hard it works, and how long a frame takes. */
export default function RemoteReadout() {
  const room = useReembody();
  const isExpert = useIsExpert();
  if (!room?.controller.simulation) return null;
  const { controller, figures } = room;
  const { built, body } = figures;
  if (!built || !body) {
    return (
      <section className="remote-readout card" aria-label="Second body">
        <p className="muted">Building the second body …</p>
      </section>
    );
  }
  if (!isExpert) {
    return (
      <section className="remote-readout plain" aria-label="Second body">
        <button
          type="button"
          className="with-icon card"
          title="Ball, boxes and door go back to where they were"
          onClick={() => controller.simulation?.resetObjects()}
        >
          <RotateCcw size={16} strokeWidth={1.9} aria-hidden />
          Put things back
        </button>
        <Troubles body={body} controller={controller} />
      </section>
    );
  }
  return (
    <section className="remote-readout card" aria-label="Second body">
      <Plots {...body.plots} controller={controller} />
      <Figures body={body} clientCount={built.clientCount} />
      <Troubles body={body} controller={controller} />
    </section>
  );
}

function Plots({
  bones,
  plotted,
  error,
  torque,
  controller,
}: JointPlots & { readonly controller: ReembodyController }) {
  return (
    <>
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
        <IconButton icon={RotateCcw} label="Put things back" onClick={() => controller.simulation?.resetObjects()} />
      </div>
      <Plot label={plotted ? 'Error' : 'Mean error'} unit="°" id="remote-error" plot={error} />
      <Plot label={plotted ? 'Torque' : 'Largest torque'} unit="N m" id="remote-torque" plot={torque} />
    </>
  );
}

/** What went wrong, and how a body that has fallen gets up. */
function Troubles({ body, controller }: { readonly body: BodyFigures; readonly controller: ReembodyController }) {
  return (
    <>
      {body.isFallen && (
        <button
          type="button"
          className="with-icon card"
          title="It has fallen: put it on its feet where you are"
          onClick={() => controller.standUp()}
        >
          <PersonStanding size={16} strokeWidth={1.9} aria-hidden />
          Stand up
        </button>
      )}
      {body.troubles.length > 0 && <p className="trouble">{body.troubles.join(' ')}</p>}
    </>
  );
}

function Figures({ body, clientCount }: { readonly body: BodyFigures; readonly clientCount: number }) {
  return (
    <dl>
      <dt>Delay</dt>
      <dd data-testid="remote-delay">{body.delayMs.toFixed(0)} ms</dd>
      <dt>Runs</dt>
      <dd data-testid="remote-where">{whereText(body.where, clientCount)}</dd>
      <dt className="detail">Step</dt>
      <dd
        className="detail"
        data-testid="remote-step"
        title="Time that the simulation of one frame takes where it runs"
      >
        {body.stepMs.toFixed(2)} ms
      </dd>
      <dt>Round trip</dt>
      <dd data-testid="remote-round-trip" title="From sending a target to having the body’s pose, the median">
        {body.roundTripMs.toFixed(1)} ms
      </dd>
      <dt className="detail">· 95 % below</dt>
      <dd className="detail" data-testid="remote-round-trip-95" title="Only one frame in twenty takes longer">
        {body.roundTripMostMs.toFixed(1)} ms
      </dd>
      <dt className="detail">· over there</dt>
      <dd
        className="detail"
        data-testid="remote-there"
        title="Of the round trip, the time in the worker or on the server; the rest is the way"
      >
        {body.thereMs.toFixed(1)} ms
      </dd>
      <dt className="detail">Contacts</dt>
      <dd className="detail">{body.contactCount}</dd>
      <dt className="detail">Apart</dt>
      <dd className="detail" title="Largest gap between two parts at their joint">
        {fixedText(body.apartMm, 1)} mm
      </dd>
    </dl>
  );
}

interface PlotProps {
  readonly label: string;
  readonly unit: string;
  readonly id: string;
  readonly plot: PlotFigures;
}

function Plot({ label, unit, id, plot: { mean, top, points } }: PlotProps) {
  return (
    <figure title={`The last frames, 0 to ${top.toFixed(0)} ${unit}`}>
      <figcaption>
        {label}
        <output data-testid={id}>
          {fixedText(mean, unit === '°' ? 2 : 0)} {unit}
        </output>
      </figcaption>
      <svg width={PLOT.width} height={PLOT.height} aria-hidden>
        <polyline points={points} />
      </svg>
    </figure>
  );
}

function whereText(where: string, clientCount: number): string {
  if (where === 'worker') return 'in this page';
  return clientCount > 1 ? `on the server, ${clientCount} people` : 'on the server';
}
