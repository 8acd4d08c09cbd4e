import {
  addEffector,
  addPart,
  changePart,
  linkPart,
  mirrorParts,
  type PuppetFile,
  removeEffector,
  renamePart,
  translatePart,
  unlinkPart,
} from '@leib/puppet';
import { Copy, FlipHorizontal2, Trash2 } from 'lucide-react';
import { IconButton } from '../../../../ui/IconButton.js';
import { useIsExpert } from '../../../../ui/level.js';
import { boundsOf } from '../../scene/meshBounds.js';
import { removeSelected } from '../keys.js';
import type { PuppetEditor } from '../puppetEditor.js';
import { ChainCard } from './ChainCard.js';
import { Switch } from './fields.js';
import { JointFields } from './JointFields.js';
import { NameField } from './NameField.js';
import type { PartCardProps } from './partCardProps.js';
import { ShapeFields } from './ShapeFields.js';
import { StageFields } from './StageFields.js';

/** The selected part: name, what it hangs on, its ring; for experts everything. */
export function PartCard({ editor, part }: PartCardProps) {
  const isExpert = useIsExpert();
  const { name } = part;
  const rename = (to: string) => {
    if (editor.attempt(`rename ${name}`, (now) => renamePart(now, name, to)))
      editor.controller.show({ selectedPart: to.trim() });
  };
  return (
    <section aria-label={`Part ${name}`} className="part-card">
      <div className="row">
        <NameField label="Name" name={name} onRename={rename} />
        <PartActions editor={editor} part={part} />
      </div>
      <LinkRow editor={editor} part={part} />
      <GripSwitch editor={editor} part={part} />
      {isExpert && <ExpertFields editor={editor} part={part} />}
    </section>
  );
}

function ExpertFields({ editor, part }: PartCardProps) {
  const { file } = editor.controller.document;
  const { name } = part;
  return (
    <>
      <RegionRow editor={editor} part={part} />
      <StageFields editor={editor} part={part} />
      <JointFields editor={editor} part={part} />
      {file.chains
        .filter(({ parts }) => parts.includes(name))
        .map((chain) => (
          <ChainCard key={chain.name} editor={editor} chain={chain} />
        ))}
      <details>
        <summary>
          <h3>Numbers</h3>
        </summary>
        <ShapeFields editor={editor} part={part} />
      </details>
    </>
  );
}

function PartActions({ editor, part }: PartCardProps) {
  const { name } = part;
  const duplicate = () => {
    const by = 0.08 * boundsOf(editor.controller.document.mesh).size;
    const double = (file: PuppetFile) => {
      const next = addPart(file, part);
      return translatePart(next, next.parts[next.parts.length - 1].name, [by, 0, 0]);
    };
    if (editor.attempt(`duplicate ${name}`, double)) selectLast(editor);
  };
  return (
    <>
      <IconButton
        icon={FlipHorizontal2}
        label={`Mirror ${name} and all that hangs on it to the other side`}
        onClick={() => editor.attempt(`mirror ${name}`, (file) => mirrorParts(file, name, middleOf(editor)))}
      />
      <IconButton icon={Copy} label={`Duplicate ${name}`} onClick={duplicate} />
      <IconButton
        icon={Trash2}
        label={`Delete ${name} (Delete)`}
        tone="danger"
        onClick={() => removeSelected(editor)}
      />
    </>
  );
}

/** The model's middle from left to right. */
function middleOf({ controller }: PuppetEditor): number {
  return boundsOf(controller.document.mesh).centre.x;
}

function selectLast({ controller }: PuppetEditor): void {
  controller.show({ selectedPart: controller.document.file.parts.at(-1)?.name ?? null });
}

/** End to end with another part: it moves there. */
function LinkRow({ editor, part }: PartCardProps) {
  const { parts } = editor.controller.document.file;
  const below = new Set([part.name]);
  // Parents come before their children in no particular order: looked through until nothing new is found.
  for (let before = 0; before < below.size; ) {
    before = below.size;
    for (const { name, parent } of parts) if (parent !== null && below.has(parent)) below.add(name);
  }
  const link = (to: string) =>
    to === ''
      ? editor.attempt(`unlink ${part.name}`, (file) => unlinkPart(file, part.name))
      : editor.attempt(`link ${part.name} to ${to}`, (file) => linkPart(file, part.name, to));
  return (
    <label className="row" title="It moves, with all that hangs on it, to where the other part ends">
      <span>Linked to</span>
      <select value={part.parent ?? ''} onChange={(event) => link(event.target.value)}>
        <option value="">the whole puppet</option>
        {parts
          .filter(({ name }) => !below.has(name))
          .map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
      </select>
    </label>
  );
}

/** A grip at the end of the part, which hands and the mouse can drag. */
function GripSwitch({ editor, part }: PartCardProps) {
  const { chains, effectors } = editor.controller.document.file;
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
            ? editor.attempt(`grip at ${part.name}`, (file) => addEffector(file, part.name))
            : own && editor.attempt(`no grip at ${part.name}`, (file) => removeEffector(file, own.name))
        }
      />
      {own && (
        <Switch
          label="The grip also turns it"
          help="A finger that pulls the grip turns the part with the hand, too; mouse and pinch only move it"
          isOn={own.turns}
          onChange={(turns) =>
            editor.attempt(`turn of ${own.name}`, (file) => ({
              ...file,
              effectors: file.effectors.map((each) => (each.name === own.name ? { ...each, turns } : each)),
            }))
          }
        />
      )}
    </>
  );
}

function RegionRow({ editor, part }: PartCardProps) {
  const { regions, paint } = editor.controller.document.file.skin;
  if (regions.length < 2) return null;
  return (
    <label
      className="row"
      title={paint ? 'The skin is painted: the tab Skin can go back to regions by part' : 'How its surface wobbles'}
    >
      <span>Region of the skin</span>
      <select
        value={part.region ?? regions[0].name}
        disabled={paint !== null}
        onChange={({ target }) =>
          editor.attempt(`region of ${part.name}`, (file) => changePart(file, part.name, { region: target.value }))
        }
      >
        {regions.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
