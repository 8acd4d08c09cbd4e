import { type BodySex, thesisPeople } from '@leib/body';
import { FolderOpen, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { Refusal } from '../../../ui/PanelParts.js';
import { averageBody, type OtherSpec, type TakeChoice } from '../bodySpec.js';
import { fitScanFile } from '../fitting.js';
import { thesisBody } from '../presets.js';
import type { BodyProps } from './BodyWorkCard.js';
import { PeopleOptions } from './PersonPicker.js';

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

/** The bodies that are compared with the first: a list, and what can be added to it. */
export function OthersList({ controller }: BodyProps) {
  const people = useStore(controller.state, (state) => state.people);
  const files = useStore(controller.state, (state) => state.files);
  const selected = useStore(controller.state, (state) => state.selected);
  const { others, body } = controller;
  const chosen = others[selected];
  const model = chosen?.kind === 'file' ? files.find(({ name }) => name === chosen.name) : undefined;
  function pick(value: string) {
    const [kind, id] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)];
    const person = people.find((each) => each.id === id);
    const thesis = thesisBody(id, '1');
    if (kind === 'take') controller.addOther({ kind: 'take', take: id as TakeChoice });
    else if (kind === 'average') controller.addOther({ kind: 'body', body: averageBody(id as BodySex) });
    else if (kind === 'now') controller.addOther({ kind: 'body', body: { ...body, name: `${body.name}, before` } });
    else if (kind === 'thesis' && thesis) controller.addOther({ kind: 'body', body: thesis });
    else if (kind === 'person' && person) {
      const { sex, given } = person;
      controller.addOther({ kind: 'body', body: { name: id, sex, take: '1', measures: given, betas: null } });
    } else if (kind === 'file') controller.addOther({ kind: 'file', name: id, betas: [] });
  }
  return (
    <>
      <div className="row other">
        <select
          aria-label="Compare with"
          title="Adds a body: another take of this person, an average, another person, or a file"
          value=""
          onChange={(event) => pick(event.target.value)}
        >
          <option value="" disabled>
            Add a body
          </option>
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
          {files.length > 0 && (
            <optgroup label="Files">
              {files.map(({ name }) => (
                <option key={name} value={`file:${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
          <PeopleOptions label="From your file of people" kind="person" people={people} />
          <PeopleOptions label="People of the thesis" kind="thesis" people={thesisPeople} />
        </select>
        <OpenFile
          icon={FolderOpen}
          className="with-icon"
          title="A mesh or point cloud (OBJ, PLY, GLB) or your own SMPL model (npz, pkl); stays on this machine"
          fileLabel="Body to compare with"
          accept=".obj,.ply,.glb,.gltf,.vrm,.npz,.pkl,.gz"
          onFile={(file) => void controller.openOther(file)}
        >
          Open …
        </OpenFile>
      </div>
      <ChosenList controller={controller} />
      {model && model.kind !== 'model' && controller.openedFile(model.name) && (
        <div className="row buttons">
          <Button
            title="Finds the body inside this mesh or point cloud: shape and pose"
            onClick={() => {
              const scan = controller.openedFile(model.name);
              if (scan) void fitScanFile(controller, scan);
            }}
          >
            Fit the body to it
          </Button>
        </div>
      )}
      {chosen?.kind === 'file' && model?.kind === 'model' && (
        <SmplBetas
          key={selected}
          betas={chosen.betas}
          count={model.betaCount}
          onChange={(betas) =>
            controller.settings.set(
              'others',
              others.map((other, i) => (i === selected ? { ...chosen, betas } : other)),
            )
          }
          onSettled={controller.settings.endGesture}
        />
      )}
    </>
  );
}

/** The bodies beside the first; the selected one is in the table. */
function ChosenList({ controller }: BodyProps) {
  const shown = useStore(controller.state, (state) => state.shown);
  const selected = useStore(controller.state, (state) => state.selected);
  const { others } = controller;
  if (others.length === 0) return null;
  return (
    <ul className="others" aria-label="Bodies beside the first">
      {others.map((other, i) => {
        const result = shown?.others[i];
        // What is shown is of the last list until the worker has answered; a file's name is known before.
        const name = other.kind === 'file' ? other.name : (result?.shown?.name ?? nameOf(other));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a body may be there twice; only its place tells the two apart
          <li key={i}>
            <button
              type="button"
              className="choose"
              aria-pressed={i === selected}
              title="Shows its differences in the table and the heat map"
              onClick={() => controller.state.setState({ selected: i })}
            >
              {name}
            </button>
            <IconButton
              icon={X}
              label={`Take out ${name}`}
              onClick={() => controller.compareWith(others.filter((_, k) => k !== i))}
            />
            {result?.problem && <Refusal>{result.problem}</Refusal>}
          </li>
        );
      })}
    </ul>
  );
}

function nameOf(other: OtherSpec): string {
  if (other.kind === 'take') return `Take ${other.take}`;
  return other.kind === 'file' ? other.name : other.body.name;
}

interface SmplBetasProps {
  readonly betas: readonly number[];
  readonly count: number;
  readonly onChange: (betas: number[]) => void;
  readonly onSettled: () => void;
}

function SmplBetas({ betas, count, onChange, onSettled }: SmplBetasProps) {
  const [text, setText] = useState(betas.join(', '));
  const isGood = readNumbers(text, count) !== null;
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
          const next = readNumbers(event.target.value, count);
          if (next) onChange(next);
        }}
        onBlur={onSettled}
      />
      {!isGood && <Refusal>Up to {count} numbers with commas between them.</Refusal>}
    </div>
  );
}

/** Up to `count` numbers, with commas or spaces between them; null for any other text. */
function readNumbers(text: string, count: number): number[] | null {
  const numbers = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  return numbers.length <= count && numbers.every(Number.isFinite) ? numbers : null;
}
