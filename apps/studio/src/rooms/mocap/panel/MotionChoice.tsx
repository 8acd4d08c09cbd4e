import { useRef } from 'react';
import { FileInput } from '../../../ui/FileInput.js';
import { SettingControl } from '../../../ui/SettingsPanel.js';
import type { MocapTabProps } from './mocapTab.js';
import { orNotice } from './orNotice.js';

/** Who wears the simulated bodies. "Your file" asks for one where there is none yet. */
export function MotionChoice({ controller, refresh }: MocapTabProps) {
  const { settings, hasOwnMotion } = controller;
  const fileInput = useRef<HTMLInputElement>(null);
  const isMissing = settings.values().motion === 'file' && !hasOwnMotion;
  const ask = () => fileInput.current?.click();
  return (
    <>
      <SettingControl
        settings={settings}
        name="motion"
        onWanted={(value) => {
          if (value !== 'file' || hasOwnMotion) return true;
          ask();
          return false;
        }}
      />
      {isMissing && (
        <div className="row">
          <p className="refusal" role="alert">
            There is no file of yours any more, so the performance plays.
          </p>
          <button type="button" className="small" title="A motion: BVH, GLB, VRMA, MCAP, leib-joints/1" onClick={ask}>
            Choose …
          </button>
        </div>
      )}
      <FileInput
        inputRef={fileInput}
        label="Motion file"
        accept=".bvh,.glb,.gltf,.vrma,.mcap,.jsonl,.gz"
        onFile={(file) => void orNotice(controller.simulateOnFile(file)).then(refresh)}
      />
    </>
  );
}
