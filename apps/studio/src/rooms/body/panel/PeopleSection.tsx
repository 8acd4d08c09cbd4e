import type { BarChart } from '@leib/body';
import { useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { saveFile } from '../../../files/saveFile.js';
import { choice } from '../../../files/settings.js';
import { Button } from '../../../ui/Button.js';
import { Choice } from '../../../ui/controls.js';
import { Notes } from '../../../ui/PanelParts.js';
import type { TakeChoice } from '../bodySpec.js';
import { chartUrl, comparedPeople, comparePeople, saveChart } from '../comparing.js';
import type { BodyProps } from './BodyWorkCard.js';
import './comparison.css';

const takes = { '1': '12', '2': '6', '3': '4', '4': '2' } as const;
const firstControl = choice('Each person built from', '1', takes, 'Measures of the first body (takes 1 to 4)');
const secondControl = choice('… against', '4', takes, 'Measures of the second body (takes 1 to 4)');

/** Two takes of all people: charts for each measure and person, as in the thesis's appendix. */
export function PeopleSection({ controller }: BodyProps) {
  const result = useStore(controller.state, (state) => state.peopleCharts);
  const [first, setFirst] = useState<TakeChoice>('1');
  const [second, setSecond] = useState<TakeChoice>('4');
  const people = comparedPeople(useStore(controller.state, (state) => state.people));
  const isRunning = typeof result === 'number';
  return (
    <section aria-label="All people">
      <h3>All people</h3>
      <p className="hint">
        {people.length} people: open a table under Files to compare your own. Scans and fits of many people are compared
        by the command “leib body batch”.
      </p>
      <Choice control={firstControl} value={first} isDisabled={isRunning} onChange={setFirst} />
      <Choice control={secondControl} value={second} isDisabled={isRunning} onChange={setSecond} />
      <div className="row buttons">
        <Button
          title="Builds both bodies of every person and draws how they differ"
          disabled={isRunning || first === second}
          onClick={() => void comparePeople(controller, first, second)}
        >
          Compare all people
        </Button>
        <Button
          title="One row for every person and measure"
          disabled={!result || isRunning}
          onClick={() => result && !isRunning && saveFile('people.csv', result.csv, 'text/csv')}
        >
          CSV
        </Button>
      </div>
      {isRunning && <progress max={1} value={result} aria-label="Comparing people" />}
      {result && !isRunning && (
        <>
          <Notes notes={result.notes} />
          {result.charts.map((chart) => (
            <ChartPicture key={chart.title} chart={chart} />
          ))}
        </>
      )}
    </section>
  );
}

/** A chart in the panel's colours, and a button that saves it. */
export function ChartPicture({ chart }: { readonly chart: BarChart }) {
  const theme = useSyncExternalStore(onTheme, () => document.documentElement.dataset.theme);
  return (
    <figure className="chart">
      <div className="paper wide-content">
        <img src={chartUrl(chart, theme === 'dark')} alt={chart.title} />
      </div>
      <div className="row buttons">
        <Button title="Saves the chart as SVG, on white" onClick={() => saveChart(chart)}>
          Save chart
        </Button>
      </div>
    </figure>
  );
}

function onTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
