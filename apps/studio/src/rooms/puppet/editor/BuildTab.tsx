import './editor.css';
import { type PuppetFile, type PuppetPart, sortParts } from '@leib/puppet';
import { Bone, Box, BoxSelect, MousePointer2, Sparkles, WandSparkles } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import { useIsBusy, useIsExpert } from '../../../ui/pageStore.js';
import { Switch } from '../panel/form.js';
import type { PuppetTabProps } from '../panel/puppetTab.js';
import type { BuildTool } from '../puppetState.js';
import { countUnheld, partColour } from '../scene/partColours.js';
import { HandSwitch, ToolRow } from './EditTools.js';
import { partNamed } from './handles/shapeHandles.js';
import { PartCard } from './PartCard.js';

type ControllerProps = Pick<PuppetTabProps, 'controller'>;

/** What the puppet is made of: bones and boxes, how they hang together, how far they turn. */
export default function BuildTab({ controller }: PuppetTabProps) {
  const selected = useStore(controller.state, (state) => state.selectedPart);
  const isExpert = useIsExpert();
  const { file } = controller.document;
  const part = partNamed(file, selected);
  return (
    <>
      <section aria-label="Tools">
        <BuildTools controller={controller} />
      </section>
      <section aria-label="Structure">
        <h3>Parts</h3>
        {file.parts.length === 0 && (
          <p className="hint">This model has no parts yet: the hand moves it as a whole. Let its limbs be found.</p>
        )}
        <PartTree controller={controller} />
        {isExpert && file.parts.length > 0 && <Unheld controller={controller} />}
      </section>
      {part && <PartCard controller={controller} part={part} />}
    </>
  );
}

/** How much of the surface no part holds. */
function Unheld({ controller }: ControllerProps) {
  const { model } = controller.player;
  const count = countUnheld(model);
  return (
    <p className="hint" data-testid="unheld">
      {count === 0
        ? 'Every place of the surface is held by a part.'
        : `${count} of ${model.mesh.placeCount} places are held by no part (grey): they go with the whole puppet.`}
    </p>
  );
}

const tools = [
  {
    id: 'select',
    icon: MousePointer2,
    label: 'Select',
    help: 'Click a part in the picture, then drag its handles; drag the part itself to move it',
  },
  {
    id: 'propose',
    icon: WandSparkles,
    label: 'Propose',
    help: 'Point at a limb: a bone that fits it is shown with what it would hold; click to keep it',
  },
  { id: 'bone', icon: Bone, label: 'Bone', help: 'Drag from where it turns to where it ends' },
  {
    id: 'box',
    icon: BoxSelect,
    label: 'Box',
    help: 'Drag a rectangle over a part of the model: all inside goes with it',
  },
] as const;

/** What the pointer does in the picture, and what the picture shows while building. */
function BuildTools({ controller }: ControllerProps) {
  const isExpert = useIsExpert();
  const { buildTool, isStill, showsCut, showsLimits, hint } = useStore(controller.state);
  const choose = (tool: BuildTool) => {
    controller.show({ buildTool: tool, ...(tool === 'select' ? {} : { isStill: true }) });
    if (tool === 'propose') void controller.lookForLimbs();
  };
  return (
    <>
      <ToolRow label="Tools for building" tools={tools} chosen={buildTool} onChoose={choose} />
      <p className="hint" role="status">
        {hint ?? tools.find(({ id }) => id === buildTool)?.help}
      </p>
      <FindAllLimbs controller={controller} />
      <Switch
        label="Stand still"
        help="The puppet stands as its model does while you build; switch off to play with it here"
        isOn={isStill}
        onChange={(isOn) => controller.show({ isStill: isOn, ...(isOn ? {} : { buildTool: 'select' }) })}
      />
      <Switch
        label="Colours of the parts"
        help="Which part holds what; grey goes with the whole puppet"
        isOn={showsCut}
        onChange={(isOn) => controller.show({ showsCut: isOn })}
      />
      {isExpert && (
        <Switch
          label="Limits in the picture"
          help="Fans and cones of the selected part: drag their ends instead of its shape"
          isOn={showsLimits}
          onChange={(isOn) => controller.show({ showsLimits: isOn })}
        />
      )}
      <HandSwitch controller={controller} />
    </>
  );
}

function FindAllLimbs({ controller }: ControllerProps) {
  const isBusy = useIsBusy();
  const count = controller.document.file.parts.length;
  const find = async () => {
    await controller.findLimbs();
    controller.show({ selectedPart: null });
  };
  const help =
    count === 0
      ? 'Bones along all limbs, rings to drag, and a finger for each: playable at once'
      : `The ${count} parts there are give way to those that are found; undo brings them back`;
  return (
    <div className="row buttons">
      <Button
        icon={Sparkles}
        className="with-icon"
        disabled={isBusy}
        title={isBusy ? 'Limbs are being looked for' : help}
        onClick={() => void find()}
      >
        Find all limbs
      </Button>
    </div>
  );
}

interface Row {
  readonly part: PuppetPart;
  readonly depth: number;
  /** In the model's order, parents first: its colour. */
  readonly index: number;
}

/** Parts in the order of a tree: what is linked to a part comes after it, one step further in. */
function treeRows({ parts }: PuppetFile): Row[] {
  const rows: Row[] = [];
  const order = sortParts(parts);
  const add = (parent: string | null, depth: number) => {
    for (const part of parts) {
      if (part.parent !== parent) continue;
      rows.push({ part, depth, index: order.indexOf(part) });
      add(part.name, depth + 1);
    }
  };
  add(null, 0);
  return rows;
}

/** All parts: which hangs on which, their colours in the picture, their chains. Arrow keys go through them. */
function PartTree({ controller }: ControllerProps) {
  const { file } = controller.document;
  const selected = useStore(controller.state, (state) => state.selectedPart);
  const isExpert = useIsExpert();
  const rows = treeRows(file);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = rows.findIndex(({ part }) => part.name === selected);
    const next = Math.min(rows.length - 1, Math.max(0, at + step));
    controller.show({ selectedPart: rows[next]?.part.name ?? null });
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className="part-tree" role="tree" aria-label="Parts" onKeyDown={onKeyDown}>
      {rows.map(({ part, depth, index }) => {
        const chains = (isExpert ? file.chains : [])
          .filter(({ parts }) => parts.includes(part.name))
          .map(({ name }) => name);
        const Icon = part.shape.kind === 'bone' ? Bone : Box;
        const isSelected = part.name === selected;
        return (
          <Button
            key={part.name}
            role="treeitem"
            aria-label={part.name}
            aria-level={depth + 1}
            aria-selected={isSelected}
            style={{ paddingLeft: 8 + depth * 14 }}
            title={`${part.parent === null ? 'Hangs on the whole puppet' : `Linked to ${part.parent}`}${chains.length > 0 ? `; chain ${chains.join(', ')}` : ''}`}
            onClick={() => controller.show({ selectedPart: isSelected ? null : part.name })}
          >
            <span className="swatch" style={{ background: partColour(index).getStyle() }} />
            <Icon size={14} strokeWidth={1.9} aria-hidden />
            <span className="part-name">{part.name}</span>
            <small>{chains.join(', ')}</small>
          </Button>
        );
      })}
    </div>
  );
}
