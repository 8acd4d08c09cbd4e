import { fingerNames, type HandConnection } from '@leib/puppet';
import { Fragment, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import { type FingerTarget, findConnection, newConnection, targetsOf, withConnections } from '../hands/connections.js';
import { fingerColour } from '../scene/partColours.js';
import { ConnectionFields } from './ConnectionFields.js';
import type { PuppetTabProps } from './puppetTab.js';

interface Cell {
  readonly finger: HandConnection['finger'];
  readonly target: FingerTarget;
}

/** Which finger moves which part or grip: tap a cell to connect, again to change or take it away. */
export function ConnectionMatrix(props: PuppetTabProps & { readonly slot: number }) {
  const { controller, slot } = props;
  const { file } = controller.document;
  const selected = useStore(controller.state, (state) => state.selectedPart);
  const [chosen, setChosen] = useState<Cell | null>(null);
  const hand = file.hands[slot];
  const [showsAll, setShowsAll] = useState(false);
  if (!hand) return null;
  const targets = targetsOf(file);
  const isMoved = (target: FingerTarget) => fingerNames.some((finger) => findConnection(hand, finger, target) >= 0);
  const isShown = (target: FingerTarget) =>
    isMoved(target) || (chosen !== null && isSameTarget(chosen.target, target)) || target.name === selected;
  const moved = targets.filter(isShown);
  // A hand that moves nothing yet needs to see what it could move.
  const shown = showsAll || moved.length === 0 ? targets : moved;

  function tap(cell: Cell): void {
    const { finger, target } = cell;
    controller.show({ selectedPart: target.kind === 'turn' ? target.name : null });
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
                <th key={finger} scope="col">
                  <span className="finger-head">{finger}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((target) => (
              <Fragment key={`${target.kind} ${target.name}`}>
                <tr>
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
                {index >= 0 && chosen && isSameTarget(chosen.target, target) && (
                  <tr className="fields">
                    <td colSpan={fingerNames.length + 1}>
                      <ConnectionFields
                        key={`${slot} ${index}`}
                        {...props}
                        index={index}
                        onGone={() => setChosen(null)}
                      />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
      {targets.length > 0 && moved.length > 0 && moved.length < targets.length && (
        <Button className="show-all" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show only what is connected' : `Show all parts (${targets.length - moved.length} more)`}
        </Button>
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
      <Button
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
