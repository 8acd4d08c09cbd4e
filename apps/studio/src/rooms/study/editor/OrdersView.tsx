import { describeStudy, type OrderTable, type StudySetup } from '@leib/study';
import { useMemo } from 'react';
import { wordOf } from './editorWords.js';

/** What follows from the study: who gets which order, what is balanced, how long it takes at least. */
export function OrdersView({ setup }: { readonly setup: StudySetup }) {
  const { steps, tasks, questions, leastMinutes, participants, orders, warnings } = useMemo(
    () => describeStudy(setup),
    [setup],
  );
  return (
    <div className="study-orders">
      <p>
        {steps} steps with {tasks} tasks and {questions} questions for each of {participants} participants. Tasks,
        countdowns and breaks take at least <strong>{leastMinutes} minutes</strong>; reading and answering come on top.
      </p>
      {orders.length === 0 && <p className="hint">There are no conditions: everybody does the same.</p>}
      {orders.map((table) => (
        <OneOrder key={table.block} table={table} />
      ))}
      {warnings.length > 0 && <h3>To be known</h3>}
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}

function OneOrder({ table }: { readonly table: OrderTable }) {
  const { block, order, conditions, participants, balance } = table;
  return (
    <>
      <h3>
        {block}: {wordOf(order).toLowerCase()}
      </h3>
      <p>{balance}</p>
      <div className="study-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Participant</th>
              {conditions.map((condition, place) => (
                <th scope="col" key={condition}>
                  {place + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {participants.map((own, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: participants are their numbers
              <tr key={number}>
                <th scope="row">{number + 1}</th>
                {own.split(' ').map((condition) => (
                  <td key={condition}>{condition}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
