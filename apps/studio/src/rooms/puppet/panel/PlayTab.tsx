import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { useIsBusy, useIsExpert } from '../../../ui/pageStore.js';
import { Segments } from '../../../ui/Select.js';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import { Chains } from './Chains.js';
import { ConnectionMatrix } from './ConnectionMatrix.js';
import { HandCard } from './HandCard.js';
import type { PuppetTabProps } from './puppetTab.js';
import './playTab.css';

const hands = [
  { value: 'first', label: 'First hand' },
  { value: 'second', label: 'Second hand' },
] as const;

/** Which hand plays, and which finger moves what. */
export function PlayTab(props: PuppetTabProps) {
  const { controller } = props;
  const open = useStore(controller.state, ({ hand }) => hand);
  const isExpert = useIsExpert();
  return (
    <>
      <Segments
        aria-label="Hand"
        value={hands[open].value}
        options={hands}
        onChange={(id) => controller.show({ hand: id === 'first' ? 0 : 1 })}
      />
      <HandCard key={open} {...props} slot={open} />
      {open === 1 && <PartnerChoice {...props} />}
      <HandConnections {...props} slot={open} />
      {isExpert && <Chains {...props} />}
      <SettingControl settings={controller.settings} name="isIdle" />
    </>
  );
}

/** Which puppet stands beside the first: an example, or a file of one's own. */
function PartnerChoice({ controller }: PuppetTabProps) {
  const isBusy = useIsBusy();
  return (
    <section aria-label="Second puppet">
      <SettingControl settings={controller.settings} name="partner" />
      <div className="row buttons">
        <OpenFile
          title="A puppet as .glb, or a model with parts; it stands beside the first"
          disabled={isBusy}
          fileLabel="File of the second puppet"
          accept=".glb,.gltf,.vrm,.obj,.ply"
          onFile={(file) => void controller.openPartner(file).then(controller.refresh)}
        >
          Open a second puppet …
        </OpenFile>
      </div>
    </section>
  );
}

/** What the hand moves; a second hand that plays a puppet of its own moves nothing of this one. */
function HandConnections(props: PuppetTabProps & { readonly slot: number }) {
  const { controller, slot } = props;
  const { partner } = controller.settings.values();
  if (slot === 1 && partner !== 'none') {
    const name = partner === 'own' ? controller.partner.own?.file.name : `the ${partner}`;
    if (name === undefined)
      return <p className="hint">Open the file of the second puppet: the second hand plays it.</p>;
    return <p className="hint">The second hand plays {name} beside this puppet, as its own file says.</p>;
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
        <Button title="The puppet gets a second hand with connections of its own" onClick={add}>
          Add a second hand
        </Button>
      </div>
    </section>
  );
}
