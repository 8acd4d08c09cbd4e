import { useRef } from 'react';
import { FileInput } from '../../../ui/FileInput.js';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import { meanOf, medianOf, plotPoints } from '../../../world/meter.js';
import type { FitMeters } from '../actor/fitMeters.js';
import { loadSettingFile } from '../settings/loadSettingFile.js';
import { dhOfFile } from '../settings/skeletonFile.js';
import { ExpertAngles } from './ExpertAngles.js';
import type { MocapTabProps } from './mocapTab.js';
import { orNotice } from './orNotice.js';

const PLOT = { width: 320, height: 54, fullMm: 40 } as const;

/** How bodies become a skeleton: method, filter, and how well the result fits. */
export function SolveTab({ controller, refresh }: MocapTabProps) {
  const { settings, meters } = controller;
  const idle = controller.solvesNothing;
  return (
    <>
      {idle === null ? <Fit meters={meters} /> : <p className="hint">{idle}</p>}
      <section aria-label="Method">
        {idle === null &&
          ['method', 'smoothingMs', 'predictMs', 'swaps'].map((name) => (
            <SettingControl key={name} settings={settings} name={name} />
          ))}
        <SkeletonRow {...{ controller, refresh }} />
      </section>
      {idle === null && <ExpertAngles controller={controller} />}
    </>
  );
}

/** Mean residual of the last seconds, as numbers and as a plot. */
function Fit({ meters }: { readonly meters: FitMeters }) {
  return (
    <section aria-label="Fit">
      <dl className="figures">
        <div title="Mean distance of the measured bodies from where the skeleton has them, over the last seconds">
          <dt>Residual</dt>
          <dd>
            <output data-testid="mean-residual">{meanOf(meters.residualMm).toFixed(1)}</output> mm
          </dd>
        </div>
        <div title="The same as a turn">
          <dt>Turn</dt>
          <dd>{meanOf(meters.residualDeg).toFixed(1)}°</dd>
        </div>
        <div title="Median time of solving a frame">
          <dt>Time</dt>
          <dd>{Math.round(medianOf(meters.solve) * 1000)} µs</dd>
        </div>
      </dl>
      <svg
        className="residual-plot"
        viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
        role="img"
        aria-label="Mean residual over the last seconds"
      >
        <title>{`Mean residual over the last seconds; the top is ${PLOT.fullMm} mm`}</title>
        <polyline points={plotPoints(meters.residualMm, PLOT.width, PLOT.height, PLOT.fullMm)} />
      </svg>
    </section>
  );
}

/** The skeleton that is solved: the default one, or a file's. */
function SkeletonRow({ controller, refresh }: MocapTabProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const { skeleton } = controller.settings.values();
  const { layout } = dhOfFile(skeleton);
  const { length } = layout.dofs;
  return (
    <>
      <p className="status-line" data-testid="skeleton">
        Skeleton: {skeleton ? skeleton.name : 'default'}, {length} angles.
      </p>
      <div className="row buttons">
        <button
          type="button"
          title="Another skeleton as a file of links (leib-dh/1); leib mocap skeleton writes one to start from"
          onClick={() => fileInput.current?.click()}
        >
          Load …
        </button>
        <button
          type="button"
          title="The default skeleton again"
          disabled={skeleton === null}
          onClick={() => controller.setSkeleton(null)}
        >
          Default
        </button>
      </div>
      <FileInput
        inputRef={fileInput}
        label="Skeleton file"
        accept=".json"
        onFile={(file) => void orNotice(loadSettingFile(controller, 'skeleton', file)).then(refresh)}
      />
    </>
  );
}
