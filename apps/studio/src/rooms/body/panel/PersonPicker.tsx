import { type BodySex, galleryPeople, thesisPeople } from '@leib/body';
import { useStore } from 'zustand';
import { choice } from '../../../files/settings.js';
import { Choice } from '../../../ui/controls.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import { looksOf, sexWords } from '../bodySpec.js';
import { galleryBody, type PresetName, presetBody, presetNames, thesisBody } from '../presets.js';
import type { BodyProps } from './BodyWorkCard.js';

const sexControl = choice(
  'Sex',
  'neutral',
  { female: 'Female', male: 'Male', neutral: 'Neutral' },
  'Whom the measures are compared with; neutral is the mean of women and men',
);

/** Name, example and sex of the person. */
export function PersonPicker({ controller }: BodyProps) {
  const { body } = controller;
  const isExpert = useIsExpert();
  const people = useStore(controller.state, (state) => state.people);
  const info = useStore(controller.state, (state) => state.info);
  function pick(value: string) {
    const [kind, id] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)];
    // Another shape keeps the looks; the people of the gallery have their own.
    const { sex, take } = body;
    const looks = looksOf(body);
    if (kind === 'preset' && info) {
      controller.choose({ ...presetBody(id as PresetName, sex, info.usual[sex], take), looks });
    }
    const invented = kind === 'gallery' ? galleryBody(id) : null;
    if (invented) controller.choose(invented);
    const thesis = kind === 'thesis' ? thesisBody(id, '1') : null;
    if (thesis) controller.choose({ ...thesis, looks });
    const person = kind === 'file' ? people.find((each) => each.id === id) : undefined;
    if (person) controller.choose({ name: id, sex: person.sex, take: '1', measures: person.given, betas: null, looks });
  }
  return (
    <section aria-label="Person" className="person">
      <div className="row">
        <input
          className="text"
          aria-label="Name"
          title="Name of the body in files"
          value={body.name}
          maxLength={60}
          onChange={(event) => controller.change({ name: event.target.value })}
          onBlur={() => controller.settings.endGesture()}
        />
        <select
          aria-label="Examples"
          title="People to start from"
          value=""
          onChange={(event) => pick(event.target.value)}
        >
          <option value="" disabled>
            Examples
          </option>
          <PeopleOptions label="From your file" kind="file" people={people} />
          <optgroup label="Presets">
            {presetNames.map((name) => (
              <option key={name} value={`preset:${name}`}>
                {name[0].toUpperCase() + name.slice(1)}
              </option>
            ))}
          </optgroup>
          <optgroup label="Our people">
            {galleryPeople.map(({ id, name, about }) => (
              <option key={id} value={`gallery:${id}`}>
                {`${name}, ${about}`}
              </option>
            ))}
          </optgroup>
          {isExpert && <PeopleOptions label="People of the thesis" kind="thesis" people={thesisPeople} />}
        </select>
      </div>
      <Choice
        control={sexControl}
        value={body.sex}
        onChange={(sex) => controller.change(renamed(body.name, sex))}
        onSettled={controller.settings.endGesture}
      />
      {isExpert && <ModelPicker controller={controller} />}
    </section>
  );
}

/** Leib's own body model, or an SMPL model of the user's. */
function ModelPicker({ controller }: BodyProps) {
  const files = useStore(controller.state, (state) => state.files);
  const { model } = controller.body;
  const names = files.filter(({ kind }) => kind === 'model').map(({ name }) => name);
  return (
    <div className="row other model">
      <select
        aria-label="Body model"
        title="The shape space that bodies are built from"
        value={model ?? ''}
        onChange={(event) => controller.chooseModel(event.target.value || null)}
      >
        <option value="">Leib’s body model</option>
        {[...new Set([...names, ...(model === undefined ? [] : [model])])].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <OpenFile
        className="with-icon"
        title="Your own SMPL, SMPL-H or SMPL-X file (npz, pkl); it stays on this machine"
        fileLabel="Your SMPL model"
        accept=".npz,.pkl"
        onFile={(file) => void controller.openModel(file)}
      >
        SMPL …
      </OpenFile>
    </div>
  );
}

/** Change of sex: resets the betas, which mean another body there, and turns "Average woman" into "Average man". */
function renamed(name: string, sex: BodySex) {
  return { sex, betas: null, name: name.replace(/\b(woman|man|person)$/, sexWords[sex]) };
}

interface PeopleOptionsProps {
  readonly label: string;
  /** Prefix of the option's value, before the id. */
  readonly kind: string;
  readonly people: readonly { readonly id: string }[];
}

/** A group of options, one per person; renders nothing for an empty list. */
export function PeopleOptions({ label, kind, people }: PeopleOptionsProps) {
  if (people.length === 0) return null;
  return (
    <optgroup label={label}>
      {people.map(({ id }) => (
        <option key={id} value={`${kind}:${id}`}>
          {id}
        </option>
      ))}
    </optgroup>
  );
}
