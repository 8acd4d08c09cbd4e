import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { saveFile } from '../../../files/saveFile.js';
import { IconButton } from '../../../ui/IconButton.js';
import type { EvaluationPair } from '../gains/gainsMessages.js';
import { boneLabel } from '../settings/boneLabel.js';
import {
  type EvaluationColumn,
  type EvaluationNumbers,
  evaluationColumns,
  evaluationMeans,
  evaluationRows,
} from './evaluationRows.js';
import './evaluationCard.css';

const PLOT = { width: 620, height: 84 } as const;

interface EvaluationCardProps {
  readonly pair: EvaluationPair;
  readonly onClose: () => void;
}

/** A clip before and after tuning: its error over time, and every joint's numbers in a table that sorts. */
export function EvaluationCard({ pair, onClose }: EvaluationCardProps) {
  const [by, setBy] = useState<EvaluationColumn | 'joint'>('mean');
  const { before, after } = pair;
  const save = () =>
    saveFile(`leib-evaluation-${after.clip}.json`, `${JSON.stringify(pair, null, 2)}\n`, 'application/json');
  return createPortal(
    <section className="evaluation card" aria-label="Evaluation">
      <header className="row">
        <h2>
          {after.clip}, {after.seconds.toFixed(1)} s
        </h2>
        <span className="legend">
          <i className="before" /> before
          <i className="after" /> now
        </span>
        <span className="spacer" />
        <IconButton icon={Download} label="Save the evaluation as JSON" onClick={save} />
        <IconButton icon={X} label="Close the evaluation" onClick={onClose} />
      </header>
      <ErrorPlot pair={pair} />
      <div className="evaluation-table">
        <table>
          <thead>
            <tr>
              <SortHeader label="Joint" isChosen={by === 'joint'} onChoose={() => setBy('joint')} />
              {evaluationColumns.map(({ key, label, unit }) => (
                <SortHeader key={key} label={label} unit={unit} isChosen={by === key} onChoose={() => setBy(key)} />
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="means">
              <th scope="row">All joints</th>
              <Cells before={evaluationMeans(before)} after={evaluationMeans(after)} />
            </tr>
            {evaluationRows(pair, by).map((row) => (
              <tr key={row.bone}>
                <th scope="row">{boneLabel(row.bone)}</th>
                <Cells before={row.before} after={row.after} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>,
    document.getElementById('root') ?? document.body,
  );
}

interface SortHeaderProps {
  readonly label: string;
  readonly unit?: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function SortHeader({ label, unit, isChosen, onChoose }: SortHeaderProps) {
  return (
    <th scope="col" aria-sort={isChosen ? 'descending' : 'none'}>
      <button type="button" onClick={onChoose}>
        {label}
        {unit && <small>{unit}</small>}
      </button>
    </th>
  );
}

function Cells({ before, after }: { readonly before: EvaluationNumbers; readonly after: EvaluationNumbers }) {
  return evaluationColumns.map(({ key, digits }) => (
    <td key={key} data-better={isBetter(before[key], after[key])}>
      <span className="earlier">{textOf(before[key], digits)}</span> <span>{textOf(after[key], digits)}</span>
    </td>
  ));
}

function isBetter(before: number | null, after: number | null): boolean {
  return after !== null && (before === null || after < before);
}

function textOf(value: number | null, digits: number): string {
  return value === null ? 'never' : value.toFixed(digits);
}

function ErrorPlot({ pair: { before, after } }: { readonly pair: EvaluationPair }) {
  const top = Math.max(0.5, ...before.errorSeries, ...after.errorSeries);
  return (
    <figure>
      <figcaption>Mean error of all joints over the clip, 0 to {top.toFixed(1)}°</figcaption>
      <svg
        viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Error over time"
      >
        <polyline className="before" points={pointsOf(before.errorSeries, top)} />
        <polyline className="after" points={pointsOf(after.errorSeries, top)} />
      </svg>
    </figure>
  );
}

function pointsOf(series: readonly number[], top: number): string {
  return series
    .map((value, i) => {
      const x = (i / Math.max(1, series.length - 1)) * PLOT.width;
      return `${x.toFixed(1)},${(PLOT.height - 1 - (value / top) * (PLOT.height - 2)).toFixed(1)}`;
    })
    .join(' ');
}
