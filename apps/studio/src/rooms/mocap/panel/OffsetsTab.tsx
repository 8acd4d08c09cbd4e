import { smplJointNames } from '@leib/core';
import { useRef } from 'react';
import { FileInput } from '../../../ui/FileInput.js';
import { NumberField } from '../../../ui/NumberField.js';
import { bodyLabel, jointLabel } from '../bodyWords.js';
import { loadSettingFile } from '../settings/loadSettingFile.js';
import { withJointAt } from '../settings/offsetsFile.js';
import type { MocapTabProps } from './mocapTab.js';
import { orNotice } from './orNotice.js';
import './offsetsTab.css';

const axes = ['x', 'y', 'z'] as const;

/** Where joints are on the bodies: loaded, found, typed, or dragged in the picture. */
export function OffsetsTab(props: MocapTabProps) {
  const { controller } = props;
  const { kind } = controller.shown;
  if (kind === 'markers' || kind === 'take') {
    return <p className="hint">Offsets belong to rigid bodies; this source has none.</p>;
  }
  return (
    <>
      <OffsetsFiles {...props} />
      <Guide {...props} />
      <OffsetsTable {...props} />
      <p className="hint">Drag a ball of the second figure to move its joint; Escape puts it back, Ctrl+Z undoes.</p>
    </>
  );
}

function OffsetsFiles({ controller, refresh }: MocapTabProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const file = controller.offsets.file;
  const isSimulated = controller.shown.kind === 'simulated';
  return (
    <section aria-label="Offsets">
      <p className="status-line">{controller.offsets.words}</p>
      <div className="row buttons">
        <button
          type="button"
          title="Offsets that were measured or found before (leib-offsets/1)"
          onClick={() => fileInput.current?.click()}
        >
          Load …
        </button>
        <button
          type="button"
          title="These offsets as a file (leib-offsets/1)"
          disabled={!file}
          onClick={() => controller.offsets.save()}
        >
          Save
        </button>
        <button
          type="button"
          title={isSimulated ? 'Find them in a T-pose again' : 'Begin without offsets'}
          disabled={controller.offsets.own === null}
          onClick={() => {
            controller.offsets.set(null);
            refresh();
          }}
        >
          Reset
        </button>
      </div>
      <FileInput
        inputRef={fileInput}
        label="Offsets file"
        accept=".json"
        onFile={(chosen) => void orNotice(loadSettingFile(controller, 'offsets', chosen)).then(refresh)}
      />
    </section>
  );
}

/** Finding offsets: stand in a T-pose, then turn each joint. */
function Guide({ controller, refresh }: MocapTabProps) {
  const { calibration } = controller;
  const { phase } = calibration;
  return (
    <section aria-label="Find offsets" className="find-offsets">
      <h3>Find them</h3>
      {phase === null ? (
        <div className="file-buttons">
          <button
            type="button"
            title="Everything at once, from a few seconds of standing still"
            onClick={() => {
              calibration.start(false);
              refresh();
            }}
          >
            <strong>In a T-pose</strong>
            <small>Stand upright, arms out to the sides, palms down, for two seconds</small>
          </button>
          <button
            type="button"
            title="Joint centres by moving: more exact than a T-pose"
            onClick={() => {
              calibration.start(true);
              refresh();
            }}
          >
            <strong>In a T-pose, then by moving</strong>
            <small>
              Circle wrists and ankles for twenty seconds: each joint is where two bodies turn about each other
            </small>
          </button>
        </div>
      ) : (
        <div role="status">
          <p>{calibration.words}</p>
          <progress max={1} value={calibration.progress} aria-label="Progress" />
          <div className="row buttons">
            <button
              type="button"
              title="Stops and keeps the offsets as they are"
              onClick={() => {
                calibration.cancel();
                refresh();
              }}
            >
              Cancel
            </button>
          </div>
        </div>
      )}
      {phase === null && calibration.result && <p className="hint">{calibration.result}</p>}
    </section>
  );
}

/** Numbers of every joint, millimetres in the body's frame. */
function OffsetsTable({ controller }: MocapTabProps) {
  const file = controller.offsets.file;
  if (!file) return null;
  const inOrder = (joints: object) => smplJointNames.filter((joint) => joint in joints);
  return (
    <section aria-label="Joints on bodies" className="offsets-table">
      <p className="hint">Where each joint sits, as seen from its body: millimetres along the body's own axes.</p>
      {Object.entries(file.bodies).map(([body, { joints }]) => (
        <fieldset key={body} onPointerEnter={() => controller.mark(body)} onPointerLeave={() => controller.mark(null)}>
          <legend>{bodyLabel(body)}</legend>
          {inOrder(joints).map((joint) => (
            <div key={joint} className="offset-row" title={`${jointLabel(joint)} in the frame of ${bodyLabel(body)}`}>
              <span>{jointLabel(joint)}</span>
              {axes.map((axis, k) => (
                <NumberField
                  key={axis}
                  label={axis}
                  unit="mm"
                  value={Math.round(joints[joint][k] * 1e4) / 1e4}
                  scale={1000}
                  min={-2000}
                  max={2000}
                  onChange={(value) => {
                    const at = joints[joint].map((before, i) => (i === k ? (value ?? before) : before));
                    controller.offsets.set(withJointAt(file, body, joint, at));
                  }}
                />
              ))}
            </div>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
