import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { choice } from '../../../files/settings.js';
import { Button } from '../../../ui/Button.js';
import { Choice } from '../../../ui/controls.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { useIsExpert } from '../../../ui/pageStore.js';
import { TakeFormats, TakesPanel } from '../../../ui/takes/TakesPanel.js';
import { useRoomHost } from '../../RoomHost.js';
import { wearScannedBody } from '../bodyActions.js';
import type { FittedScan } from '../bodyState.js';
import { fitScanFile } from '../fitting.js';
import type { Figure, WrittenKind } from '../worker/bodyServiceTypes.js';
import type { BodyProps } from './BodyWorkCard.js';

const bodies: readonly { readonly kind: WrittenKind; readonly label: string; readonly help: string }[] = [
  { kind: 'vrm', label: 'VRM', help: 'For avatar programs and social VR (VRM 1.0)' },
  { kind: 'glb', label: 'GLB', help: 'For Blender and game engines (glTF, with skeleton)' },
  { kind: 'obj', label: 'OBJ', help: 'The bare surface with arms out, for 3D printing and modelling' },
];

const numbers: typeof bodies = [
  { kind: 'betasJson', label: 'Betas, JSON', help: 'leib-betas/1: can be opened here again' },
  { kind: 'betasCsv', label: 'Betas, CSV', help: 'The table that leib body build writes' },
  { kind: 'measuresCsv', label: 'Measures, CSV', help: 'Every measure of the built body; opens as people.csv' },
];

const figureControl = choice(
  'VRM and GLB',
  'dressed',
  { dressed: 'Dressed', bare: 'Bare' },
  'In clothes, with hair and a face that moves; or the plain body',
);

/** Saves the body as files and opens files of people and betas. */
export function FilesTab({ controller }: BodyProps) {
  const isExpert = useIsExpert();
  const isBuilt = useStore(controller.state, (state) => state.shown?.body != null);
  const fitted = useStore(controller.state, (state) => state.fitted);
  const [figure, setFigure] = useState<Figure>('dressed');
  const group = (title: string, files: typeof bodies, choices: ReactNode = null) => (
    <section aria-label={title}>
      <h3>{title}</h3>
      {choices}
      <div className="file-buttons">
        {files.map(({ kind, label, help }) => (
          <Button key={kind} help={help} disabled={!isBuilt} onClick={() => void controller.save(kind, figure)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
  return (
    <>
      {group('Save the body', bodies, <Choice control={figureControl} value={figure} onChange={setFigure} />)}
      {isExpert && group('Save its numbers', numbers)}
      <section aria-label="From a scan">
        <h3>From a scan</h3>
        <div className="file-buttons">
          <OpenFile
            title="A mesh or point cloud of a standing person (OBJ, PLY, GLB), in any orientation"
            help="Finds shape and pose of the person inside a mesh or point cloud; takes about half a minute"
            fileLabel="Scan to fit a body to"
            accept=".obj,.ply,.glb,.gltf,.gz"
            onFile={(file) => void fitScanFile(controller, file)}
          >
            Fit a body to a scan …
          </OpenFile>
        </div>
        {fitted && <FittedScanCard controller={controller} fitted={fitted} />}
      </section>
      <section aria-label="Open">
        <h3>Open</h3>
        <div className="file-buttons">
          <OpenFile
            title="people.csv (id, sex, stature_cm, weight_kg, …), or the numbers of a body (betas) as JSON"
            help={
              isExpert
                ? 'people.csv with one row per person, or leib-betas/1'
                : 'A table of people, or the numbers of a body'
            }
            fileLabel="File of people or betas"
            accept=".csv,.json"
            onFile={(file) => void controller.openFile(file)}
          >
            People or a saved body …
          </OpenFile>
        </div>
        <p className="hint">Nothing leaves this machine. A saved VRM allows use by its owner only.</p>
      </section>
      <BodyTakes />
    </>
  );
}

/** The takes of all rooms: a body without a person records none, and plays them in the Mirror. */
function BodyTakes() {
  const { takes } = useRoomHost();
  const { kept, exports } = takes;
  return (
    <TakesPanel
      kept={kept}
      isListed={({ kind }) => kind !== 'puppet'}
      record={null}
      emptyText="No takes yet: rooms in which somebody moves record them."
      playedId={null}
      onPlay={({ id }) => void takes.play(id)}
      onRemove={({ id }) => takes.remove(id)}
      onChange={() => void takes.onChanged()}
      details={(take) => (
        <TakeFormats
          kept={kept}
          take={take}
          own={[]}
          exports={exports}
          onExport={(format) => takes.exportTake(take.id, format)}
        />
      )}
    />
  );
}

/** How near the last fit is to its scan, and the scan as an avatar. */
export function FittedScanCard({ controller, fitted }: BodyProps & { readonly fitted: FittedScan }) {
  const { wardrobe } = useRoomHost();
  return (
    <section aria-label="From the scan">
      <p className="hint">{fitted.text}</p>
      <div className="row buttons">
        <Button
          title="An avatar with every detail of the scan (its clothes, too), which moves as any other"
          onClick={() => void wearScannedBody(controller, wardrobe, fitted)}
        >
          Wear as scanned
        </Button>
        <Button
          title="The same as a VRM file: rigged, in the rest pose"
          onClick={() => void controller.saveScanned(fitted)}
        >
          Save as scanned
        </Button>
      </div>
    </section>
  );
}
