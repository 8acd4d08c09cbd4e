import { addRegion, changeRegion, paintRegions, removeRegion, renameRegion, type SkinSettings } from '@leib/puppet';
import { Paintbrush, Plus, Trash2 } from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '../../../../ui/IconButton.js';
import { regionColour } from '../surface/editColours.js';
import { CENTIMETRES, EditSlider } from './fields.js';
import { NameField } from './NameField.js';
import type { SkinCardProps } from './skinCardProps.js';

/** Regions of the skin: how each wobbles, and painting them on the surface. */
export function RegionCards({ editor, skin }: SkinCardProps) {
  const { regions, paint } = skin;
  const add = () => {
    if (!editor.attempt('add a region', addRegion)) return;
    editor.controller.show({ skinTool: 'paint', paintRegion: regions.length });
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
        <RegionCard key={region.name} editor={editor} skin={skin} region={region} index={index} />
      ))}
      <div className="row buttons">
        <button type="button" className="with-icon" title="Another region, to be painted" onClick={add}>
          <Plus size={15} strokeWidth={1.9} aria-hidden />
          Add a region
        </button>
        <button
          type="button"
          disabled={!paint}
          title={paint ? 'Every part has its own region again' : 'Nothing is painted'}
          onClick={() => editor.attempt('regions by part', (file) => paintRegions(file, null))}
        >
          By part again
        </button>
      </div>
    </section>
  );
}

interface RegionCardProps extends SkinCardProps {
  readonly region: SkinSettings['regions'][number];
  readonly index: number;
}

const sliders = [
  {
    key: 'stiffness',
    label: 'Stiffness',
    help: 'Of the springs that hold the skin: 0 loose, 1 rigid',
    range: [0, 1, 0.01],
  },
  {
    key: 'damping',
    label: 'Damping',
    help: 'Share of the wobble that is lost: 0 none, 1 at once',
    range: [0, 1, 0.01],
  },
  { key: 'mass', label: 'Weight', help: 'Of a square metre of skin', range: [0.05, 20, 0.05], unit: 'kg/m²' },
  {
    key: 'maxDistance',
    label: 'Farthest from rest',
    help: 'No place of the skin goes farther; 0: it is rigid',
    range: [0, 30, 0.1],
    unit: 'cm',
    scale: CENTIMETRES,
  },
] as const;

function RegionCard({ editor, skin, region, index }: RegionCardProps) {
  const { paintRegion, skinTool } = useStore(editor.controller.state);
  const isPainted = skinTool === 'paint' && paintRegion === index;
  const { name } = region;
  const isOnly = skin.regions.length < 2;
  return (
    <div className="region-card" data-painted={isPainted}>
      <div className="row">
        <span className="swatch" style={{ background: regionColour(index) }} />
        <NameField
          label=""
          accessibleName={`Name of region ${name}`}
          name={name}
          onRename={(to) => editor.attempt(`rename ${name}`, (file) => renameRegion(file, index, to))}
        />
        <IconButton
          icon={Paintbrush}
          label={`Paint ${name} on the surface`}
          isPressed={isPainted}
          onClick={() => editor.controller.show({ skinTool: isPainted ? 'view' : 'paint', paintRegion: index })}
        />
        <IconButton
          icon={Trash2}
          label={isOnly ? 'The only region cannot be removed' : `Remove ${name}`}
          tone="danger"
          isDisabled={isOnly}
          onClick={() => editor.attempt(`remove ${name}`, (file) => removeRegion(file, index))}
        />
      </div>
      {sliders.map(({ key, label, help, range, ...more }) => (
        <EditSlider
          key={key}
          controller={editor.controller}
          label={label}
          help={help}
          value={region[key]}
          range={range}
          {...more}
          onChange={(value) =>
            editor.attempt(
              `${label.toLowerCase()} of ${name}`,
              (file) => changeRegion(file, index, { [key]: value }),
              `${key} ${name}`,
            )
          }
        />
      ))}
    </div>
  );
}
