import {
  type AxisTuning,
  axisNames,
  editJoints,
  type HeuristicName,
  heuristicNames,
  type RemoteBodySettings,
} from '@leib/reembody';
import { useState } from 'react';
import { NumberField } from '../../../ui/NumberField.js';
import { notify } from '../../../ui/pageStore.js';
import { clipForBody } from '../gains/clipForBody.js';
import type { TuningProgress } from '../gains/gainsController.js';
import { motionOfMemory } from '../gains/poseMemory.js';
import { boneLabel } from '../settings/boneLabel.js';
import { remoteSettingsOf } from '../settings/remoteSettingsOf.js';
import type { EditorTabProps } from './editorTab.js';
import './gainsTab.css';

/** Longest part of a clip that is played to the body, seconds. */
const MOST_SECONDS = 30;

const heuristicLabels: Readonly<Record<HeuristicName, string>> = {
  pd: 'PD',
  zieglerNicholsP: 'Ziegler-Nichols P',
  zieglerNicholsPi: 'Ziegler-Nichols PI',
  zieglerNicholsPid: 'Ziegler-Nichols PID',
  tyreusLuybenPi: 'Tyreus-Luyben PI',
  tyreusLuybenPid: 'Tyreus-Luyben PID',
  pessenIntegral: 'Pessen integral',
  someOvershoot: 'Some overshoot',
  noOvershoot: 'No overshoot',
};

/** Stiffness and damping of all joints: found by themselves, and tried on a clip. */
export function GainsTab(props: EditorTabProps) {
  return (
    <>
      <Tuning {...props} />
      <Evaluation {...props} />
    </>
  );
}

function Tuning(props: EditorTabProps) {
  const { controller, settings, refresh } = props;
  const { gains } = controller;
  const { tuning } = gains;
  const found = tuning?.found ?? gains.tuned?.axes ?? [];
  return (
    <fieldset className="field-group">
      <legend>Tuning</legend>
      <p className="hint">Lets every axis swing under a relay and takes stiffness and damping from how it does.</p>
      <label className="number-field">
        <span>Rule</span>
        <select
          aria-label="Rule of the tuning"
          value={gains.heuristic}
          disabled={gains.isBusy}
          onChange={({ target: { value } }) => {
            gains.heuristic = value as HeuristicName;
            refresh();
          }}
        >
          {heuristicNames.map((name) => (
            <option key={name} value={name}>
              {heuristicLabels[name]}
            </option>
          ))}
        </select>
      </label>
      <label className="joint-check">
        <input
          type="checkbox"
          checked={gains.isMirrored}
          disabled={gains.isBusy}
          onChange={(event) => {
            gains.isMirrored = event.target.checked;
            refresh();
          }}
        />
        Tune the left, copy to the right
      </label>
      <RelayFields {...props} />
      {tuning ? <TuningProgressRow {...props} tuning={tuning} /> : <TuningButtons {...props} />}
      {!tuning && (
        <p className="hint" data-testid="gains-from">
          {hasGains(settings) ? 'Gains are set.' : 'Gains from the inertia.'}
        </p>
      )}
      {found.length > 0 && <FoundAxes axes={found} />}
    </fieldset>
  );
}

/** How strong the relay is, and how far beyond the target it switches. */
function RelayFields({ controller: { gains }, settings, onChange }: EditorTabProps) {
  const { relay } = settings;
  const set = (change: Partial<RemoteBodySettings['relay']>) =>
    onChange({ ...settings, relay: { ...relay, ...change } });
  return (
    <div className="joint-fields">
      <NumberField
        label="Relay"
        unit="× torque"
        value={relay.share}
        min={0.1}
        max={20}
        isDisabled={gains.isBusy}
        onChange={(share) => share !== null && set({ share })}
      />
      <NumberField
        label="Hysteresis"
        unit="°"
        value={relay.hysteresis}
        scale={180 / Math.PI}
        min={0.1}
        max={20}
        isDisabled={gains.isBusy}
        onChange={(hysteresis) => hysteresis !== null && set({ hysteresis })}
      />
    </div>
  );
}

function TuningProgressRow({
  controller,
  refresh,
  tuning: { done, total, found },
}: EditorTabProps & { readonly tuning: TuningProgress }) {
  const cancel = () => {
    controller.gains.cancel();
    refresh();
  };
  const last = found.at(-1);
  return (
    <>
      <div className="joints-row">
        <progress aria-label="Tuning" value={done} max={total} />
        <button type="button" className="small" onClick={cancel}>
          Cancel
        </button>
      </div>
      <p className="hint" data-testid="tuning-axis">
        {done} of {total} axes{last ? `, last ${axisLabel(last)}` : ''}
      </p>
    </>
  );
}

function TuningButtons({ controller: { gains }, built, settings, onChange, refresh }: EditorTabProps) {
  return (
    <div className="joints-row">
      <button
        type="button"
        className="small wide"
        disabled={gains.isBusy}
        title="Finds stiffness and damping of every axis; nothing changes before all are found"
        onClick={() => {
          gains.tune(built.body);
          refresh();
        }}
      >
        Auto-tune
      </button>
      {hasGains(settings) && (
        <button
          type="button"
          className="small"
          title="Critically damped gains from the inertia, for all joints"
          onClick={() => onChange(withoutGains(settings))}
        >
          From inertia
        </button>
      )}
    </div>
  );
}

/** Results of the tuning; axes without an oscillation come first, with the reason. */
function FoundAxes({ axes }: { readonly axes: readonly AxisTuning[] }) {
  const byInertia = axes.filter(({ method }) => method === 'inertia');
  const byRelay = axes.filter(({ method }) => method === 'relay');
  return (
    <div className="found-axes">
      <p className="hint" data-testid="tuned-by">
        {byRelay.length} by relay, {byInertia.length} by inertia
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Axis</th>
            <th scope="col">Kp</th>
            <th scope="col">Kd</th>
          </tr>
        </thead>
        <tbody>
          {[...byInertia, ...byRelay].map((axis) => (
            <tr key={axis.name} data-method={axis.method} title={axis.reason}>
              <th scope="row">
                {axisLabel(axis)}
                {axis.method === 'inertia' && <small>{axis.reason}</small>}
              </th>
              <td>{gainText(axis.kp)}</td>
              <td>{gainText(axis.kd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Evaluation({ controller, figures: { clip }, built, settings, refresh }: EditorTabProps) {
  const { gains } = controller;
  const cancel = () => {
    gains.cancel();
    refresh();
  };
  const [wantsMemory, setWantsMemory] = useState(false);
  const isMemory = wantsMemory || clip === null;

  function evaluate(): void {
    const { body } = built;
    const motion =
      isMemory || clip === null
        ? controller.memory && motionOfMemory(controller.memory, 'local body', 90)
        : clipForBody(clip, body.skeleton, MOST_SECONDS);
    if (!motion) {
      notify('error', 'Let the local body move for a second or two first.');
      return;
    }
    const values = controller.settings.values();
    const before = gains.beforeTuning ?? withoutGains(settings);
    const [earlier, now] = [{ ...values, body: before }, values].map((each) => heldFast(remoteSettingsOf(each)));
    gains.evaluate(body, motion, earlier, now);
    refresh();
  }

  return (
    <fieldset className="field-group">
      <legend>Evaluation</legend>
      <p className="hint">
        Plays a clip to the body with the gains from before the tuning and with those of now, and steps every axis,
        beside the running simulation.
      </p>
      <label className="number-field">
        <span>Clip</span>
        <select
          aria-label="Clip of the evaluation"
          value={isMemory ? 'memory' : 'clip'}
          onChange={({ target: { value } }) => setWantsMemory(value === 'memory')}
        >
          {clip && <option value="clip">{clip.name}</option>}
          <option value="memory">last 20 s of the local body</option>
        </select>
      </label>
      <div className="joints-row">
        {gains.evaluating === null ? (
          <button type="button" className="small wide" disabled={gains.isBusy} onClick={evaluate}>
            Evaluate
          </button>
        ) : (
          <>
            <progress aria-label="Evaluation" value={gains.evaluating} max={1} />
            <button type="button" className="small" onClick={cancel}>
              Cancel
            </button>
          </>
        )}
      </div>
    </fieldset>
  );
}

/** Gains are judged on a body that stands fast and holds together, whatever the room's switches say. */
function heldFast(settings: RemoteBodySettings): RemoteBodySettings {
  return { ...settings, control: { ...settings.control, root: 'anchor', drive: 'joints' } };
}

function hasGains(settings: RemoteBodySettings): boolean {
  return Object.values(settings.joints).some(({ x, y, z }) => [x, y, z].some(({ kp }) => kp !== null));
}

function withoutGains(settings: RemoteBodySettings): RemoteBodySettings {
  const bones = Object.keys(settings.joints) as (keyof typeof settings.joints)[];
  return editJoints(settings, bones, axisNames, (axis) => ({ ...axis, kp: null, kd: null }));
}

function axisLabel({ bone, axis }: AxisTuning): string {
  return `${boneLabel(bone)} ${axis}`;
}

function gainText(gain: number): string {
  return gain < 100 ? gain.toPrecision(3) : gain.toFixed(0);
}
