import { type PuppetFile, type PuppetPart, sortParts } from '@leib/puppet';
import { Bone, Box } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { useIsExpert } from '../../../../ui/level.js';
import type { PuppetController } from '../../puppetController.js';
import { partColour } from '../../scene/partColours.js';

interface Row {
  readonly part: PuppetPart;
  readonly depth: number;
  /** In the model's order, parents first: its colour. */
  readonly index: number;
}

/** Parts in the order of a tree: what is linked to a part comes after it, one step further in. */
export function treeRows({ parts }: Pick<PuppetFile, 'parts'>): Row[] {
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

interface PartTreeProps {
  readonly controller: PuppetController;
}

/** All parts: which hangs on which, their colours in the picture, their chains. Arrow keys go through them. */
export function PartTree({ controller }: PartTreeProps) {
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
          <button
            key={part.name}
            type="button"
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
          </button>
        );
      })}
    </div>
  );
}
