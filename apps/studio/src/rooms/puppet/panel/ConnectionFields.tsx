import type { HandConnection } from '@leib/puppet';
import { Trash2 } from 'lucide-react';
import { NumberField } from '../../../ui/NumberField.js';
import { targetOf, withConnections } from '../hands/connections.js';
import type { PuppetTabProps } from './puppetTab.js';

const DEGREES = 180 / Math.PI;
const CENTIMETRES = 100;

interface ConnectionFieldsProps extends PuppetTabProps {
  readonly slot: number;
  /** Of the connection in the hand's list. */
  readonly index: number;
  readonly onGone: () => void;
}

/** How one finger moves what it is connected to. */
export function ConnectionFields({ controller, slot, index, onGone }: ConnectionFieldsProps) {
  const connection = controller.document.file.hands[slot]?.connections[index];
  if (!connection) return null;
  const words = `${connection.finger} → ${targetOf(connection).name}`;
  const set = (next: HandConnection, what: string) =>
    controller.edit(`${what} of ${words}`, (file) => withConnections(file, slot, (all) => all.with(index, next)));
  const remove = () => {
    controller.edit(`disconnect ${words}`, (file) => withConnections(file, slot, (all) => all.toSpliced(index, 1)));
    onGone();
  };
  return (
    <section className="connection" aria-label={`Connection ${words}`}>
      <div className="row">
        <strong>{words}</strong>
        <button type="button" className="with-icon" title="The finger moves this no longer" onClick={remove}>
          <Trash2 size={15} strokeWidth={1.9} aria-hidden />
          Disconnect
        </button>
      </div>
      {connection.kind === 'turn' ? (
        <TurnFields connection={connection} set={set} />
      ) : (
        <DragFields connection={connection} set={set} />
      )}
    </section>
  );
}

interface FieldsProps<Kind extends HandConnection['kind']> {
  readonly connection: Extract<HandConnection, { kind: Kind }>;
  readonly set: (next: HandConnection, what: string) => void;
}

const plain = { isOptional: false, emptyText: '', isDisabled: false } as const;
const axisNames = ['x', 'y', 'z'] as const;

function TurnFields({ connection, set }: FieldsProps<'turn'>) {
  const { angle, axis, spread, yaw, carry, magnets } = connection;
  const change = (what: string, changes: Partial<typeof connection>) => set({ ...connection, ...changes }, what);
  return (
    <>
      <NumberField
        {...plain}
        label="Angle at full bend"
        unit="°"
        value={angle}
        scale={DEGREES}
        min={-180}
        max={180}
        onChange={(value) => value !== null && change('angle', { angle: value })}
      />
      <NumberField
        {...plain}
        label="Spread over the part (0: as one)"
        unit="cm"
        value={spread}
        scale={CENTIMETRES}
        min={0}
        max={1000}
        onChange={(value) => value !== null && change('spread', { spread: value })}
      />
      <details>
        <summary>More</summary>
        <fieldset className="axis-fields" aria-label="Axis that it turns about">
          {axisNames.map((name, k) => (
            <NumberField
              key={name}
              {...plain}
              label={`Axis ${name}`}
              unit=""
              value={axis[k]}
              scale={1}
              min={-1}
              max={1}
              onChange={(value) => value !== null && change('axis', { axis: axis.with(k, value) as typeof axis })}
            />
          ))}
        </fieldset>
        <NumberField
          {...plain}
          label="Turns with the hand’s yaw"
          unit="×"
          value={yaw}
          scale={1}
          min={-5}
          max={5}
          onChange={(value) => value !== null && change('yaw', { yaw: value })}
        />
        <NumberField
          {...plain}
          label="Carried by the finger’s speed"
          unit="ms"
          value={carry}
          scale={1000}
          min={0}
          max={500}
          onChange={(value) => value !== null && change('carry', { carry: value })}
        />
        <MagnetFields magnets={magnets} onChange={(next) => change('magnets', { magnets: next })} angle={angle} />
      </details>
    </>
  );
}

interface MagnetFieldsProps {
  readonly magnets: Extract<HandConnection, { kind: 'turn' }>['magnets'];
  readonly angle: number;
  readonly onChange: (magnets: MagnetFieldsProps['magnets']) => void;
}

/** Two stoppers that the part comes near more and more slowly. */
function MagnetFields({ magnets, angle, onChange }: MagnetFieldsProps) {
  const first = { low: Math.min(0, angle) - 0.05, high: Math.max(0, angle), softness: 0.15 };
  const fields = [
    ['low', 'Lower stopper'],
    ['high', 'Upper stopper'],
    ['softness', 'Softness of the stoppers'],
  ] as const;
  return (
    <>
      <label className="row check">
        <span title="Near them the same motion of the finger turns the part less and less, like equal poles">
          Magnets
        </span>
        <input
          type="checkbox"
          role="switch"
          className="switch"
          aria-checked={magnets !== null}
          checked={magnets !== null}
          onChange={(event) => onChange(event.target.checked ? first : null)}
        />
      </label>
      {magnets &&
        fields.map(([key, label]) => (
          <NumberField
            key={key}
            {...plain}
            label={label}
            unit="°"
            value={magnets[key]}
            scale={DEGREES}
            min={key === 'softness' ? 0.5 : -180}
            max={180}
            onChange={(value) => value !== null && onChange({ ...magnets, [key]: value })}
          />
        ))}
    </>
  );
}

function DragFields({ connection, set }: FieldsProps<'effector'>) {
  const { travel, yaw, distance } = connection;
  const change = (what: string, changes: Partial<typeof connection>) => set({ ...connection, ...changes }, what);
  return (
    <>
      {axisNames.map((name, k) => (
        <NumberField
          key={name}
          {...plain}
          label={`Way at full bend, ${['sideways', 'up', 'forward'][k]}`}
          unit="cm"
          value={travel[k]}
          scale={CENTIMETRES}
          min={-1000}
          max={1000}
          onChange={(value) => value !== null && change('way', { travel: travel.with(k, value) as typeof travel })}
        />
      ))}
      <NumberField
        {...plain}
        label="Turns with the hand’s yaw"
        unit="×"
        value={yaw}
        scale={1}
        min={-5}
        max={5}
        onChange={(value) => value !== null && change('yaw', { yaw: value })}
      />
      <NumberField
        {...plain}
        label="Goes out with the hand’s distance"
        unit="×"
        value={distance}
        scale={1}
        min={-10}
        max={10}
        onChange={(value) => value !== null && change('distance', { distance: value })}
      />
    </>
  );
}
