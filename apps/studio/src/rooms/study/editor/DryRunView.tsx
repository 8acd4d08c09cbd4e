import type { StudySetup } from '@leib/study';
import type { DryRunProgress, DryRunReport } from '@leib/study/editor';
import { useEffect, useRef, useState } from 'react';
import type { WorkerJob } from '../../../files/workerJob.js';
import { Button } from '../../../ui/Button.js';
import { Toggle } from '../../../ui/controls.js';
import { explainError } from '../../../ui/explainError.js';
import { NumberField } from '../../../ui/NumberField.js';
import { Refusal } from '../../../ui/PanelParts.js';
import { startDryRun } from './startDryRun.js';

interface Found {
  readonly report: DryRunReport;
  readonly hasForces: boolean;
  /** Of the study as it was then. */
  readonly setup: StudySetup;
  readonly seconds: number;
}

const forces = {
  kind: 'toggle',
  label: 'Bodies are moved by forces',
  help: 'As the study says; that takes longer. Without it bodies are the tracked pose, and latency is in the answers alone',
  initial: false,
} as const;

/** The same study with bodies that no forces move. */
function withoutForces({ protocol, questionnaires }: StudySetup): StudySetup {
  return { questionnaires, protocol: { ...protocol, body: { ...protocol.body, kind: 'kinematic' } } };
}

/** A simulated participant goes through the whole study, faster than a person could. */
export function DryRunView({ setup }: { readonly setup: StudySetup }) {
  const [number, setNumber] = useState(1);
  const [hasForces, setForces] = useState(false);
  const [progress, setProgress] = useState<DryRunProgress | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const job = useRef<WorkerJob<DryRunReport> | null>(null);
  useEffect(() => () => job.current?.cancel(), []);
  const run = async () => {
    setProblem(null);
    setProgress({ step: 'Opening bodies …', index: 0, steps: 1, minutes: 0 });
    const begunMs = performance.now();
    try {
      job.current = startDryRun(hasForces ? setup : withoutForces(setup), number - 1, setProgress);
      const report = await job.current.result;
      if (report) setFound({ report, setup, hasForces, seconds: (performance.now() - begunMs) / 1000 });
    } catch (error) {
      setProblem(explainError(error));
    } finally {
      job.current = null;
      setProgress(null);
    }
  };
  return (
    <div className="study-dry">
      <p>
        A simulated participant agrees, reads, moves and answers as they are able to. Nothing of it goes to the server.
      </p>
      {setup.protocol.body.kind === 'simulated' && <Toggle control={forces} value={hasForces} onChange={setForces} />}
      <div className="study-view-tools">
        <NumberField
          label="As participant"
          help="Their place in the order of conditions"
          value={number}
          min={1}
          max={setup.protocol.participants}
          onChange={(next) => next !== null && setNumber(Math.round(next))}
        />
        {progress ? (
          <Button className="small" title="Ends it at once" onClick={() => job.current?.cancel()}>
            Cancel
          </Button>
        ) : (
          <Button className="small" title="From the consent to the end" onClick={() => void run()}>
            Start the dry run
          </Button>
        )}
      </div>
      {progress && (
        <>
          <progress aria-label="Dry run" max={progress.steps} value={progress.index} />
          <p className="hint" role="status">
            {progress.step}
            {progress.minutes > 0 && `, minute ${progress.minutes.toFixed(1)} of the session`}
          </p>
        </>
      )}
      {problem && <Refusal>{problem}</Refusal>}
      {found && <Report {...found} isOld={found.setup !== setup} />}
    </div>
  );
}

function Report({ report, seconds, hasForces, setup, isOld }: Found & { readonly isOld: boolean }) {
  const { hasEnded, stepsDone, steps, minutes, events, problems, means } = report;
  return (
    <section aria-label="Result of the dry run">
      <p role="status">
        <strong>{hasEnded ? 'It came to the end.' : 'It did not come to the end.'}</strong> {stepsDone} of {steps}{' '}
        steps, {minutes.toFixed(1)} minutes of session in {seconds.toFixed(0)} s, {events} events.
        {!hasForces && setup.protocol.body.kind === 'simulated' && ' Bodies were not moved by forces.'}
        {isOld && ' The study was changed since.'}
      </p>
      {problems.map((problem) => (
        <Refusal key={problem}>{problem}</Refusal>
      ))}
      {means.length === 0 && <p className="hint">Nothing differs between conditions, or there are none.</p>}
      {means.length > 0 && (
        <div className="study-scroll">
          <table>
            <caption>
              Means by condition; of one simulated participant, they say that the study works, and no more
            </caption>
            <tbody>
              {means.map(({ factor, task, measure, byCondition }) => (
                <tr key={`${factor} ${task} ${measure}`}>
                  <th scope="row">
                    {task}: {measure}
                  </th>
                  {byCondition.map(([condition, mean]) => (
                    <td key={condition}>
                      {condition} <strong>{Number.isFinite(mean) ? mean.toFixed(2) : '–'}</strong>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
