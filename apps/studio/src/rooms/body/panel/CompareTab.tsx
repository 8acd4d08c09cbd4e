import { type BodySex, heatColour, heatScale, measureNames, thesisPeople } from '@leib/body';
import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { Choice, Toggle } from '../../../ui/controls.js';
import { FileInput } from '../../../ui/FileInput.js';
import type { BodyController } from '../bodyController.js';
import { pointAt, useBodyRoom } from '../bodyRoomStore.js';
import { bodyShape } from '../bodyShape.js';
import { averageBody, type OtherSpec, type TakeChoice } from '../bodySpec.js';
import { measureLabel, showDifference, showMeasure, type Units, unitOf } from '../measureWords.js';
import { thesisBody } from '../presets.js';
import type { ShownBody, ShownOther } from '../worker/bodyServiceTypes.js';
import { PeopleOptions } from './PeopleOptions.js';

const takeLabels: readonly (readonly [TakeChoice, string])[] = [
  ['1', 'With 12 measures (take 1)'],
  ['2', 'With 6 measures (take 2)'],
  ['3', 'With 4 measures (take 3)'],
  ['4', 'With 2 measures (take 4)'],
];
const averages: readonly (readonly [BodySex, string])[] = [
  ['female', 'Average woman'],
  ['male', 'Average man'],
  ['neutral', 'Average person'],
];

/** The second body: choice, arrangement and differences from the first. */
export function CompareTab({ controller }: { readonly controller: BodyController }) {
  const { settings } = controller;
  const { other, arrangement, heatMap, sameStature, units } = settings.values();
  const shown = useBodyRoom((state) => state.shown);
  const second = shown?.other ?? null;
  const hasMap = second?.distances != null;
  const { controls } = bodyShape.compare;
  return (
    <>
      <OtherPicker controller={controller} other={other} />
      {shown?.otherProblem && (
        <p className="refusal" role="alert">
          {shown.otherProblem}
        </p>
      )}
      <Choice
        control={controls.arrangement}
        value={arrangement}
        isDisabled={!second}
        onChange={(value) => settings.set('arrangement', value)}
        onSettled={settings.endGesture}
      />
      <Toggle
        control={controls.sameStature}
        value={sameStature}
        isDisabled={!second}
        onChange={(value) => settings.set('sameStature', value)}
        onSettled={settings.endGesture}
      />
      <Toggle
        control={controls.heatMap}
        value={heatMap}
        isDisabled={!hasMap}
        onChange={(value) => settings.set('heatMap', value)}
        onSettled={settings.endGesture}
      />
      {second?.notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
      {second && hasMap && <Distances other={second} isMapped={heatMap} />}
      {second && shown?.body && <Differences body={shown.body} other={second} units={units} />}
      {!other && <p className="hint">Choose a body to compare {controller.body.name || 'this one'} with.</p>}
    </>
  );
}

function OtherPicker({ controller, other }: { readonly controller: BodyController; readonly other: OtherSpec | null }) {
  const people = useBodyRoom((state) => state.people);
  const file = useBodyRoom((state) => state.comparedFile);
  const fileInput = useRef<HTMLInputElement>(null);
  function pick(value: string) {
    const [kind, id] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)];
    const person = people.find((each) => each.id === id);
    const thesis = thesisBody(id, '1');
    if (value === '') controller.compareWith(null);
    else if (kind === 'take') controller.compareWith({ kind: 'take', take: id as TakeChoice });
    else if (kind === 'average') controller.compareWith({ kind: 'body', body: averageBody(id as BodySex) });
    else if (kind === 'now')
      controller.compareWith({ kind: 'body', body: { ...controller.body, name: `${controller.body.name}, before` } });
    else if (kind === 'thesis' && thesis) controller.compareWith({ kind: 'body', body: thesis });
    else if (kind === 'person' && person) {
      const { sex, given } = person;
      controller.compareWith({ kind: 'body', body: { name: id, sex, take: '1', measures: given, betas: null } });
    } else if (kind === 'file') controller.compareWith({ kind: 'file', name: id, betas: [] });
  }
  return (
    <>
      <div className="row other">
        <select
          aria-label="Compare with"
          title="A second body: another take of this person, an average, another person, or a file"
          value={chosenValue(other)}
          onChange={(event) => pick(event.target.value)}
        >
          <option value="">None</option>
          {other?.kind === 'body' && <option value="chosen">{other.body.name}</option>}
          <optgroup label="This person">
            <option value="now:">As now, to keep</option>
            {takeLabels.map(([take, label]) => (
              <option key={take} value={`take:${take}`}>
                {label}
              </option>
            ))}
          </optgroup>
          <optgroup label="Averages">
            {averages.map(([sex, label]) => (
              <option key={sex} value={`average:${sex}`}>
                {label}
              </option>
            ))}
          </optgroup>
          {file && (
            <optgroup label="Files">
              <option value={`file:${file.name}`}>{file.name}</option>
            </optgroup>
          )}
          <PeopleOptions label="From your file of people" kind="person" people={people} />
          <PeopleOptions label="People of the thesis" kind="thesis" people={thesisPeople} />
        </select>
        <button
          type="button"
          className="with-icon"
          title="A mesh (OBJ, PLY, GLB) or your own SMPL model (npz, pkl); stays on this machine"
          onClick={() => fileInput.current?.click()}
        >
          <FolderOpen size={16} strokeWidth={1.8} aria-hidden />
          Open …
        </button>
      </div>
      {other?.kind === 'file' && file?.kind === 'model' && (
        <SmplBetas controller={controller} other={other} count={file.betaCount} />
      )}
      <FileInput
        inputRef={fileInput}
        label="Body to compare with"
        accept=".obj,.ply,.glb,.gltf,.vrm,.npz,.pkl,.gz"
        onFile={(chosen) => void controller.openOther(chosen)}
      />
    </>
  );
}

function chosenValue(other: OtherSpec | null): string {
  if (!other) return '';
  if (other.kind === 'take') return `take:${other.take}`;
  return other.kind === 'file' ? `file:${other.name}` : 'chosen';
}

interface SmplBetasProps {
  readonly controller: BodyController;
  readonly other: OtherSpec & { readonly kind: 'file' };
  readonly count: number;
}

function SmplBetas({ controller, other, count }: SmplBetasProps) {
  const [text, setText] = useState(other.betas.join(', '));
  const numbers = text.split(/[\s,;]+/).filter((part) => part !== '');
  const isGood = numbers.length <= count && numbers.every((part) => Number.isFinite(Number(part)));
  return (
    <div className="control">
      <label htmlFor="smpl-betas">Betas of the model</label>
      <input
        id="smpl-betas"
        className="text"
        title={`Up to ${count} numbers with commas between them; the rest are zero`}
        placeholder="0.5, -1.2, …"
        value={text}
        aria-invalid={!isGood}
        onChange={(event) => {
          setText(event.target.value);
          const next = event.target.value
            .split(/[\s,;]+/)
            .filter((part) => part !== '')
            .map(Number);
          if (next.length <= count && next.every(Number.isFinite)) {
            controller.settings.set('other', { ...other, betas: next });
          }
        }}
        onBlur={() => controller.settings.endGesture()}
      />
      {!isGood && (
        <p className="refusal" role="alert">
          Up to {count} numbers with commas between them.
        </p>
      )}
    </div>
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

interface DifferencesProps {
  readonly body: ShownBody;
  readonly other: ShownOther;
  readonly units: Units;
}

function Differences({ body, other, units }: DifferencesProps) {
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
            <tr key={name} onPointerEnter={() => pointAt(name)} onPointerLeave={() => pointAt(null)}>
              <th scope="row">{measureLabel(name)}</th>
              <td>
                {showMeasure(name, body.measured[index], units)} <span className="unit">{unitOf(name, units)}</span>
              </td>
              <td>
                {theirs === null ? '–' : showMeasure(name, theirs, units)}{' '}
                <span className="unit">{unitOf(name, units)}</span>
              </td>
              <td className="difference">
                {theirs === null ? '' : showDifference(name, theirs - body.measured[index], units)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
