import './clipFacts.css';
import { type HumanoidBone, requiredBones } from '@leib/core';
import { bvhUnits, type UpAxis, upAxes } from '@leib/formats';
import { useId } from 'react';
import type { ClipChoices, OpenClip } from '../../files/readClip.js';
import { Button } from '../../ui/Button.js';
import { Select } from '../../ui/Select.js';
import { useStudio } from '../StudioContext.js';
import { useStudioStore } from '../studioStore.js';

/** What was assumed about the BVH file that is played, in a line; a click opens choices. */
export default function ClipFacts({ clip }: { readonly clip: OpenClip }) {
  const isEditing = useStudioStore((state) => state.isEditingClip);
  const missing = boneRowsOfClip(clip).filter(({ value }) => value === '');
  return (
    <div className="clip-facts">
      <p className="hint" title={clip.assumptions.map(({ sentence }) => sentence).join('\n')}>
        Read as {clip.assumptions.map(({ short }) => short).join(', ')}.{' '}
        <Button
          className="link"
          aria-expanded={isEditing}
          onClick={() => useStudioStore.setState({ isEditingClip: !isEditing })}
        >
          {isEditing ? 'Done' : 'Change'}
        </Button>
      </p>
      {isEditing && (
        <fieldset className="clip-choices" aria-label="How the file is read">
          {clip.assumptions.map(({ what, sentence, isSure }) => (
            <p key={what} className="hint" data-doubtful={!isSure}>
              {sentence}
            </p>
          ))}
          {clipRows(clip).map((row) => (
            <Row key={row.label} row={row} />
          ))}
          <details open={missing.length > 0}>
            <summary>Bones{missing.length > 0 ? `: ${missing.length} missing` : ''}</summary>
            {boneRowsOfClip(clip).map((row) => (
              <Row key={row.bone} row={row} />
            ))}
          </details>
        </fieldset>
      )}
    </div>
  );
}

function Row({ row: { label, help, value, options, choose } }: { readonly row: ClipRow }) {
  const studio = useStudio();
  const id = useId();
  return (
    <div className="control row">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        title={help}
        value={value}
        options={options}
        onChange={(next) => void studio.readClipAs(choose(next))}
      />
    </div>
  );
}

/** One thing about a clip that the visitor can choose. */
interface ClipRow {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What is chosen with a value. */
  choose(value: string): ClipChoices;
}

/** Value of a row that leaves it to the reader. */
const found = '';

export function clipRows(clip: OpenClip): ClipRow[] {
  const { choices } = clip;
  const foundAs = (what: string) => clip.found.find((assumption) => assumption.what === what)?.short ?? '';
  const choose = (choice: ClipChoices, name: keyof ClipChoices, value: string) => {
    const { [name]: _, ...rest } = choices;
    return value === found ? rest : { ...rest, ...choice };
  };
  return [
    {
      label: 'Up',
      help: 'Axis of the file that points up',
      value: choices.up ?? found,
      options: [
        { value: found, label: `Found: ${foundAs('up').replace(' up', '')}` },
        ...upAxes.map((axis) => ({
          value: axis,
          label: axis.startsWith('-') ? axis.toUpperCase() : `+${axis.toUpperCase()}`,
        })),
      ],
      choose: (value) => choose({ up: value as UpAxis }, 'up', value),
    },
    {
      label: 'Unit',
      help: 'What one unit of the file is; decides how large the person is',
      value: String(bvhUnits.find(({ scale }) => scale === choices.scale)?.short ?? found),
      options: [
        { value: found, label: `Found: ${foundAs('unit')}` },
        ...bvhUnits.map(({ short, name }) => ({ value: short, label: name })),
      ],
      choose: (value) => choose({ scale: bvhUnits.find(({ short }) => short === value)?.scale ?? 1 }, 'scale', value),
    },
    {
      label: 'Rest pose',
      help: 'Where the T-pose comes from that all turns are measured from',
      value: choices.rest === undefined ? found : String(choices.rest),
      options: [
        { value: found, label: `Found: ${foundAs('rest').replace('rest pose ', '')}` },
        { value: 'offsets', label: 'OFFSETs of the file' },
        { value: 'frames', label: 'From all frames' },
        { value: '0', label: 'First frame' },
      ],
      choose: (value) => choose({ rest: value === 'offsets' || value === 'frames' ? value : 0 }, 'rest', value),
    },
    {
      label: 'Sides',
      help: 'Files of programs with left-handed axes are mirror images',
      value: choices.isMirrored === undefined ? found : String(choices.isMirrored),
      options: [
        { value: found, label: 'Found' },
        { value: 'false', label: 'As in the file' },
        { value: 'true', label: 'Left and right exchanged' },
      ],
      choose: (value) => choose({ isMirrored: value === 'true' }, 'isMirrored', value),
    },
  ];
}

/** The bones that a person cannot do without, and the file's joints to choose from. */
export function boneRowsOfClip({
  bones,
  choices,
  jointNames,
}: OpenClip): (ClipRow & { readonly bone: HumanoidBone })[] {
  return requiredBones.map((bone) => ({
    bone,
    label: bone,
    help: `Joint of the file that is the ${bone}`,
    value: bones[bone] ?? found,
    options: [{ value: found, label: 'none' }, ...jointNames.map((name) => ({ value: name, label: name }))],
    choose: (value) => ({ ...choices, bones: { ...choices.bones, [bone]: value === found ? null : value } }),
  }));
}
