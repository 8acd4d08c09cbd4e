import {
  addEffector,
  addPart,
  blowFrom,
  changePart,
  changePuppet,
  graspPartnerOf,
  graspWith,
  linkPart,
  mirrorParts,
  type PuppetFile,
  translatePart,
} from '@leib/puppet';
import { Copy, FlipHorizontal2, Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/IconButton.js';
import { InlineName } from '../../../ui/InlineName.js';
import { Fold } from '../../../ui/PanelParts.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import { solvers } from '../panel/Chains.js';
import { type Field, Fields, ListRow, optionsOf, Switch, slider } from '../panel/form.js';
import type { PuppetController } from '../puppetController.js';
import { boundsOf } from '../scene/puppetPoints.js';
import { removeSelected } from './keys.js';
import { JointFields, type PartCardProps, ShapeFields } from './partNumbers.js';

type PuppetChain = PuppetFile['chains'][number];

/** The selected part: name, what it hangs on, its ring; for experts everything. */
export function PartCard(props: PartCardProps) {
  const { controller, part } = props;
  const isExpert = useIsExpert();
  const { name } = part;
  const rename = (to: string) => {
    if (controller.edit(`rename ${name}`, (now) => changePart(now, name, { name: to })))
      controller.show({ selectedPart: to });
  };
  return (
    <section aria-label={`Part ${name}`} className="part-card">
      <div className="row">
        <div className="row name-field">
          <span>Name</span>
          <InlineName label="Name" name={name} onRename={rename} />
        </div>
        <PartActions {...props} />
      </div>
      <LinkRow {...props} />
      <GripSwitch {...props} />
      {isExpert && <ExpertFields {...props} />}
    </section>
  );
}

function ExpertFields(props: PartCardProps) {
  const { controller, part } = props;
  return (
    <>
      <RegionRow {...props} />
      <StageFields {...props} />
      <JointFields {...props} />
      {controller.document.file.chains
        .filter(({ parts }) => parts.includes(part.name))
        .map((chain) => (
          <ChainCard key={chain.name} controller={controller} chain={chain} />
        ))}
      <Fold title="Numbers">
        <ShapeFields {...props} />
      </Fold>
    </>
  );
}

function PartActions({ controller, part }: PartCardProps) {
  const { name } = part;
  const { size, centre } = boundsOf(controller.document.mesh);
  const duplicate = () => {
    const double = (file: PuppetFile) => {
      const next = addPart(file, part);
      return translatePart(next, next.parts[next.parts.length - 1].name, [0.08 * size, 0, 0]);
    };
    if (controller.edit(`duplicate ${name}`, double))
      controller.show({ selectedPart: controller.document.file.parts.at(-1)?.name ?? null });
  };
  return (
    <>
      <IconButton
        icon={FlipHorizontal2}
        label={`Mirror ${name} and all that hangs on it to the other side`}
        onClick={() => controller.edit(`mirror ${name}`, (file) => mirrorParts(file, name, centre.x))}
      />
      <IconButton icon={Copy} label={`Duplicate ${name}`} onClick={duplicate} />
      <IconButton
        icon={Trash2}
        label={`Delete ${name} (Delete)`}
        tone="danger"
        onClick={() => removeSelected(controller)}
      />
    </>
  );
}

/** End to end with another part: it moves there. */
function LinkRow({ controller, part: { name, parent } }: PartCardProps) {
  const { parts } = controller.document.file;
  const below = new Set([name]);
  // Parents come before their children in no particular order: looked through until nothing new is found.
  for (let before = 0; before < below.size; ) {
    before = below.size;
    for (const part of parts) if (part.parent !== null && below.has(part.parent)) below.add(part.name);
  }
  const link = (to: string) =>
    controller.edit(to === '' ? `unlink ${name}` : `link ${name} to ${to}`, (file) =>
      linkPart(file, name, to === '' ? null : to),
    );
  return (
    <ListRow
      label="Linked to"
      help="It moves, with all that hangs on it, to where the other part ends"
      value={parent ?? ''}
      options={[{ value: '', label: 'the whole puppet' }, ...optionsOf(parts.filter((each) => !below.has(each.name)))]}
      onChange={link}
    />
  );
}

/** A grip at the end of the part, which hands and the mouse can drag. */
function GripSwitch({ controller, part }: PartCardProps) {
  const { chains, effectors } = controller.document.file;
  const own = effectors.find(({ chain, point }) => {
    const parts = chains.find(({ name }) => name === chain)?.parts ?? [];
    return parts[point - 1] === part.name;
  });
  return (
    <>
      <Switch
        label="Grip at its end"
        help="A ring that mouse and fingers can drag; the parts above it follow"
        isOn={own !== undefined}
        onChange={(isOn) =>
          isOn
            ? controller.edit(`grip at ${part.name}`, (file) => addEffector(file, part.name))
            : own &&
              controller.edit(`no grip at ${part.name}`, (file) =>
                changePuppet(file, { effectors: file.effectors.filter(({ name }) => name !== own.name) }),
              )
        }
      />
      {own && (
        <Switch
          label="The grip also turns it"
          help="A finger that pulls the grip turns the part with the hand, too; mouse and pinch only move it"
          isOn={own.turns}
          onChange={(turns) =>
            controller.edit(`turn of ${own.name}`, (file) => ({
              ...file,
              effectors: file.effectors.map((each) => (each.name === own.name ? { ...each, turns } : each)),
            }))
          }
        />
      )}
    </>
  );
}

function RegionRow({ controller, part: { name, region } }: PartCardProps) {
  const { regions, paint } = controller.document.file.skin;
  if (regions.length < 2) return null;
  return (
    <ListRow
      label="Region of the skin"
      help={paint ? 'The skin is painted: the tab Skin can go back to regions by part' : 'How its surface wobbles'}
      value={region ?? regions[0].name}
      options={optionsOf(regions)}
      isDisabled={paint !== null}
      onChange={(to) => controller.edit(`region of ${name}`, (file) => changePart(file, name, { region: to }))}
    />
  );
}

/** What the part does with things on the stage: grasps with another part, blows bubbles; with both it is a mouth. */
function StageFields({ controller, part: { name } }: PartCardProps) {
  const { file } = controller.document;
  const partner = graspPartnerOf(file, name);
  const mouth = file.stage.bubbles?.part;
  const isMouth = partner !== null && (mouth === name || mouth === partner);
  return (
    <section aria-label={`${name} on the stage`}>
      <ListRow
        label="Grasps with"
        help="The two close on a thing and hold it until they open again"
        value={partner ?? ''}
        options={[{ value: '', label: 'nothing' }, ...optionsOf(file.parts.filter((each) => each.name !== name))]}
        onChange={(to) =>
          controller.edit(to === '' ? `${name} does not grasp` : `${name} grasps with ${to}`, (now) =>
            graspWith(now, name, to === '' ? null : to),
          )
        }
      />
      <Switch
        label="Blows bubbles from here"
        help="They come out of its end; one part of a puppet blows. Where it grasps, too, it is a mouth that bites"
        isOn={mouth === name}
        onChange={(isOn) =>
          controller.edit(isOn ? `bubbles from ${name}` : 'no bubbles', (now) => blowFrom(now, isOn ? name : null))
        }
      />
      {isMouth && <p className="hint">A mouth: it bites biscuits when it closes on them.</p>}
    </section>
  );
}

const ends = [
  { value: 'fixed', label: 'Fixed', help: 'It stays where it is' },
  { value: 'free', label: 'Free', help: 'It comes along when the chain is pulled' },
] as const;

const chainFields: readonly Field<PuppetChain>[] = [
  { kind: 'choice', key: 'root', label: 'Beginning', options: ends },
  { kind: 'choice', key: 'tip', label: 'End', options: ends },
  { kind: 'list', key: 'solver', label: 'Solver', options: solvers },
  {
    kind: 'optional',
    key: 'wave',
    label: 'Wave',
    help: 'A jerk at one joint runs along the chain',
    first: { speed: 8, kept: 0.8 },
    fields: [
      slider('speed', 'Joints a second', 'How quickly the wave runs', [0.5, 60, 0.5]),
      slider('kept', 'Kept at each joint', 'Share of the jerk that goes on to the next joint', [0, 100, 1], {
        scale: 100,
        unit: '%',
      }),
    ],
  },
];

/** How a chain follows its grips. */
function ChainCard({ controller, chain }: { readonly controller: PuppetController; readonly chain: PuppetChain }) {
  const { name } = chain;
  return (
    <section aria-label={`Chain ${name}`} className="chain-card">
      <div className="row">
        <h3>Chain {name}</h3>
        <IconButton
          icon={Trash2}
          label={`Remove the chain ${name} with its grips; its parts stay`}
          tone="danger"
          onClick={() =>
            controller.edit(`remove chain ${name}`, (file) =>
              changePuppet(file, { chains: file.chains.filter((each) => each.name !== name) }),
            )
          }
        />
      </div>
      <p className="hint">{chain.parts.join(' → ')}</p>
      <Fields
        of={{
          controller,
          value: chain,
          step: (what) => `${what} of ${name}`,
          write: (file, changes) => ({
            ...file,
            chains: file.chains.map((each) => (each.name === name ? { ...each, ...changes } : each)),
          }),
        }}
        fields={chainFields}
      />
    </section>
  );
}
