import { useState } from 'react';
import { saveFile } from '../../../files/saveFile.js';
import { visitorStorage } from '../../../files/visitorStorage.js';
import { NumberField } from '../../../ui/NumberField.js';
import { notify } from '../../../ui/noticesStore.js';
import type { RobotOutput, RobotOutputState } from '../scene/robotOutput.js';
import './jointsEditor.css';

const KEY = 'leib-robot-driver';
const stateWords: Readonly<Record<RobotOutputState, string>> = {
  off: 'Joint angles are not sent.',
  connecting: 'Connecting to the driver …',
  open: 'Joint angles are sent.',
  lost: 'The driver does not answer.',
};

/** Sends the robot's joint angles to a driver of a real one, and saves them as a file. */
export function RobotOutputFields({ output, name }: { readonly output: RobotOutput; readonly name: string }) {
  const [address, setAddress] = useState(() => visitorStorage.getItem(KEY) ?? 'ws://127.0.0.1:9100');
  const isOn = output.state === 'open' || output.state === 'connecting';
  const seconds = output.recordedSeconds;

  function connect(): void {
    try {
      output.connect(address);
      visitorStorage.setItem(KEY, address);
    } catch {
      notify('error', `The address of the driver: expected one as ws://127.0.0.1:9100, got "${address}".`);
    }
  }
  function record(): void {
    if (seconds === null) {
      output.startRecording();
      return;
    }
    const text = output.stopRecording();
    if (text !== null) saveFile(`${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}-joints.jsonl`, text, 'application/jsonl');
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
        value={output.options.maxSpeed}
        scale={1}
        min={0.01}
        max={50}
        isOptional={false}
        emptyText=""
        isDisabled={false}
        onChange={(maxSpeed) => {
          if (maxSpeed !== null) output.options = { ...output.options, maxSpeed };
        }}
      />
      <div className="row">
        <button type="button" className="small" onClick={() => (isOn ? output.disconnect() : connect())}>
          {isOn ? 'Stop sending' : 'Send'}
        </button>
        <button type="button" className="small" onClick={record}>
          {seconds === null ? 'Record to a file' : `Save ${seconds.toFixed(0)} s`}
        </button>
      </div>
      <p className="muted" data-testid="robot-output" data-state={output.state}>
        {output.isStopped && isOn ? 'The robot holds: your pose does not come any more.' : stateWords[output.state]}
      </p>
    </details>
  );
}
