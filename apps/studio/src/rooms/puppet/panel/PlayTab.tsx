import { useState } from 'react';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import { Chains } from './Chains.js';
import { ConnectionMatrix } from './ConnectionMatrix.js';
import { HandCard } from './HandCard.js';
import type { PuppetTabProps } from './puppetTab.js';
import './playTab.css';

/** Which hand plays, and which finger moves what. */
export function PlayTab(props: PuppetTabProps) {
  const { controller } = props;
  const [slot, setSlot] = useState(0);
  const open = Math.min(slot, 1);
  return (
    <>
      <div className="segments" role="radiogroup" aria-label="Hand">
        {['First hand', 'Second hand'].map((label, i) => (
          <label key={label} className="segment" data-active={i === open}>
            <input type="radio" name="puppet-hand" checked={i === open} onChange={() => setSlot(i)} />
            {label}
          </label>
        ))}
      </div>
      <HandCard {...props} slot={open} />
      {open === 1 && <SettingControl settings={controller.settings} name="partner" />}
      <HandConnections {...props} slot={open} />
      <Chains {...props} />
      <SettingControl settings={controller.settings} name="isIdle" />
    </>
  );
}

/** What the hand moves; a second hand that plays a puppet of its own moves nothing of this one. */
function HandConnections(props: PuppetTabProps & { readonly slot: number }) {
  const { controller, slot } = props;
  const { partner } = controller.settings.values();
  if (slot === 1 && partner !== 'none') {
    return <p className="hint">The second hand plays the {partner} beside this puppet, as its own file says.</p>;
  }
  return controller.document.file.hands[slot] ? <ConnectionMatrix {...props} /> : <AddHand {...props} />;
}

function AddHand({ controller }: PuppetTabProps) {
  const add = () =>
    controller.edit('add a second hand', (file) => ({
      ...file,
      hands: [
        ...file.hands,
        {
          name: 'Second hand',
          carries: { kind: 'nothing' },
          rotationPoint: file.hands[0]?.rotationPoint ?? [0, 0, 0],
          connections: [],
          rest: null,
        },
      ],
    }));
  return (
    <section aria-label="Second hand">
      <p className="hint">This puppet has one hand. A second one can move another group: eyes, brows, arms.</p>
      <div className="row buttons">
        <button type="button" title="The puppet gets a second hand with connections of its own" onClick={add}>
          Add a second hand
        </button>
      </div>
    </section>
  );
}
