import type { PuppetHand } from '@leib/puppet';
import { PointFields, Switch } from '../editor/panel/fields.js';
import { type CarriedKind, newCarries, withHand } from '../hands/connections.js';
import { NumberRow } from './NumberRow.js';
import type { PuppetTabProps } from './puppetTab.js';

const kinds: readonly { readonly value: CarriedKind; readonly label: string }[] = [
  { value: 'puppet', label: 'The whole puppet' },
  { value: 'part', label: 'One of its parts' },
  { value: 'nothing', label: 'Nothing' },
];

/** What goes with the hand itself, and where the hand is in the puppet. */
export function HandFields({ controller, slot }: PuppetTabProps & { readonly slot: number }) {
  const { file } = controller.document;
  const hand = file.hands[slot];
  if (!hand) return null;
  const words = slot === 0 ? 'the first hand' : 'the second hand';
  const change = (what: string, changes: Partial<PuppetHand>) =>
    controller.edit(`${what} ${words}`, (before) => withHand(before, slot, (own) => ({ ...own, ...changes })));
  const choose = (kind: string) => {
    const carries = newCarries(file, kind as CarriedKind);
    if (carries) change('what is carried by', { carries });
  };
  return (
    <details className="hand-fields">
      <summary>What it carries, where it is</summary>
      <label className="row" title="What goes with your whole hand; the fingers move their parts in any case">
        <span>This hand carries</span>
        <select value={hand.carries.kind} onChange={(event) => choose(event.target.value)}>
          {kinds.map(({ value, label }) => (
            <option key={value} value={value} disabled={newCarries(file, value) === null}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <CarriesFields
        carries={hand.carries}
        parts={file.parts.map(({ name }) => name)}
        onChange={(carries) => change('what is carried by', { carries })}
      />
      <PointFields
        label="Rotation point"
        value={hand.rotationPoint}
        onChange={(rotationPoint) => change('rotation point of', { rotationPoint })}
      />
      <p className="hint">
        Parts and puppet turn about it. With “Virtual hand” shown in the main view it can be dragged there, and so can
        the points that the fingers touch.
      </p>
    </details>
  );
}

interface CarriesFieldsProps {
  readonly carries: PuppetHand['carries'];
  readonly parts: readonly string[];
  readonly onChange: (carries: PuppetHand['carries']) => void;
}

function CarriesFields({ carries, parts, onChange }: CarriesFieldsProps) {
  if (carries.kind === 'nothing') return null;
  if (carries.kind === 'puppet') {
    return (
      <>
        <NumberRow
          label="Way of the puppet per way of the hand"
          unit="×"
          value={carries.positionScale}
          range={[0, 100]}
          onChange={(positionScale) => onChange({ ...carries, positionScale })}
        />
        <Switch
          label="Turns with the hand"
          help="The whole puppet turns as the hand does, about the rotation point"
          isOn={carries.turns}
          onChange={(turns) => onChange({ ...carries, turns })}
        />
      </>
    );
  }
  return (
    <>
      <label className="row">
        <span>Part</span>
        <select value={carries.part} onChange={(event) => onChange({ ...carries, part: event.target.value })}>
          {parts.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <NumberRow
        label="Turn of the part per turn of the hand"
        unit="×"
        value={carries.turns}
        range={[0, 4]}
        onChange={(turns) => onChange({ ...carries, turns })}
      />
    </>
  );
}
