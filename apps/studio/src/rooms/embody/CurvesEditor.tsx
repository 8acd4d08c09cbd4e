import { type Curve, curveFromJson, curveToJson } from '@leib/core';
import { defaultEmbodySettings, type EmbodySettings, gaitCurveNames, thesisEmbodySettings } from '@leib/embody';
import { useState } from 'react';
import { CurvePlot } from '../../ui/curves/CurvePlot.js';
import { createPlotFrame, curvePath } from '../../ui/curves/plotFrame.js';
import type { DataEditorProps } from '../../ui/SettingsPanel.js';
import './curvesEditor.css';

type CurveName = (typeof gaitCurveNames)[number];

const THUMB = { width: 50, height: 26, margin: 3 } as const;

/** All curves of the gait in small, one of them to be edited. Every change is a step of the settings' history. */
export default function CurvesEditor({ value, values, onChange, onSettled }: DataEditorProps) {
  const [name, setName] = useState<CurveName>('footLiftForward');
  const base = values.solver === 'thesis' ? thesisEmbodySettings.gait : defaultEmbodySettings.gait;
  const curves = (value as EmbodySettings['gait']['curves'] | null) ?? base.curves;
  return (
    <div className="curves">
      <div className="curve-list" role="radiogroup" aria-label="Curve">
        {gaitCurveNames.map((each) => (
          <label key={each} className="curve-thumb" title={describe(each)} data-active={each === name}>
            <input
              type="radio"
              name="gait-curve"
              aria-label={describe(each)}
              checked={each === name}
              onChange={() => setName(each)}
            />
            <Thumb curve={curveFromJson(curves[each], each)} />
          </label>
        ))}
      </div>
      <CurvePlot
        key={name}
        label={describe(name)}
        curve={curveFromJson(curves[name], name)}
        onChange={(curve) => onChange({ ...curves, [name]: curveToJson(curve) })}
        onSettled={onSettled}
      />
    </div>
  );
}

function Thumb({ curve }: { readonly curve: Curve }) {
  const frame = createPlotFrame(curve, THUMB);
  return (
    <svg width={THUMB.width} height={THUMB.height} aria-hidden>
      <path d={curvePath(curve, frame)} />
    </svg>
  );
}

/** "footLiftForward" -> "Foot lift forward" */
function describe(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words[0].toUpperCase() + words.slice(1);
}
