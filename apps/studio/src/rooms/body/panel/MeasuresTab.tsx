import { type MeasureName, measureIndex, measureNames } from '@leib/body';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { choice } from '../../../files/settings.js';
import { Choice, Toggle } from '../../../ui/controls.js';
import { useIsExpert } from '../../../ui/level.js';
import { bodyShape } from '../bodyShape.js';
import { measuresOfTake, type TakeChoice } from '../bodySpec.js';
import { findingText } from '../measureWords.js';
import { type BodyProps, MeterProgress } from './BodyWorkCard.js';
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
  'How many you enter; the others are estimated from them. “Any” uses all that are given. (Takes 4, 3, 2 and 1 of the thesis)',
);

/** Table of all measures: entered and built; for experts their difference, too. */
export function MeasuresTab({ controller }: BodyProps) {
  const { body, settings } = controller;
  const { units } = settings.values();
  const isExpert = useIsExpert();
  const shown = useStore(controller.state, (state) => state.shown);
  const info = useStore(controller.state, (state) => state.info);
  const isBuilding = useStore(controller.state, (state) => state.isBuilding);
  const table = useRef<HTMLTableElement>(null);
  const isHeightAsked = useStore(controller.state, (state) => state.isHeightAsked);
  useEffect(() => {
    const field = isHeightAsked && table.current?.querySelector('input');
    if (!field) return;
    field.focus();
    field.select();
    controller.state.setState({ isHeightAsked: false });
  });
  if (!info) return null;
  const inTake = measuresOfTake(body.take);
  const known = info.usual[body.sex];
  const expected = new Map(shown?.expected.map((each) => [each.name, each]));
  const setMeasure = (name: MeasureName, value: number | null) => {
    const { [name]: _, ...others } = body.measures;
    controller.change({ measures: value === null ? others : { ...others, [name]: value }, betas: null });
  };
  const isRefused = shown?.body === null && shown.problem === null;
  return (
    <>
      <div className="two-choices">
        <Choice
          control={takeControl}
          value={body.take}
          isDisabled={false}
          onChange={(take) => controller.change({ take: take as TakeChoice })}
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
          Nothing was built from this: the body is unchanged. See the field in red.
        </p>
      )}
      {shown?.problem && (
        <p className="refusal" role="alert">
          {shown.problem}
        </p>
      )}
      {shown?.body?.notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
      {isBuilding && body.model !== undefined && (
        <p className="hint" role="status">
          Building from measures; the first time takes some seconds, to learn how {body.model} changes with its betas …
        </p>
      )}
      <MeasureMe controller={controller} />
      {body.betas !== null && <p className="hint">The shape was set by hand. Entering a measure replaces it.</p>}
      <table ref={table} className="measure-table" aria-label="Measures" data-tour="measures">
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Given</th>
            <th scope="col">Built</th>
            {isExpert && (
              <th scope="col" title="Built minus given">
                Δ
              </th>
            )}
          </tr>
        </thead>
        {measureNames.map((name) => (
          <MeasureField
            key={name}
            controller={controller}
            name={name}
            units={units}
            value={inTake.includes(name) ? body.measures[name] : undefined}
            isInTake={inTake.includes(name)}
            built={isRefused ? undefined : builtOf(shown?.body?.measured[measureIndex(name)])}
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
      <ViewChoices controller={controller} />
    </>
  );
}

/** A measure that the body does not show is not built. */
const builtOf = (measured: number | undefined) => (Number.isNaN(measured) ? undefined : measured);

/** Measures the wearer by headset and trackers, live. */
function MeasureMe({ controller }: BodyProps) {
  const meter = useStore(controller.state, (state) => state.meter);
  return (
    <div className="meter">
      <div className="row buttons">
        <button
          type="button"
          title="Height, arms and legs from a headset, controllers or trackers, while you hold a T-pose"
          aria-pressed={meter !== null}
          onClick={() => controller.switchMeter(meter === null)}
        >
          {meter ? 'Stop measuring' : 'Measure me by my trackers'}
        </button>
      </div>
      <MeterProgress controller={controller} />
    </div>
  );
}

function ViewChoices({ controller: { settings } }: BodyProps) {
  const { tapes, labels, pose } = settings.values();
  const { controls } = bodyShape.view;
  return (
    <div className="view-choices">
      <Choice
        control={controls.tapes}
        value={tapes}
        isDisabled={false}
        onChange={(value) => settings.set('tapes', value)}
        onSettled={settings.endGesture}
      />
      <Choice
        control={controls.pose}
        value={pose}
        isDisabled={false}
        onChange={(value) => settings.set('pose', value)}
        onSettled={settings.endGesture}
      />
      <Toggle
        control={controls.labels}
        value={labels}
        isDisabled={false}
        onChange={(value) => settings.set('labels', value)}
        onSettled={settings.endGesture}
      />
    </div>
  );
}

function findingOf(
  findings: readonly { name: MeasureName; severity: 'impossible' | 'odd'; message: string }[] | undefined,
  name: MeasureName,
  units: 'metric' | 'imperial',
) {
  const found = findings?.find((each) => each.name === name);
  return found ? { severity: found.severity, text: findingText(found.message, units) } : null;
}
