import { blowFrom, graspPartnerOf, graspWith } from '@leib/puppet';
import { Switch } from './fields.js';
import type { PartCardProps } from './partCardProps.js';

/** What the part does with things on the stage: grasps with another part, blows bubbles; with both it is a mouth. */
export function StageFields({ editor, part: { name } }: PartCardProps) {
  const { file } = editor.controller.document;
  const partner = graspPartnerOf(file, name);
  const mouth = file.stage.bubbles?.part;
  const isMouth = partner !== null && (mouth === name || mouth === partner);
  return (
    <section aria-label={`${name} on the stage`}>
      <label className="row" title="The two close on a thing and hold it until they open again">
        <span>Grasps with</span>
        <select
          value={partner ?? ''}
          onChange={({ target }) =>
            editor.attempt(
              target.value === '' ? `${name} does not grasp` : `${name} grasps with ${target.value}`,
              (now) => graspWith(now, name, target.value === '' ? null : target.value),
            )
          }
        >
          <option value="">nothing</option>
          {file.parts
            .filter((each) => each.name !== name)
            .map((each) => (
              <option key={each.name}>{each.name}</option>
            ))}
        </select>
      </label>
      <Switch
        label="Blows bubbles from here"
        help="They come out of its end; one part of a puppet blows. Where it grasps, too, it is a mouth that bites"
        isOn={mouth === name}
        onChange={(isOn) =>
          editor.attempt(isOn ? `bubbles from ${name}` : 'no bubbles', (now) => blowFrom(now, isOn ? name : null))
        }
      />
      {isMouth && <p className="hint">A mouth: it bites biscuits when it closes on them.</p>}
    </section>
  );
}
