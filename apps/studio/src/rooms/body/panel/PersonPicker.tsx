import { type BodySex, galleryPeople, thesisPeople } from '@leib/body';
import { choice } from '../../../files/settings.js';
import { Choice } from '../../../ui/controls.js';
import { useIsExpert } from '../../../ui/level.js';
import type { BodyController } from '../bodyController.js';
import { useBodyRoom } from '../bodyRoomStore.js';
import { looksOf } from '../bodySpec.js';
import { galleryBody, type PresetName, presetBody, presetNames, thesisBody } from '../presets.js';
import { PeopleOptions } from './PeopleOptions.js';

const sexControl = choice(
  'Sex',
  'neutral',
  [
    { value: 'female', label: 'Female' },
    { value: 'male', label: 'Male' },
    { value: 'neutral', label: 'Neutral' },
  ],
  'Whom the measures are compared with; neutral is the mean of women and men',
);

/** Name, example and sex of the person. */
export function PersonPicker({ controller }: { readonly controller: BodyController }) {
  const { body } = controller;
  const isExpert = useIsExpert();
  const people = useBodyRoom((state) => state.people);
  const info = useBodyRoom((state) => state.info);
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
        isDisabled={false}
        onChange={(sex) => controller.change(renamed(body.name, sex as BodySex))}
        onSettled={controller.settings.endGesture}
      />
    </section>
  );
}

/** Change of sex: resets the betas, which mean another body there, and turns "Average woman" into "Average man". */
function renamed(name: string, sex: BodySex) {
  const words = { female: 'woman', male: 'man', neutral: 'person' } as const;
  return { sex, betas: null, name: name.replace(/\b(woman|man|person)$/, words[sex]) };
}
