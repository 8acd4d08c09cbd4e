import { useState } from 'react';
import { useIsExpert } from '../../../ui/pageStore.js';
import type { MocapTabProps } from './mocapTab.js';

/** Residuals of this many millimetres fill the bar. */
const FULL_MM = 30;

/** Markers of a C3D file: how far each is from where the fitted body has it, now and over the whole file. */
export function MarkerList({ controller }: MocapTabProps) {
  const [isByResidual, setByResidual] = useState(true);
  const isExpert = useIsExpert();
  const { fitted } = controller.markers;
  if (!fitted) return null;
  const { markers, report } = fitted.fit;
  const now = fitted.residuals();
  const rows = markers.map((marker, i) => ({ ...marker, now: now[i] }));
  if (isByResidual) rows.sort((a, b) => b.mean - a.mean);
  return (
    <>
      <dl className="figures">
        <div title="Mean over all markers and frames" hidden={!isExpert}>
          <dt>Residual</dt>
          <dd>
            <output data-testid="marker-residual">{(report.meanResidual * 1000).toFixed(1)}</output> mm
          </dd>
        </div>
        <div title="Stature of the person whose lengths were found">
          <dt>Height</dt>
          <dd>{report.stature.toFixed(2)} m</dd>
        </div>
        <div title="Markers that sit on a bone">
          <dt>Markers</dt>
          <dd>{markers.length}</dd>
        </div>
      </dl>
      <ul className="remarks" aria-label="Remarks">
        {report.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <section aria-label="Markers">
        <div className="row">
          <h3>Markers</h3>
          <button
            type="button"
            className="small"
            title="The order of the list"
            onClick={() => setByResidual(!isByResidual)}
          >
            {isByResidual ? 'Worst first' : 'As in the file'}
          </button>
        </div>
        <table className="marker-table">
          <thead>
            <tr>
              <th scope="col">Marker</th>
              <th scope="col">Bone</th>
              <th scope="col" title="Now, and the mean over the file">
                {isExpert ? 'Now, mean' : 'Fit'}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, bone, mean, now: distance }) => (
              <tr key={label} data-look={Number.isFinite(distance) ? 'seen' : 'lost'}>
                <th scope="row">
                  <span className="lamp" aria-hidden />
                  {label}
                </th>
                <td>{bone}</td>
                <td className="residual">
                  <span className="bar" aria-hidden>
                    <span style={{ width: `${Math.min(100, ((distance || 0) * 1e5) / FULL_MM)}%` }} />
                  </span>
                  <span hidden={!isExpert && Number.isFinite(distance)}>
                    {Number.isFinite(distance) ? `${(distance * 1000).toFixed(1)}` : 'lost'}, {(mean * 1000).toFixed(1)}{' '}
                    mm
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
