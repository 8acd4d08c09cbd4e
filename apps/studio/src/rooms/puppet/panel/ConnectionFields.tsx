import type { HandConnection } from '@leib/puppet';
import { Trash2 } from 'lucide-react';
import { CENTIMETRES, DEGREES, PointFields, Switch } from '../editor/panel/fields.js';
import { targetOf, withConnections } from '../hands/connections.js';
import { FingerCurveField } from './FingerCurveField.js';
import { NumberRow } from './NumberRow.js';
import type { PuppetTabProps } from './puppetTab.js';

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
  const set: SetConnection = (next, what, gesture = null) =>
    controller.edit(
      `${what} of ${words}`,
      (file) => withConnections(file, slot, (all) => all.with(index, next)),
      gesture,
    );
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
        <TurnFields connection={connection} set={set} onSettled={() => controller.document.endGesture()} />
      ) : (
        <DragFields connection={connection} set={set} />
      )}
    </section>
  );
}

/** Changes with the same gesture are one undo step until it is settled. */
type SetConnection = (next: HandConnection, what: string, gesture?: string | null) => void;

interface FieldsProps<Kind extends HandConnection['kind']> {
  readonly connection: Extract<HandConnection, { kind: Kind }>;
  readonly set: SetConnection;
}

const axisNames = ['x', 'y', 'z'] as const;

function TurnFields({ connection, set, onSettled }: FieldsProps<'turn'> & { readonly onSettled: () => void }) {
  const { angle, axis, spread, yaw, splay, carry, magnets, curve, point } = connection;
  const change = (what: string, changes: Partial<typeof connection>) => set({ ...connection, ...changes }, what);
  return (
    <>
      <NumberRow
        label="Angle at full bend"
        unit="°"
        value={angle}
        scale={DEGREES}
        range={[-180, 180]}
        onChange={(next) => change('angle', { angle: next })}
      />
      <NumberRow
        label="Spread over the part (0: as one)"
        unit="cm"
        value={spread}
        scale={CENTIMETRES}
        range={[0, 1000]}
        onChange={(next) => change('spread', { spread: next })}
      />
      <FingerCurveField
        points={curve}
        onChange={(next, gesture) => set({ ...connection, curve: next }, 'curve', gesture)}
        onSettled={onSettled}
      />
      <details>
        <summary>More</summary>
        <fieldset className="axis-fields" aria-label="Axis that it turns about">
          {axisNames.map((name, k) => (
            <NumberRow
              key={name}
              label={`Axis ${name}`}
              unit=""
              value={axis[k]}
              range={[-1, 1]}
              onChange={(next) => change('axis', { axis: axis.with(k, next) as typeof axis })}
            />
          ))}
        </fieldset>
        <PointFields
          label="Where the finger touches it"
          value={point}
          onChange={(next) => change('touch point', { point: next })}
        />
        <YawRow yaw={yaw} onChange={(next) => change('yaw', { yaw: next })} />
        <NumberRow
          label="Turns with the finger’s splay"
          unit="°"
          value={splay}
          scale={DEGREES}
          range={[-180, 180]}
          onChange={(next) => change('splay', { splay: next })}
        />
        <NumberRow
          label="Carried by the finger’s speed"
          unit="ms"
          value={carry}
          scale={1000}
          range={[0, 500]}
          onChange={(next) => change('carry', { carry: next })}
        />
        <MagnetFields magnets={magnets} onChange={(next) => change('magnets', { magnets: next })} angle={angle} />
      </details>
    </>
  );
}

function YawRow({ yaw, onChange }: { readonly yaw: number; readonly onChange: (yaw: number) => void }) {
  return <NumberRow label="Turns with the hand’s yaw" unit="×" value={yaw} range={[-5, 5]} onChange={onChange} />;
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
      <Switch
        label="Magnets"
        help="Near them the same motion of the finger turns the part less and less, like equal poles"
        isOn={magnets !== null}
        onChange={(isOn) => onChange(isOn ? first : null)}
      />
      {magnets &&
        fields.map(([key, label]) => (
          <NumberRow
            key={key}
            label={label}
            unit="°"
            value={magnets[key]}
            scale={DEGREES}
            range={[key === 'softness' ? 0.5 : -180, 180]}
            onChange={(next) => onChange({ ...magnets, [key]: next })}
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
        <NumberRow
          key={name}
          label={`Way at full bend, ${['sideways', 'up', 'forward'][k]}`}
          unit="cm"
          value={travel[k]}
          scale={CENTIMETRES}
          range={[-1000, 1000]}
          onChange={(next) => change('way', { travel: travel.with(k, next) as typeof travel })}
        />
      ))}
      <YawRow yaw={yaw} onChange={(next) => change('yaw', { yaw: next })} />
      <NumberRow
        label="Goes out with the hand’s distance"
        unit="×"
        value={distance}
        range={[-10, 10]}
        onChange={(next) => change('distance', { distance: next })}
      />
    </>
  );
}
