import { Anchor, Box, FileUp, Landmark, Sparkles, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.js';
import { explainError } from '../../../ui/explainError.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { NumberField } from '../../../ui/NumberField.js';
import { Fold } from '../../../ui/PanelParts.js';
import { notify } from '../../../ui/pageStore.js';
import { optionsOf, Select } from '../../../ui/Select.js';
import { countWords, type SceneController, type SceneLine } from '../scene/sceneController.js';
import { sceneLimits } from '../scene/sceneThing.js';
import type { TogetherPart } from '../togetherController.js';

const DEGREES = 180 / Math.PI;

/** What stands in the room: a scanned place, a model; for all who are here. */
export function SceneSection({ controller, figures: { role } }: TogetherPart) {
  const { scene } = controller;
  if (!scene) return null;
  const lines = scene.lines(false);
  const mayChange = role !== 'watcher';
  return (
    <section className="together-scene" aria-label="Scene">
      <h3>Scene</h3>
      {lines.length === 0 && (
        <p className="hint">
          An empty floor. {mayChange && 'A scanned place or a model stands here for all, and you walk in it.'}
        </p>
      )}
      <Things scene={scene} lines={lines} mayChange={mayChange} />
      {mayChange && <AddToScene scene={scene} />}
      {lines.some(({ thing }) => thing.kind !== 'model') && <Detail scene={scene} />}
    </section>
  );
}

interface ThingsProps {
  readonly scene: SceneController;
  readonly lines: readonly SceneLine[];
  readonly mayChange: boolean;
}

/** A line for each. */
export function Things({ scene, lines, mayChange }: ThingsProps) {
  if (lines.length === 0) return null;
  return (
    <ul className="together-things">
      {lines.map((line) => (
        <ThingLine key={line.thing.id} scene={scene} line={line} mayChange={mayChange} />
      ))}
    </ul>
  );
}

const kindIcons = { scan: Landmark, model: Box, splats: Sparkles } as const;

interface LineProps {
  readonly scene: SceneController;
  readonly line: SceneLine;
  readonly mayChange: boolean;
}

function ThingLine({ scene, line: { thing, words, isProblem }, mayChange }: LineProps) {
  const { name, kind } = thing;
  const Icon = kindIcons[kind];
  return (
    <li>
      <div className="row">
        <Icon size={15} aria-hidden />
        <div className="together-who">
          <strong title={name}>{name}</strong>
          <small className={isProblem ? 'refusal' : ''}>{words}</small>
        </div>
        {mayChange && (
          <IconButton
            icon={Trash2}
            label={`Remove ${name} for all`}
            tone="danger"
            onClick={() => scene.remove(thing.id)}
          />
        )}
      </div>
      {mayChange && <Place scene={scene} thing={thing} />}
    </li>
  );
}

function Place({ scene, thing }: { readonly scene: SceneController; readonly thing: SceneLine['thing'] }) {
  const { x, y, z, turn, scale, up } = thing.place;
  const { metres, leastScale, mostScale } = sceneLimits;
  const field = (label: string, value: number, key: 'x' | 'y' | 'z') => (
    <NumberField
      label={label}
      unit="m"
      value={value}
      min={-metres}
      max={metres}
      onChange={(next) => next !== null && scene.move(thing, { [key]: next })}
    />
  );
  return (
    <Fold title="Place" className="together-place">
      {field('To the left', x, 'x')}
      {field('Ahead', z, 'z')}
      {field('Up', y, 'y')}
      <NumberField
        label="Turned"
        unit="°"
        value={turn}
        scale={DEGREES}
        min={-360}
        max={360}
        onChange={(next) => next !== null && scene.move(thing, { turn: next })}
      />
      <NumberField
        label="Size"
        unit="×"
        value={scale}
        min={leastScale}
        max={mostScale}
        onChange={(next) => next !== null && scene.move(thing, { scale: next })}
      />
      <div className="row">
        {up && (
          <Select
            aria-label="Which way is up"
            title="Which way is up in the file: programs that make splats do not agree, and files do not say"
            value={up}
            options={upWords}
            onChange={(next) => scene.move(thing, { up: next })}
          />
        )}
        <Button
          className="small"
          icon={Anchor}
          title="Its floor comes to the floor of the room"
          onClick={() => scene.putOnFloor(thing)}
        >
          Onto the floor
        </Button>
      </div>
    </Fold>
  );
}

const upWords = optionsOf<NonNullable<SceneLine['thing']['place']['up']>>({
  y: 'Y is up',
  '-y': 'Y is down',
  z: 'Z is up',
});

function AddToScene({ scene }: { readonly scene: SceneController }) {
  const [chosen, setChosen] = useState('');
  const offered = scene.offered ?? [];
  const add = (id: string) => {
    setChosen('');
    const scan = offered.find((one) => one.id === id);
    if (scan) scene.addOffered(scan);
  };
  const open = (file: File) => {
    scene.addFile(file).catch((error: unknown) => notify('error', `${file.name}: ${explainError(error)}`));
  };
  return (
    <div className="together-add">
      {offered.length > 0 && (
        <Select
          aria-label="Add a scan of the server"
          title="Scans that this server offers: leib serve --scans"
          value={chosen}
          options={[
            { value: '', label: 'Add a scan …' },
            ...offered.map(({ id, name, about, isSplats }) => ({
              value: id,
              label: about ? `${name} (${countWords(about.points)} points)` : isSplats ? `${name} (splats)` : name,
            })),
          ]}
          onChange={add}
        />
      )}
      <div className="row">
        <OpenFile
          className="small"
          icon={FileUp}
          fileLabel="File for the scene"
          accept=".glb,.ply,.las,.e57,.spz,.splat"
          disabled={scene.isBusy}
          title="A model (GLB), a small scan (PLY, LAS, E57) or Gaussian splats (PLY, SPZ, SPLAT), up to 64 MB, for all who are here. Large scans: leib scan convert"
          onFile={open}
        >
          {scene.isBusy ? 'Opening …' : 'Open a file'}
        </OpenFile>
        <Button
          className="small"
          icon={Landmark}
          title="A small room as a scanner would have it, with stairs to a gallery: to try how it is"
          onClick={() => scene.addExample()}
        >
          Example
        </Button>
      </div>
    </div>
  );
}

const budgetWords = optionsOf({ small: 'Few points', normal: 'More points', large: 'Most points' });
const sizeWords = optionsOf({ '1': 'Fine dots', '2': 'Usual dots', '4': 'Large dots' });

/** Of this page alone: what the device can carry. */
function Detail({ scene }: { readonly scene: SceneController }) {
  return (
    <div className="row together-detail">
      <Select
        aria-label="Points on this device"
        title="How many points are in memory and splats in the picture at a time, for you alone; phones begin with few"
        value={scene.budget}
        options={budgetWords}
        onChange={(budget) => scene.setBudget(budget)}
      />
      <Select
        aria-label="Size of points"
        title="How large a point is drawn, for you alone"
        value={String(scene.pointSize) as '1' | '2' | '4'}
        options={sizeWords}
        onChange={(size) => scene.setPointSize(Number(size))}
      />
    </div>
  );
}
