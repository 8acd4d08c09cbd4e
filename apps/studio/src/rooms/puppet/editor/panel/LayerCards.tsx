import type { SkinLayer } from '@leib/puppet';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../../ui/IconButton.js';
import { CENTIMETRES, EditSlider } from './fields.js';
import type { SkinCardProps } from './skinCardProps.js';

/** A file holds no more. */
const MOST_LAYERS = 4;

const newLayers = {
  fat: { kind: 'fat', thickness: 0.02, stiffness: 0.3, damping: 0.2 },
  fur: {
    kind: 'fur',
    length: 0.02,
    shells: 12,
    stiffness: 0.5,
    damping: 0.4,
    density: 1500,
    colour: [0.5, 0.36, 0.2],
  },
} as const;

/** Fat under the skin, fur on it. */
export function LayerCards({ editor, skin }: SkinCardProps) {
  const { layers } = skin;
  const set = (what: string, next: SkinLayer[], gesture: string | null = null) =>
    editor.attempt(what, (file) => ({ ...file, skin: { ...file.skin, layers: next } }), gesture);
  const add = (kind: SkinLayer['kind']) =>
    set(`add ${kind}`, [...layers, structuredClone(newLayers[kind]) as unknown as SkinLayer]);
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
          <LayerFields
            editor={editor}
            layer={layer}
            onChange={(next, key) => set(`${key} of the ${layer.kind}`, layers.with(i, next), `${key} layer ${i}`)}
          />
        </div>
      ))}
      <div className="row buttons">
        {(['fat', 'fur'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            disabled={isFull}
            title={isFull ? `At most ${MOST_LAYERS} layers; remove one first` : `Add ${kind} over what is there`}
            onClick={() => add(kind)}
          >
            Add {kind}
          </button>
        ))}
      </div>
    </section>
  );
}

interface LayerFieldsProps extends Pick<SkinCardProps, 'editor'> {
  readonly layer: SkinLayer;
  readonly onChange: (layer: SkinLayer, key: string) => void;
}

function LayerFields({ editor, layer, onChange }: LayerFieldsProps) {
  const { controller } = editor;
  const size = layer.kind === 'fat' ? ('thickness' as const) : ('length' as const);
  const set = (key: string, value: number) => onChange({ ...layer, [key]: value } as SkinLayer, key);
  return (
    <>
      <EditSlider
        controller={controller}
        label={layer.kind === 'fat' ? 'Thickness' : 'Length'}
        help="How far it goes"
        value={layer.kind === 'fat' ? layer.thickness : layer.length}
        scale={CENTIMETRES}
        unit="cm"
        range={[0, 20, 0.1]}
        onChange={(value) => set(size, value)}
      />
      <EditSlider
        controller={controller}
        label="Stiffness"
        help="0 loose, 1 rigid"
        value={layer.stiffness}
        range={[0, 1, 0.01]}
        onChange={(value) => set('stiffness', value)}
      />
      <EditSlider
        controller={controller}
        label="Damping"
        help="Share of the wobble that is lost"
        value={layer.damping}
        range={[0, 1, 0.01]}
        onChange={(value) => set('damping', value)}
      />
      {layer.kind === 'fur' && (
        <>
          <EditSlider
            controller={controller}
            label="Strands in a metre"
            help="Many are fine fur, few are a brush"
            value={layer.density}
            range={[50, 6000, 50]}
            onChange={(value) => set('density', value)}
          />
          <EditSlider
            controller={controller}
            label="Shells"
            help="Surfaces that the hair is drawn with: more look finer and cost more"
            value={layer.shells}
            range={[1, 32, 1]}
            onChange={(value) => set('shells', Math.round(value))}
          />
          <label className="row">
            <span>Colour</span>
            <input
              type="color"
              value={hexOf(layer.colour)}
              onChange={({ target }) => onChange({ ...layer, colour: colourOf(target.value) }, 'colour')}
            />
          </label>
        </>
      )}
    </>
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
