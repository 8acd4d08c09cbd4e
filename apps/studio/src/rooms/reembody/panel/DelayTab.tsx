import { bodyGroups, groupOfBone } from '@leib/reembody';
import { NumberField } from '../../../ui/NumberField.js';
import { boneLabel } from '../settings/boneLabel.js';
import { withGroupDelay } from '../settings/customGroups.js';
import type { EditorTabProps } from './editorTab.js';
import './delayTab.css';

/** Delay of each group's target as set, and as it was in the last frame. */
export function DelayTab({ figures, built, settings, onChange }: EditorTabProps) {
  const { body } = built;
  const delays = figures.body?.groupDelays;
  const groups = bodyGroups.filter((group) => body.parts.some(({ bone }) => groupOfBone(bone) === group));

  function setDelay(group: (typeof bodyGroups)[number], seconds: number | null): void {
    const { [group]: _before, ...rest } = settings.latency;
    onChange({ ...settings, latency: seconds === null ? rest : { ...rest, [group]: seconds } });
  }

  return (
    <>
      <p className="hint">
        Groups without a delay of their own have that of the slider Delay, the hips none. Groups of your own go first.
        On the right: what the delay really was in the last frame.
      </p>
      <div className="joint-fields delays">
        {groups.map((group) => (
          <div key={group} className="delay-row">
            <NumberField
              label={boneLabel(group)}
              unit="ms"
              value={settings.latency[group] ?? null}
              scale={1000}
              min={0}
              max={1000}
              isOptional
              emptyText="as all"
              onChange={(seconds) => setDelay(group, seconds)}
            />
            <output data-testid={`delay-${group}`} title="Effective delay">
              {delays ? `${(delays[bodyGroups.indexOf(group)] * 1000).toFixed(0)} ms` : '…'}
            </output>
          </div>
        ))}
        {Object.entries(settings.groups).map(([name, { delaySeconds }], i) => (
          <div key={name} className="delay-row">
            <NumberField
              label={name}
              unit="ms"
              value={delaySeconds}
              scale={1000}
              min={0}
              max={1000}
              isOptional
              emptyText="as above"
              onChange={(seconds) => onChange(withGroupDelay(settings, name, seconds))}
            />
            <output title="Effective delay">
              {delays && delaySeconds !== null ? `${(delays[bodyGroups.length + i] * 1000).toFixed(0)} ms` : '…'}
            </output>
          </div>
        ))}
      </div>
    </>
  );
}
