import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button.js';
import type { OperatorLink, Station } from '../station/operatorLink.js';
import type { StudyController } from '../studyController.js';
import { OperatorActs } from './OperatorActs.js';
import { StepCard } from './StepCard.js';

interface OperatorViewProps {
  readonly controller: StudyController;
  readonly link: OperatorLink;
}

/** All stations of a study, and one of them as it is now. */
export function OperatorView({ controller, link }: OperatorViewProps) {
  const stations = controller.stations();
  const { chosen } = controller;
  return (
    <>
      <header className="row">
        <h2>Operator</h2>
        <Button className="small" title="Back to the participant’s page" onClick={() => controller.endOperating()}>
          Leave
        </Button>
      </header>
      <p className="study-kept" data-kept={link.room.state === 'open'} role="status">
        {link.room.figures().sentence}
      </p>
      {stations.length === 0 && (
        <p className="hint">
          Nobody takes part now. Who begins this study, on any machine of this server, appears here.
        </p>
      )}
      {stations.length > 0 && (
        <ul className="study-stations" aria-label="Stations">
          {stations.map((station) => (
            <StationLine
              key={station.id}
              station={station}
              isChosen={station.id === chosen?.id}
              controller={controller}
            />
          ))}
        </ul>
      )}
      {!link.mayOrder && (
        <p className="hint">
          This link shows the stations. Orders need the link of an operator: leib serve --operator.
        </p>
      )}
      {chosen && link.mayOrder && <OfStation station={chosen} link={link} />}
    </>
  );
}

interface StationLineProps {
  readonly station: Station;
  readonly isChosen: boolean;
  readonly controller: StudyController;
}

function StationLine({ station, isChosen, controller }: StationLineProps) {
  const { step, now, isAway, id } = station;
  const is = isAway ? 'away' : now.state === 'inStep' ? `step ${step.index + 1}/${step.count}` : now.state;
  return (
    <li>
      <Button
        className="small"
        aria-pressed={isChosen}
        title="Shows this station"
        onClick={() => controller.choose(id)}
      >
        <StationPicture canvas={controller.pictureOf(id)} />
        <span>
          {step.participant.slice(0, 6)} · {is}
        </span>
      </Button>
    </li>
  );
}

/** As it is drawn now. */
function StationPicture({ canvas }: { readonly canvas: HTMLCanvasElement }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(canvas);
  }, [canvas]);
  return <span ref={place} className="study-picture" aria-hidden />;
}

function OfStation({ station, link }: { readonly station: Station; readonly link: OperatorLink }) {
  const { step, now } = station;
  const follow = (order: Parameters<OperatorLink['send']>[1]) => link.send(station, order);
  const waiting = link.waitingFor(station);
  return (
    <div className="study-station">
      <OperatorActs key={`${station.id} acts`} step={step} now={now} follow={follow} />
      {waiting > 0 && <p className="hint">On its way to the station: {waiting}.</p>}
      <p className="study-kept" data-kept={now.isKept}>
        {now.kept}
      </p>
      {now.instruments && <p className="hint">{now.instruments}.</p>}
      <StepCard key={`${station.id} step`} step={step} now={now} follow={follow} isOperator />
    </div>
  );
}
