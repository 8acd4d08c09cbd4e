import { addRegion, changeRegion, paintRegions, removeRegion, type SkinSettings, setLip } from '@leib/puppet';
import { Paintbrush, Plus, Trash2 } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import { IconButton } from '../../../ui/IconButton.js';
import { InlineName } from '../../../ui/InlineName.js';
import { CENTIMETRES, type Edited, type Field, Fields, inCentimetres, optionsOf, slider } from '../panel/form.js';
import type { PuppetController } from '../puppetController.js';
import { regionColour } from '../scene/partColours.js';

interface SkinCardProps {
  readonly controller: PuppetController;
  readonly skin: SkinSettings;
}

/** Regions of the skin: how each wobbles, and painting them on the surface. */
export function RegionCards({ controller, skin }: SkinCardProps) {
  const { regions, paint } = skin;
  const add = () => {
    if (!controller.edit('add a region', addRegion)) return;
    controller.show({ skinTool: 'paint', paintRegion: regions.length });
  };
  return (
    <section aria-label="Regions">
      <h3>Regions</h3>
      <p className="hint">
        {paint
          ? 'Painted on the surface.'
          : 'Each part has one (tab Build), the first where none is chosen. Paint to set them freely.'}
      </p>
      {regions.map((region, index) => (
        <RegionCard key={region.name} controller={controller} regions={regions} index={index} />
      ))}
      <div className="row buttons">
        <Button icon={Plus} className="with-icon" title="Another region, to be painted" onClick={add}>
          Add a region
        </Button>
        <Button
          disabled={!paint}
          title={paint ? 'Every part has its own region again' : 'Nothing is painted'}
          onClick={() => controller.edit('regions by part', (file) => paintRegions(file, null))}
        >
          By part again
        </Button>
      </div>
    </section>
  );
}

type Region = SkinSettings['regions'][number];

const regionFields: readonly Field<Region>[] = [
  slider('stiffness', 'Stiffness', 'Of the springs that hold the skin: 0 loose, 1 rigid', [0, 1, 0.01]),
  slider('damping', 'Damping', 'Share of the wobble that is lost: 0 none, 1 at once', [0, 1, 0.01]),
  slider('mass', 'Weight', 'Of a square metre of skin', [0.05, 20, 0.05], { unit: 'kg/m²' }),
  slider('maxDistance', 'Farthest from rest', 'No place of the skin goes farther; 0: it is rigid', [0, 30, 0.1], {
    ...inCentimetres,
  }),
];

interface RegionCardProps {
  readonly controller: PuppetController;
  readonly regions: readonly Region[];
  readonly index: number;
}

function RegionCard({ controller, regions, index }: RegionCardProps) {
  const { paintRegion, skinTool } = useStore(controller.state);
  const isPainted = skinTool === 'paint' && paintRegion === index;
  const region = regions[index];
  const { name } = region;
  const isOnly = regions.length < 2;
  return (
    <div className="region-card" data-painted={isPainted}>
      <div className="row">
        <span className="swatch" style={{ background: regionColour(index) }} />
        <span className="row name-field">
          <InlineName
            label={`Name of region ${name}`}
            name={name}
            onRename={(to) => controller.edit(`rename ${name}`, (file) => changeRegion(file, index, { name: to }))}
          />
        </span>
        <IconButton
          icon={Paintbrush}
          label={`Paint ${name} on the surface`}
          isPressed={isPainted}
          onClick={() => controller.show({ skinTool: isPainted ? 'view' : 'paint', paintRegion: index })}
        />
        <IconButton
          icon={Trash2}
          label={isOnly ? 'The only region cannot be removed' : `Remove ${name}`}
          tone="danger"
          isDisabled={isOnly}
          onClick={() => controller.edit(`remove ${name}`, (file) => removeRegion(file, index))}
        />
      </div>
      <Fields
        of={{
          controller,
          value: region,
          step: (what) => `${what} of ${name}`,
          write: (file, changes) => changeRegion(file, index, changes),
        }}
        fields={regionFields}
      />
    </div>
  );
}

type Lip = SkinSettings['lips'][number];

/** A file holds no more. */
const MOST_LIPS = 16;

/** Pairs of parts that do not pass through each other. */
export function LipCards({ controller, skin: { lips } }: SkinCardProps) {
  const { parts } = controller.document.file;
  const remove = (index: number) =>
    controller.edit('remove lips', (file) => ({ ...file, skin: { ...file.skin, lips: lips.toSpliced(index, 1) } }));
  const reason =
    parts.length < 2 ? 'Lips need two parts: build them first' : lips.length >= MOST_LIPS ? 'No more pairs fit' : null;
  const add = () =>
    controller.edit('add lips', (file) =>
      setLip(file, lips.length, { upper: parts[0].name, lower: parts[1].name, gap: 0.002 }),
    );
  const fieldsOf = ({ upper, lower }: Lip): readonly Field<Lip>[] => {
    const others = (taken: string) => optionsOf(parts.filter(({ name }) => name !== taken));
    return [
      { kind: 'list', key: 'upper', label: 'Upper', options: others(lower) },
      { kind: 'list', key: 'lower', label: 'Lower', options: others(upper) },
      slider('gap', 'Gap', 'What stays open between them', [0, 5, 0.05], { ...inCentimetres }),
    ];
  };
  return (
    <section aria-label="Lips">
      <h3>Lips</h3>
      {lips.map((lip, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no names of their own.
        <div className="region-card" key={i}>
          <Fields
            of={{
              controller,
              value: lip,
              step: (what) => `${what} of the lips`,
              write: (file, changes) => setLip(file, i, { ...lip, ...changes }),
            }}
            fields={fieldsOf(lip)}
          />
          <IconButton
            icon={Trash2}
            label={`Remove the lips ${lip.upper} and ${lip.lower}`}
            tone="danger"
            onClick={() => remove(i)}
          />
        </div>
      ))}
      <div className="row buttons">
        <Button
          disabled={reason !== null}
          title={reason ?? 'Two parts that do not pass through each other; they make a mouth that bites'}
          onClick={add}
        >
          Add lips
        </Button>
      </div>
    </section>
  );
}

/** A file holds no more. */
const MOST_LAYERS = 4;

type SkinLayer = SkinSettings['layers'][number];
type Fat = Extract<SkinLayer, { kind: 'fat' }>;
type Fur = Extract<SkinLayer, { kind: 'fur' }>;

const newFat: Fat = { kind: 'fat', thickness: 0.02, stiffness: 0.3, damping: 0.2 };
const newFur: Fur = {
  kind: 'fur',
  length: 0.02,
  shells: 12,
  stiffness: 0.5,
  damping: 0.4,
  density: 1500,
  colour: [0.5, 0.36, 0.2],
};

const size = { kind: 'slider', help: 'How far it goes', scale: CENTIMETRES, unit: 'cm', range: [0, 20, 0.1] } as const;
const springs = [
  slider('stiffness', 'Stiffness', '0 loose, 1 rigid', [0, 1, 0.01]),
  slider('damping', 'Damping', 'Share of the wobble that is lost', [0, 1, 0.01]),
] as const;

const fatFields: readonly Field<Fat>[] = [{ ...size, key: 'thickness', label: 'Thickness' }, ...springs];
const furFields: readonly Field<Fur>[] = [
  { ...size, key: 'length', label: 'Length' },
  ...springs,
  slider('density', 'Strands in a metre', 'Many are fine fur, few are a brush', [50, 6000, 50]),
  slider('shells', 'Shells', 'Surfaces that the hair is drawn with: more look finer and cost more', [1, 32, 1]),
];

/** Fat under the skin, fur on it. */
export function LayerCards({ controller, skin: { layers } }: SkinCardProps) {
  const set = (what: string, next: SkinLayer[], gesture: string | null = null) =>
    controller.edit(what, (file) => ({ ...file, skin: { ...file.skin, layers: next } }), gesture);
  const edited = <L extends SkinLayer>(layer: L, i: number): Edited<L> => ({
    controller,
    value: layer,
    step: (what) => `${what} of the ${layer.kind}`,
    write: (file, changes) => ({
      ...file,
      skin: { ...file.skin, layers: file.skin.layers.with(i, { ...layer, ...changes }) },
    }),
  });
  const isFull = layers.length >= MOST_LAYERS;
  return (
    <section aria-label="Layers">
      <h3>Fat and fur</h3>
      {layers.map((layer, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: layers have no names, and their order is what they are.
        <div className="region-card" key={i}>
          <div className="row">
            <strong>{layer.kind === 'fat' ? 'Fat' : 'Fur'}</strong>
            <IconButton
              icon={Trash2}
              label={`Remove the ${layer.kind}`}
              tone="danger"
              onClick={() => set(`remove ${layer.kind}`, layers.toSpliced(i, 1))}
            />
          </div>
          {layer.kind === 'fat' ? (
            <Fields of={edited(layer, i)} fields={fatFields} />
          ) : (
            <>
              <Fields of={edited(layer, i)} fields={furFields} />
              <label className="row">
                <span>Colour</span>
                <input
                  type="color"
                  value={hexOf(layer.colour)}
                  onChange={({ target }) =>
                    set(
                      'colour of the fur',
                      layers.with(i, { ...layer, colour: colourOf(target.value) }),
                      `colour layer ${i}`,
                    )
                  }
                />
              </label>
            </>
          )}
        </div>
      ))}
      <div className="row buttons">
        {[newFat, newFur].map((layer) => (
          <Button
            key={layer.kind}
            disabled={isFull}
            title={isFull ? `At most ${MOST_LAYERS} layers; remove one first` : `Add ${layer.kind} over what is there`}
            onClick={() => set(`add ${layer.kind}`, [...layers, structuredClone(layer)])}
          >
            Add {layer.kind}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** sRGB 0..1 as "#rrggbb" and back. */
function hexOf(colour: readonly number[]): string {
  const channel = (value: number) =>
    Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${colour.map(channel).join('')}`;
}

function colourOf(hex: string): [number, number, number] {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}
