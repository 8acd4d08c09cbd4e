import { heatColour, heatScale, measureNames } from '@leib/body';
import { useStore } from 'zustand';
import { Notes } from '../../../ui/PanelParts.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import { measureLabel, showDifference, showMeasure, type Units, unitOf } from '../measureWords.js';
import type { ShownBody, ShownOther } from '../worker/bodyServiceTypes.js';
import type { BodyProps } from './BodyWorkCard.js';
import { ComparisonSection } from './ComparisonSection.js';
import { FittedScanCard } from './FilesTab.js';
import { OthersList } from './OthersList.js';
import { PeopleSection } from './PeopleSection.js';

/** The other bodies: choice, arrangement and differences from the first; for experts tables, pictures and charts of all. */
export function CompareTab({ controller }: BodyProps) {
  const { settings, others } = controller;
  const { heatMap, units } = settings.values();
  const isExpert = useIsExpert();
  const shown = useStore(controller.state, (state) => state.shown);
  const fitted = useStore(controller.state, (state) => state.fitted);
  const second = useStore(controller.state, (state) => state.shown?.others[state.selected]?.shown ?? null);
  const hasMap = second?.distances != null;
  return (
    <>
      <OthersList controller={controller} />
      {fitted && <FittedScanCard controller={controller} fitted={fitted} />}
      {(['arrangement', 'sameStature', 'heatMap', 'boxes', 'dots'] as const).map((name) => (
        <SettingControl
          key={name}
          settings={settings}
          name={name}
          isDisabled={name === 'heatMap' ? !hasMap : !second}
        />
      ))}
      <Notes notes={second?.notes} />
      {second && hasMap && <Distances other={second} isMapped={heatMap} />}
      {second && shown?.body && <Differences controller={controller} body={shown.body} other={second} units={units} />}
      {others.length === 0 && <p className="hint">Add a body to compare {controller.body.name || 'this one'} with.</p>}
      {isExpert && others.length > 0 && <ComparisonSection controller={controller} />}
      {isExpert && <PeopleSection controller={controller} />}
    </>
  );
}

const millimetres = (metres: number) => (metres * 1000).toFixed(1);

/** Distances between the surfaces, and the legend of the heat map. */
function Distances({ other, isMapped }: { readonly other: ShownOther; readonly isMapped: boolean }) {
  const scale = heatScale(other.maxDistance);
  return (
    <div className="distances">
      <p>
        Surfaces: mean <strong data-testid="mean-distance">{millimetres(other.meanDistance)} mm</strong>, most{' '}
        <strong>{millimetres(other.maxDistance)} mm</strong>
      </p>
      {isMapped && (
        <div className="legend" aria-label="Colours of the heat map" role="img">
          <span style={{ background: heatGradient }} />
          <small>0</small>
          <small>{Math.round(scale * 500)}</small>
          <small>{Math.round(scale * 1000)} mm</small>
        </div>
      )}
    </div>
  );
}

const heatGradient = (() => {
  const colour = new Float32Array(3);
  const encode = (linear: number) =>
    Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
  const stops = Array.from({ length: 9 }, (_, i) => {
    heatColour(i / 8, colour, 0);
    return `rgb(${[...colour].map(encode).join(' ')})`;
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
})();

interface DifferencesProps extends BodyProps {
  readonly body: ShownBody;
  readonly other: ShownOther;
  readonly units: Units;
}

function Differences({ controller, body, other, units }: DifferencesProps) {
  return (
    <table className="measure-table differences" aria-label="Differences">
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col" title={body.name}>
            First
          </th>
          <th scope="col" title={other.name}>
            Second
          </th>
          <th scope="col" title="Second minus first">
            Δ
          </th>
        </tr>
      </thead>
      <tbody>
        {measureNames.map((name, index) => {
          const theirs = other.measured[index];
          return (
            <tr
              key={name}
              onPointerEnter={() => controller.pointAt(name)}
              onPointerLeave={() => controller.pointAt(null)}
            >
              <th scope="row">{measureLabel(name)}</th>
              <td>
                {Number.isNaN(body.measured[index]) ? '–' : showMeasure(name, body.measured[index], units)}{' '}
                <span className="unit">{unitOf(name, units)}</span>
              </td>
              <td>
                {theirs === null ? '–' : showMeasure(name, theirs, units)}{' '}
                <span className="unit">{unitOf(name, units)}</span>
              </td>
              <td className="difference">
                {theirs === null || Number.isNaN(body.measured[index])
                  ? ''
                  : showDifference(name, theirs - body.measured[index], units)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
