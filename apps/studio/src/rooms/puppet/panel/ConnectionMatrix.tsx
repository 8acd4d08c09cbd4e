import { type FingerName, fingerNames } from '@leib/puppet';
import { useState } from 'react';
import { type FingerTarget, findConnection, newConnection, targetsOf, withConnections } from '../hands/connections.js';
import { selectPart } from '../puppetPanelStore.js';
import { fingerColour } from '../scene/fingerColours.js';
import { ConnectionFields } from './ConnectionFields.js';
import type { PuppetTabProps } from './puppetTab.js';

interface Cell {
  readonly finger: FingerName;
  readonly target: FingerTarget;
}

/** Which finger moves which part or grip: tap a cell to connect, again to change or take it away. */
export function ConnectionMatrix(props: PuppetTabProps & { readonly slot: number }) {
  const { controller, slot } = props;
  const { file } = controller.document;
  const [chosen, setChosen] = useState<Cell | null>(null);
  const hand = file.hands[slot];
  const targets = targetsOf(file);
  if (!hand) return null;

  function tap(cell: Cell): void {
    const { finger, target } = cell;
    selectPart(target.kind === 'turn' ? target.name : null);
    setChosen(cell);
    if (findConnection(hand, finger, target) >= 0) return;
    const made = newConnection(file, finger, target);
    if (!made) return;
    controller.edit(`connect ${finger} to ${target.name}`, (before) =>
      withConnections(before, slot, (connections) => [...connections, made]),
    );
  }

  const index = chosen ? findConnection(hand, chosen.finger, chosen.target) : -1;
  return (
    <section aria-label="Connections">
      <h3>Fingers and what they move</h3>
      {targets.length === 0 && (
        <p className="hint">There is nothing to connect yet: place bones or boxes in the tab Build.</p>
      )}
      {targets.length > 0 && (
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">Part or grip</th>
              {fingerNames.map((finger) => (
                <th key={finger} scope="col" title={finger}>
                  {finger.slice(0, 2)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {targets.map((target) => (
              <tr key={`${target.kind} ${target.name}`}>
                <th
                  scope="row"
                  title={target.kind === 'turn' ? 'A part: the finger turns it' : 'A grip: the finger pulls it'}
                >
                  {target.kind === 'effector' && <span className="grip-mark" aria-hidden />}
                  {target.name}
                </th>
                {fingerNames.map((finger) => (
                  <MatrixCell
                    key={finger}
                    label={`${finger} moves ${target.kind === 'effector' ? 'the grip ' : ''}${target.name}`}
                    colour={fingerColour(finger)}
                    isConnected={findConnection(hand, finger, target) >= 0}
                    isChosen={chosen?.finger === finger && isSameTarget(chosen.target, target)}
                    onTap={() => tap({ finger, target })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {index >= 0 && (
        <ConnectionFields key={`${slot} ${index}`} {...props} index={index} onGone={() => setChosen(null)} />
      )}
    </section>
  );
}

function isSameTarget(a: FingerTarget, b: FingerTarget): boolean {
  return a.kind === b.kind && a.name === b.name;
}

interface MatrixCellProps {
  readonly label: string;
  readonly colour: string;
  readonly isConnected: boolean;
  readonly isChosen: boolean;
  readonly onTap: () => void;
}

function MatrixCell({ label, colour, isConnected, isChosen, onTap }: MatrixCellProps) {
  const title = isConnected ? `${label}: tap to change it` : `${label}: not yet; tap to connect`;
  return (
    <td>
      <button
        type="button"
        className="matrix-cell"
        aria-label={label}
        aria-pressed={isConnected}
        data-chosen={isChosen}
        title={title}
        style={{ '--finger': colour } as React.CSSProperties}
        onClick={onTap}
      />
    </td>
  );
}
