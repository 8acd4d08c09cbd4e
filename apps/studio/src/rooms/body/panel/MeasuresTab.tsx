import { type MeasureName, measureIndex, measureNames } from '@leib/body';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { ChoiceControl } from '../../../files/settings.js';
import { Button } from '../../../ui/Button.js';
import { Choice } from '../../../ui/controls.js';
import { Notes, Refusal } from '../../../ui/PanelParts.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import { measuresOfTake, type TakeChoice } from '../bodySpec.js';
import { findingText, type Units } from '../measureWords.js';
import type { Shown } from '../worker/bodyServiceTypes.js';
import { type BodyProps, MeterProgress } from './BodyWorkCard.js';
import { MeasureField } from './MeasureField.js';

const takeControl: ChoiceControl<TakeChoice> = {
  kind: 'choice',
  label: 'Measures that count',
  help: 'How many you enter; the others are estimated from them. “Any” uses all that are given. (Takes 4, 3, 2 and 1 of the thesis)',
  initial: '2',
  options: [
    { value: '4', label: '2' },
    { value: '3', label: '4' },
    { value: '2', label: '6' },
    { value: '1', label: '12' },
    { value: 'any', label: 'Any' },
  ],
};

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
          onChange={(take) => controller.change({ take })}
          onSettled={settings.endGesture}
        />
        <SettingControl settings={settings} name="units" />
      </div>
      {isRefused && <Refusal>Nothing was built from this: the body is unchanged. See the field in red.</Refusal>}
      {shown?.problem && <Refusal>{shown.problem}</Refusal>}
      <Notes notes={shown?.body?.notes} />
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
      <div className="view-choices">
        <SettingControl settings={settings} name="tapes" />
        <SettingControl settings={settings} name="pose" />
        <SettingControl settings={settings} name="labels" />
      </div>
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
        <Button
          title="Height, arms and legs from a headset, controllers or trackers, while you hold a T-pose"
          aria-pressed={meter !== null}
          onClick={() => controller.switchMeter(meter === null)}
        >
          {meter ? 'Stop measuring' : 'Measure me by my trackers'}
        </Button>
      </div>
      <MeterProgress controller={controller} />
    </div>
  );
}

function findingOf(findings: Shown['findings'] | undefined, name: MeasureName, units: Units) {
  const found = findings?.find((each) => each.name === name);
  return found ? { severity: found.severity, text: findingText(found.message, units) } : null;
}
