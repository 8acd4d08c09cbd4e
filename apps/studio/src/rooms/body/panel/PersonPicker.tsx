import { type BodySex, thesisPeople } from '@leib/body';
import { choice } from '../../../settings/settings.js';
import { Choice } from '../../../ui/controls.js';
import type { BodyDesk } from '../bodyDesk.js';
import { useBodyRoom } from '../bodyRoomStore.js';
import { type PresetName, presetBody, presetNames, thesisBody } from '../presets.js';
import { PeopleOptions } from './PeopleOptions.js';

const sexControl = choice(
  'Sex',
  'neutral',
  [
    { value: 'female', label: 'Female' },
    { value: 'male', label: 'Male' },
    { value: 'neutral', label: 'Neutral' },
  ],
  'Whose space of bodies the measures are read in; neutral is half way between the two',
);

/** Who is on the stage: a name, somebody ready-made, and of which sex. */
export function PersonPicker({ desk }: { readonly desk: BodyDesk }) {
  const { body } = desk;
  const people = useBodyRoom((state) => state.people);
  const info = useBodyRoom((state) => state.info);
  function pick(value: string) {
    const [kind, id] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)];
    const { sex, take } = body;
    if (kind === 'preset' && info) desk.choose(presetBody(id as PresetName, sex, info.usual[sex], take));
    const thesis = kind === 'thesis' ? thesisBody(id, '1') : null;
    if (thesis) desk.choose(thesis);
    const person = kind === 'file' ? people.find((each) => each.id === id) : undefined;
    if (person) desk.choose({ name: id, sex: person.sex, take: '1', measures: person.given, betas: null });
  }
  return (
    <section aria-label="Person" className="person">
      <div className="row">
        <input
          className="text"
          aria-label="Name"
          title="What the body is called in files"
          value={body.name}
          maxLength={60}
          onChange={(event) => desk.change({ name: event.target.value })}
          onBlur={() => desk.settings.endGesture()}
        />
        <select
          aria-label="Examples"
          title="Somebody ready-made: presets of the chosen sex, the twenty people of the thesis, people of your file"
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
          <PeopleOptions label="People of the thesis" kind="thesis" people={thesisPeople} />
        </select>
      </div>
      <Choice
        control={sexControl}
        value={body.sex}
        isDisabled={false}
        onChange={(sex) => desk.change(renamed(body.name, sex as BodySex))}
        onSettled={desk.settings.endGesture}
      />
    </section>
  );
}

/** Betas of one sex are another body in the other's space, so they go; "Average woman" becomes "Average man". */
function renamed(name: string, sex: BodySex) {
  const words = { female: 'woman', male: 'man', neutral: 'person' } as const;
  return { sex, betas: null, name: name.replace(/\b(woman|man|person)$/, words[sex]) };
}
