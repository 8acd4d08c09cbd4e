import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { saveFile } from '../../../files/saveFile.js';
import { choice } from '../../../files/settings.js';
import { Button } from '../../../ui/Button.js';
import { Choice } from '../../../ui/controls.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { Notes, Refusal } from '../../../ui/PanelParts.js';
import { chartOfOthers, drawPicture, savePictures, saveTable } from '../comparing.js';
import { distanceInWords } from '../measureWords.js';
import type { PictureRequest, ShownComparison } from '../worker/bodyServiceTypes.js';
import type { BodyProps } from './BodyWorkCard.js';
import { ChartPicture } from './PeopleSection.js';
import './comparison.css';

const tables = [
  { kind: 'pairsCsv', label: 'Pairs, CSV', help: 'Saves a CSV with one row for every pair and measure' },
  { kind: 'bodiesCsv', label: 'Bodies, CSV', help: 'Saves a CSV with one row for every body' },
  { kind: 'text', label: 'Text', help: 'Saves every pair as a table to read' },
] as const;

/** Tables, pictures and a chart of all bodies: the thesis's comparison (chapter 3.3). */
export function ComparisonSection({ controller }: BodyProps) {
  const comparison = useStore(controller.state, (state) => state.comparison);
  const problem = useStore(controller.state, (state) => state.comparisonProblem);
  const chart = comparison && chartOfOthers(comparison);
  return (
    <section aria-label="All bodies">
      <h3>All bodies</h3>
      <MeasuredBetween controller={controller} comparison={comparison} />
      {problem && <Refusal>{problem}</Refusal>}
      <Notes notes={comparison?.notes} />
      {comparison && (
        <>
          <AllValues comparison={comparison} />
          <div className="row buttons">
            {tables.map(({ kind, label, help }) => (
              <Button key={kind} title={help} onClick={() => saveTable(comparison, kind)}>
                {label}
              </Button>
            ))}
          </div>
          {chart && <ChartPicture chart={chart} />}
          <Pictures controller={controller} />
        </>
      )}
    </section>
  );
}

/** What is measured: files of vertices and distances, and circumferences at named places. */
function MeasuredBetween({ controller, comparison }: BodyProps & { readonly comparison: ShownComparison | null }) {
  const vertices = useStore(controller.state, (state) => state.vertices);
  const distances = useStore(controller.state, (state) => state.distances);
  const circumferences = useStore(controller.state, (state) => state.circumferences);
  const free = (comparison?.places ?? []).filter((place) => !circumferences.includes(place));
  const names = [...vertices, ...(distances ? [distances] : [])].map(({ name }) => name);
  return (
    <>
      <p className="hint">
        {names.length === 0
          ? 'Named points of Leib’s body and of SMPL, and the twelve distances of the thesis.'
          : `From ${names.join(', ')}.`}
      </p>
      <div className="row buttons">
        <OpenFile
          title="Text with lines “Name = index” (vertices) or “From, To, Name” (distances)"
          fileLabel="File of vertices or distances"
          accept=".txt"
          onFile={(file) => void controller.openFile(file)}
        >
          Vertices or distances …
        </OpenFile>
        <Button
          title="The built-in points and distances"
          disabled={names.length === 0}
          onClick={() => controller.state.setState({ vertices: [], distances: null })}
        >
          Built-in
        </Button>
      </div>
      <div className="row other">
        <select
          aria-label="Circumference at"
          title="Adds a circumference: a level cut at the height of a named point"
          value=""
          disabled={free.length === 0}
          onChange={(event) => controller.state.setState({ circumferences: [...circumferences, event.target.value] })}
        >
          <option value="" disabled>
            Add a circumference
          </option>
          {free.map((place) => (
            <option key={place}>{place}</option>
          ))}
        </select>
        <Button
          className="with-icon"
          title="No circumferences"
          disabled={circumferences.length === 0}
          onClick={() => controller.state.setState({ circumferences: [] })}
        >
          None
        </Button>
      </div>
    </>
  );
}

const units = { m: { unit: 'cm', factor: 100 }, 'm³': { unit: 'l', factor: 1000 }, kg: { unit: 'kg', factor: 1 } };

/** Every measure of every body; differences from the first below it. */
function AllValues({ comparison: { bodies, measures, values } }: { readonly comparison: ShownComparison }) {
  const textOf = (row: number, k: number) => {
    const { factor } = units[measures[k].unit];
    const [own, value] = [values[0][k], values[row][k]];
    if (value === null) return '–';
    const shown = (value * factor).toFixed(1);
    if (row === 0 || own === null) return shown;
    const difference = (value - own) * factor;
    return (
      <>
        {shown} <small>{`${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(1)}`}</small>
      </>
    );
  };
  return (
    <div className="all-values wide-content">
      <table aria-label="All measures">
        <thead>
          <tr>
            <th scope="col">Measure</th>
            {bodies.map((name) => (
              <th key={name} scope="col" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measures.map(({ name, unit }, k) => (
            <tr key={name}>
              <th scope="row">
                {distanceInWords(name)} <span className="unit">{units[unit].unit}</span>
              </th>
              {bodies.map((body, row) => (
                <td key={body}>{textOf(row, k)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const viewControl = choice(
  'Side',
  'front',
  { front: 'Front', left: 'Left', back: 'Back' },
  'Where the bodies are seen from; all at one scale, without perspective',
);
const arrangementControl = choice(
  'In the picture',
  'row',
  { row: 'In a row', column: 'Stacked' },
  'Side by side, or one above the other',
);
const backgroundControl = choice(
  'Background',
  'grid',
  { grid: 'Grid', white: 'White', transparent: 'None' },
  'Lines every ten centimetres, white, or transparent',
);

/** Pictures of all bodies from all sides, as files. */
function Pictures({ controller }: BodyProps) {
  const [view, setView] = useState<PictureRequest['view']>('front');
  const [arrangement, setArrangement] = useState<PictureRequest['arrangement']>('row');
  const [background, setBackground] = useState<PictureRequest['background']>('grid');
  const [picture, setPicture] = useState<{ readonly blob: Blob; readonly url: string } | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const { dots: hasDots, heatMap: hasHeatMap } = controller.settings.values();
  useEffect(() => () => URL.revokeObjectURL(picture?.url ?? ''), [picture]);
  const options = { background, hasDots, hasHeatMap };
  async function working(work: () => Promise<void>) {
    setDrawing(true);
    await work();
    setDrawing(false);
  }
  const draw = () =>
    working(async () => {
      const blob = await drawPicture(controller, { ...options, view, arrangement });
      setPicture(blob && { blob, url: URL.createObjectURL(blob) });
    });
  return (
    <>
      <Choice control={viewControl} value={view} onChange={setView} />
      <Choice control={arrangementControl} value={arrangement} onChange={setArrangement} />
      <Choice control={backgroundControl} value={background} onChange={setBackground} />
      <div className="row buttons">
        <Button title="Draws this side here" disabled={isDrawing} onClick={() => void draw()}>
          Draw
        </Button>
        <Button
          title="Saves the picture below as PNG"
          disabled={!picture}
          onClick={() => picture && saveFile(`${arrangement}-${view}.png`, picture.blob, 'image/png')}
        >
          Save
        </Button>
        <Button
          title="Saves front, left and back, in a row and stacked: six files"
          disabled={isDrawing}
          onClick={() => void working(() => savePictures(controller, options))}
        >
          All six
        </Button>
      </div>
      {picture && <img className="row-picture" src={picture.url} alt={`All bodies, ${view}`} />}
    </>
  );
}
