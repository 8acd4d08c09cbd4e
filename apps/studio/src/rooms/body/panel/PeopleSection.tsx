import { useState } from 'react';
import { saveFile } from '../../../files/saveFile.js';
import { choice } from '../../../files/settings.js';
import { Choice } from '../../../ui/controls.js';
import type { BodyController } from '../bodyController.js';
import { useBodyRoom } from '../bodyRoomStore.js';
import type { TakeChoice } from '../bodySpec.js';
import { comparedPeople, comparePeople } from '../comparing.js';
import { ChartPicture } from './ChartPicture.js';
import './comparison.css';

const takes = [
  { value: '1', label: '12' },
  { value: '2', label: '6' },
  { value: '3', label: '4' },
  { value: '4', label: '2' },
] as const;
const firstControl = choice('Each person built from', '1', takes, 'Measures of the first body (takes 1 to 4)');
const secondControl = choice('… against', '4', takes, 'Measures of the second body (takes 1 to 4)');

/** Two takes of all people: charts for each measure and person, as in the thesis's appendix. */
export function PeopleSection({ controller }: { readonly controller: BodyController }) {
  const result = useBodyRoom((state) => state.peopleCharts);
  useBodyRoom((state) => state.people);
  const [first, setFirst] = useState<string>('1');
  const [second, setSecond] = useState<string>('4');
  const people = comparedPeople();
  const isRunning = typeof result === 'number';
  return (
    <section aria-label="All people">
      <h3>All people</h3>
      <p className="hint">
        {people.length} people: open a table under Files to compare your own. Scans and fits of many people are compared
        by the command “leib body batch”.
      </p>
      <Choice control={firstControl} value={first} isDisabled={isRunning} onChange={setFirst} onSettled={() => {}} />
      <Choice control={secondControl} value={second} isDisabled={isRunning} onChange={setSecond} onSettled={() => {}} />
      <div className="row buttons">
        <button
          type="button"
          title="Builds both bodies of every person and draws how they differ"
          disabled={isRunning || first === second}
          onClick={() => void comparePeople(controller, first as TakeChoice, second as TakeChoice)}
        >
          Compare all people
        </button>
        <button
          type="button"
          title="One row for every person and measure"
          disabled={!result || isRunning}
          onClick={() => result && !isRunning && saveFile('people.csv', result.csv, 'text/csv')}
        >
          CSV
        </button>
      </div>
      {isRunning && <progress max={1} value={result} aria-label="Comparing people" />}
      {result && !isRunning && (
        <>
          {result.notes.map((note) => (
            <p key={note} className="hint">
              {note}
            </p>
          ))}
          {result.charts.map((chart) => (
            <ChartPicture key={chart.title} chart={chart} />
          ))}
        </>
      )}
    </section>
  );
}
