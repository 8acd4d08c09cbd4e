import type { RobotOutput, RobotOutputState } from '@leib/reembody/robot';
import { useState } from 'react';
import { saveFile } from '../../../files/saveFile.js';
import { visitorStorage } from '../../../files/visitorStorage.js';
import { NumberField } from '../../../ui/NumberField.js';
import { notify } from '../../../ui/pageStore.js';
import type { RobotFigures } from '../scene/robotController.js';
import './jointsEditor.css';

const KEY = 'leib-robot-driver';
const stateWords: Readonly<Record<RobotOutputState, string>> = {
  off: 'Joint angles are not sent.',
  connecting: 'Connecting to the driver …',
  returning: 'Sending begins where the robot was left: the joints go there first.',
  open: 'Joint angles are sent.',
  stopping: 'The robot brakes …',
  lost: 'The driver does not answer.',
};

interface RobotOutputFieldsProps {
  readonly output: RobotOutput;
  readonly figures: RobotFigures['output'];
}

/** Sends the robot's joint angles to a driver of a real one, and saves them as a file. */
export function RobotOutputFields({ output, figures }: RobotOutputFieldsProps) {
  const { state, isStopped, maxSpeed, recording } = figures;
  const [address, setAddress] = useState(() => visitorStorage.getItem(KEY) ?? 'ws://127.0.0.1:9100');
  const isOn = state !== 'off' && state !== 'lost';

  function connect(): void {
    try {
      output.connect(address);
      visitorStorage.setItem(KEY, address);
    } catch {
      notify('error', `The address of the driver: expected one as ws://127.0.0.1:9100, got "${address}".`);
    }
  }
  function record(): void {
    if (!recording) {
      output.startRecording();
      return;
    }
    const taken = output.takeRecording();
    if (!taken) return;
    const name = taken.robot.replace(/[^\p{L}\p{N}_-]+/gu, '-');
    saveFile(`${name}-joints.jsonl`, taken.text, 'application/jsonl');
  }
  return (
    <details
      className="robot-output"
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })}
    >
      <summary>Joint angles out</summary>
      <label className="robot-driver">
        <span>Driver</span>
        <input
          type="text"
          inputMode="url"
          value={address}
          disabled={isOn}
          title="WebSocket address of the program that drives the real robot"
          onChange={({ target }) => setAddress(target.value)}
        />
      </label>
      <NumberField
        label="Fastest"
        unit="rad/s"
        value={maxSpeed}
        min={0.01}
        max={50}
        onChange={(maxSpeed) => {
          if (maxSpeed !== null) output.options = { ...output.options, maxSpeed };
        }}
      />
      <div className="row">
        <button type="button" className="small" onClick={() => (isOn ? output.disconnect() : connect())}>
          {isOn ? 'Stop sending' : 'Send'}
        </button>
        <button type="button" className="small" onClick={record}>
          {recording ? `Save ${recording.seconds.toFixed(0)} s` : 'Record to a file'}
        </button>
      </div>
      <p className="muted" data-testid="robot-output" data-state={state}>
        {isStopped && state === 'open' ? 'The robot holds: your pose does not come any more.' : stateWords[state]}
        {recording && !recording.isRunning && ` The angles of ${recording.robot} wait to be saved.`}
      </p>
    </details>
  );
}
