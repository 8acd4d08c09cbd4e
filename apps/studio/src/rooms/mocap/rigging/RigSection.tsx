import { jointLabel } from '@leib/mocap';
import { FileUp, Redo2, Rotate3d, RotateCw, Undo2, WandSparkles, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useStore } from 'zustand';
import { saveFile } from '../../../files/saveFile.js';
import { FileInput } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import type { RigController } from './rigController.js';
import './rigSection.css';

export interface RigSectionProps {
  readonly controller: RigController;
  /** Makes a rigged file the room's agent. */
  readonly onWear: (file: File) => void;
}

interface PartProps {
  readonly controller: RigController;
}

/** Gives bones to a mesh that has none: points on it, the skin that follows from them, and what it becomes. */
export function RigSection({ controller, onWear }: RigSectionProps) {
  const { draft, problem, progress, rig } = useStore(controller.store);
  const fileInput = useRef<HTMLInputElement>(null);
  const accept = '.obj,.ply,.glb,.gltf,.vrm,.json';
  const onFile = (file: File) => void controller.open(file);
  return (
    <section
      className="rig-section"
      aria-label="Rig a mesh"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const file = event.dataTransfer.files[0];
        if (!file) return;
        event.preventDefault();
        event.stopPropagation();
        onFile(file);
      }}
    >
      <h3>Rig a mesh</h3>
      <FileInput inputRef={fileInput} label="Mesh to rig" accept={accept} onFile={onFile} />
      {draft ? (
        <DraftBar controller={controller} />
      ) : (
        <>
          <p className="hint">
            A figure without bones becomes an agent: joint points on it give its skeleton and skin. OBJ, PLY, glTF, VRM;
            arms away from the trunk.
          </p>
          <button type="button" className="small" onClick={() => fileInput.current?.click()}>
            <FileUp size={15} aria-hidden /> Open or drop a mesh
          </button>
        </>
      )}
      {progress !== null && <progress aria-label="Working out the skin" value={progress} max={1} />}
      {problem && (
        <p className="refusal" role="alert">
          {problem}
        </p>
      )}
      {draft && <PointsPart controller={controller} />}
      {rig && <PreviewPart controller={controller} />}
      {rig && <ResultPart controller={controller} onWear={onWear} />}
    </section>
  );
}

function DraftBar({ controller }: PartProps) {
  const { draft } = useStore(controller.store);
  if (!draft) return null;
  const { positions, triangles } = draft.surface;
  return (
    <div className="row">
      <span className="rig-name">
        <strong>{draft.name}</strong>
        <small data-testid="rig-size">
          {(positions.length / 3).toLocaleString('en')} vertices, {(triangles.length / 3).toLocaleString('en')}{' '}
          triangles
        </small>
      </span>
      <IconButton icon={RotateCw} label="Turn it to face you" onClick={() => controller.turn('y')} />
      <IconButton icon={Rotate3d} label="Tip it upright" onClick={() => controller.turn('x')} />
      <IconButton icon={X} label="Close the mesh" onClick={() => controller.close()} />
    </div>
  );
}

function PointsPart({ controller }: PartProps) {
  const { points, isMirrored, rig, marked } = useStore(controller.store);
  const warnings = rig?.warnings ?? [];
  return (
    <>
      <div className="row">
        <span className="rig-name">
          {marked ? jointLabel(marked) : 'Drag the points into the middle of the joints'}
        </span>
        <IconButton
          icon={Undo2}
          label="Undo the last change of points"
          isDisabled={points.past.length < 2}
          onClick={() => controller.undo()}
        />
        <IconButton
          icon={Redo2}
          label="Redo the change of points"
          isDisabled={points.future.length === 0}
          onClick={() => controller.redo()}
        />
        <IconButton
          icon={WandSparkles}
          label="Propose points from the shape"
          onClick={() => void controller.propose()}
        />
      </div>
      <Switch
        label="Left and right together"
        help="A point that is moved takes its image on the other side along"
        isOn={isMirrored}
        onChange={(value) => controller.show({ isMirrored: value })}
      />
      {warnings.length > 0 && (
        <ul className="remarks">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function PreviewPart({ controller }: PartProps) {
  const { showsSegments, bends } = useStore(controller.store);
  return (
    <>
      <Switch
        label="Segments in colour"
        help="Which bone each part of the skin belongs to"
        isOn={showsSegments}
        onChange={(value) => controller.show({ showsSegments: value })}
      />
      <Bend
        label="Bend the elbows"
        value={bends.elbows}
        onChange={(elbows) => controller.show({ bends: { ...bends, elbows } })}
      />
      <Bend
        label="Bend the knees"
        value={bends.knees}
        onChange={(knees) => controller.show({ bends: { ...bends, knees } })}
      />
    </>
  );
}

function ResultPart({ controller, onWear }: RigSectionProps) {
  const withFile = (use: (file: File) => void) => {
    const file = controller.writeGlb();
    if (file) use(file);
  };
  return (
    <div className="export-row">
      <button type="button" className="small" onClick={() => withFile(onWear)}>
        Make it the agent
      </button>
      <button type="button" className="small" onClick={() => withFile((file) => saveFile(file.name, file, file.type))}>
        Save GLB
      </button>
      <button
        type="button"
        className="small"
        onClick={() => {
          const { draft } = controller.store.getState();
          saveFile(`${draft?.name ?? 'mesh'}-points.json`, controller.writePoints(), 'application/json');
        }}
      >
        Save points
      </button>
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly help: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Switch({ label, help, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="control row" title={help}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="switch"
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
    </div>
  );
}

function Bend({ label, value, onChange }: { label: string; value: number; onChange: (radians: number) => void }) {
  const id = useId();
  const degrees = Math.round((value * 180) / Math.PI);
  return (
    <div className="control">
      <div className="row">
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id}>
          {degrees}
          <span className="unit">°</span>
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={130}
        step={1}
        value={degrees}
        style={{ '--filled': `${(degrees / 130) * 100}%` } as React.CSSProperties}
        onChange={({ target }) => onChange((target.valueAsNumber * Math.PI) / 180)}
      />
    </div>
  );
}
