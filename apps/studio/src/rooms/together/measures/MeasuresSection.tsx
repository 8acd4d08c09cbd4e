import './measures.css';
import { Download, Footprints, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/IconButton.js';
import { InlineName } from '../../../ui/InlineName.js';
import { optionsOf, Select } from '../../../ui/Select.js';
import { colourOf, type TogetherPart } from '../togetherController.js';
import { type MarkRow, markRows, type RowOrder } from './markRows.js';
import { toolWords } from './measuresController.js';

const orders = optionsOf<RowOrder>({
  newest: 'Newest first',
  name: 'By name',
  kind: 'By kind',
  value: 'Largest first',
  author: 'By author',
});

/** Everything that was measured and noted in the room, by whom and when. */
export function MeasuresSection({ controller }: Pick<TogetherPart, 'controller'>) {
  const [order, setOrder] = useState<RowOrder>('newest');
  const { measures, room } = controller;
  const rows = markRows(measures, room?.doc ?? null, order);
  if (rows.length === 0) return null;
  return (
    <section className="together-measures" aria-label="Measurements">
      <h3>Measurements</h3>
      <div className="row">
        <Select
          aria-label="Order of the measurements"
          title="In which order they are listed"
          value={order}
          options={orders}
          onChange={setOrder}
        />
        {room && <IconButton icon={Download} label="Save all as CSV" word="CSV" onClick={() => controller.saveCsv()} />}
      </div>
      <ul>
        {rows.map((row) => (
          <Row key={row.id} row={row} controller={controller} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly row: MarkRow;
  readonly controller: TogetherPart['controller'];
}

function Row({ row, controller }: RowProps) {
  const { id, what, name, text, author, atMs, isChosen } = row;
  const actor = controller.room?.doc?.actors[row.authorId] ?? controller.replay?.doc.actors[row.authorId];
  return (
    <li data-chosen={isChosen}>
      <button
        type="button"
        className="together-mark"
        aria-expanded={isChosen}
        title={isChosen ? 'Shows less' : 'Shows it in the scene, and what can be done with it'}
        onClick={() => controller.measures.choose(isChosen ? null : id)}
      >
        <span className="together-dot" style={actor && { background: colourOf(actor) }} aria-hidden />
        <span className="together-mark-words">
          <strong>{what === 'note' ? name : text}</strong>
          <small>{what === 'note' ? text : name}</small>
        </span>
        <small>
          {author} <time dateTime={new Date(atMs).toISOString()}>{timeOf(atMs)}</time>
        </small>
      </button>
      {isChosen && <Details row={row} controller={controller} />}
    </li>
  );
}

function Details({ row, controller }: RowProps) {
  const { id, what, name, text, details, place, picture, mayChange } = row;
  const { measures } = controller;
  const url = picture === null ? null : controller.pictures.urlOf(picture);
  const at = place.map((metres) => metres.toFixed(2)).join(', ');
  return (
    <div className="together-mark-details">
      {url && <img src={url} alt={`What the author of ${name} saw`} />}
      {picture !== null && !url && <p className="hint">The picture is on its way.</p>}
      {what === 'note' && text !== '' && <p>{text}</p>}
      <small>
        {details === '' ? toolWords[what] : `${toolWords[what]}, ${details}`}, at {at}
      </small>
      <div className="row">
        {mayChange ? (
          <InlineName label={`Name of ${name}`} name={name} onRename={(next) => measures.rename(id, next)} />
        ) : (
          <span />
        )}
        <IconButton icon={Footprints} label={`Go to ${name}`} onClick={() => measures.goTo(id)} />
        {mayChange && (
          <IconButton icon={Trash2} label={`Delete ${name}`} tone="danger" onClick={() => measures.remove(id)} />
        )}
      </div>
    </div>
  );
}

function timeOf(atMs: number): string {
  const date = new Date(atMs);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return isToday ? time : `${date.toLocaleDateString()} ${time}`;
}
