import { type MeasureName, measureIndex, measureNames } from '@leib/body';
import { choice } from '../../../settings/settings.js';
import { Choice, Toggle } from '../../../ui/controls.js';
import type { BodyDesk } from '../bodyDesk.js';
import { useBodyRoom } from '../bodyRoomStore.js';
import { bodyShape } from '../bodyShape.js';
import { measuresOfTake, type TakeChoice } from '../bodySpec.js';
import { differenceUnit, sayFinding } from '../measureWords.js';
import { MeasureField } from './MeasureField.js';

const takeControl = choice(
  'Measures that count',
  '2',
  [
    { value: '4', label: '2' },
    { value: '3', label: '4' },
    { value: '2', label: '6' },
    { value: '1', label: '12' },
    { value: 'any', label: 'Any' },
  ],
  'The thesis’s takes 4, 3, 2 and 1 use two, four, six and twelve measures; or whatever you have',
);

/** Every measure: what was asked, what the built body has, and how far the two are apart. */
export function MeasuresTab({ desk }: { readonly desk: BodyDesk }) {
  const { body, settings } = desk;
  const { units, tapes, labels, pose } = settings.values();
  const shown = useBodyRoom((state) => state.shown);
  const info = useBodyRoom((state) => state.info);
  if (!info) return null;
  const inTake = measuresOfTake(body.take);
  const known = info.usual[body.sex];
  const expected = new Map(shown?.expected.map((each) => [each.name, each]));
  const setMeasure = (name: MeasureName, value: number | null) => {
    const { [name]: _, ...others } = body.measures;
    desk.change({ measures: value === null ? others : { ...others, [name]: value }, betas: null });
  };
  const isRefused = shown?.body === null;
  return (
    <>
      <div className="two-choices">
        <Choice
          control={takeControl}
          value={body.take}
          isDisabled={false}
          onChange={(take) => desk.change({ take: take as TakeChoice })}
          onSettled={settings.endGesture}
        />
        <Choice
          control={bodyShape.body.controls.units}
          value={units}
          isDisabled={false}
          onChange={(value) => settings.set('units', value)}
          onSettled={settings.endGesture}
        />
      </div>
      {isRefused && (
        <p className="refusal" role="alert">
          Nothing was built from this: the body is still the one before. See the field in red.
        </p>
      )}
      {body.betas !== null && (
        <p className="hint">The shape was set by hand. A measure that is entered builds it anew.</p>
      )}
      <table className="measure-table" aria-label="Measures">
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Asked</th>
            <th scope="col">Built</th>
            <th scope="col" title="Built minus asked">
              Δ {differenceUnit(units)}
            </th>
          </tr>
        </thead>
        {measureNames.map((name) => (
          <MeasureField
            key={name}
            name={name}
            units={units}
            value={inTake.includes(name) ? body.measures[name] : undefined}
            isAsked={inTake.includes(name)}
            built={isRefused ? undefined : shown?.body?.measured[measureIndex(name)]}
            expected={expected.get(name) ?? null}
            usual={known.find((each) => each.name === name) ?? null}
            finding={findingOf(shown?.findings, name, units)}
            onChange={(value) => setMeasure(name, value)}
            onSettled={settings.endGesture}
            onUndo={settings.undo}
            onRedo={settings.redo}
          />
        ))}
      </table>
      <div className="view-choices">
        <Choice
          control={bodyShape.view.controls.tapes}
          value={tapes}
          isDisabled={false}
          onChange={(value) => settings.set('tapes', value)}
          onSettled={settings.endGesture}
        />
        <Choice
          control={bodyShape.view.controls.pose}
          value={pose}
          isDisabled={false}
          onChange={(value) => settings.set('pose', value)}
          onSettled={settings.endGesture}
        />
        <LabelsToggle desk={desk} isOn={labels} />
      </div>
    </>
  );
}

function LabelsToggle({ desk: { settings }, isOn }: { readonly desk: BodyDesk; readonly isOn: boolean }) {
  return (
    <Toggle
      control={bodyShape.view.controls.labels}
      value={isOn}
      isDisabled={false}
      onChange={(value) => settings.set('labels', value)}
      onSettled={settings.endGesture}
    />
  );
}

function findingOf(
  findings: readonly { name: MeasureName; severity: 'impossible' | 'odd'; message: string }[] | undefined,
  name: MeasureName,
  units: 'metric' | 'imperial',
) {
  const found = findings?.find((each) => each.name === name);
  return found ? { severity: found.severity, text: sayFinding(found.message, units) } : null;
}
