import { Eye, Paintbrush, Pointer } from 'lucide-react';
import { useStore } from 'zustand';
import type { PuppetTabProps } from '../panel/puppetTab.js';
import type { SkinTool } from '../puppetState.js';
import { HandSwitch } from './panel/BuildTools.js';
import { EditSlider, Switch } from './panel/fields.js';
import { LayerCards } from './panel/LayerCards.js';
import { LipFields } from './panel/LipFields.js';
import { RegionCards } from './panel/RegionCards.js';
import { WholeSkin } from './panel/WholeSkin.js';
import { pokeMiddle } from './tools/skinActions.js';
import './panel/editor.css';

const tools = [
  { id: 'view', icon: Eye, label: 'Play', help: 'The puppet is played as in the tab Play' },
  { id: 'paint', icon: Paintbrush, label: 'Paint', help: 'Drag over the surface to paint the chosen region' },
  { id: 'poke', icon: Pointer, label: 'Poke', help: 'Press on the surface to see how it wobbles' },
] as const satisfies readonly { id: SkinTool; icon: unknown; label: string; help: string }[];

/** How the surface moves: regions, layers, the whole. Every value acts at once. */
export default function SkinTab({ workshop: { editor }, controller }: PuppetTabProps) {
  const { skinTool, brushSize, showsRegions, paintRegion } = useStore(controller.state);
  const { skin } = controller.document.file;
  const { maxOffset } = controller.player.state.skin;
  const painted = skin.regions[Math.min(paintRegion, skin.regions.length - 1)].name;
  const help = tools.find(({ id }) => id === skinTool)?.help;
  return (
    <>
      <section aria-label="Tools">
        <div className="tool-row three" role="toolbar" aria-label="Tools for the skin">
          {tools.map(({ id, icon: Icon, label, help: about }) => (
            <button
              key={id}
              type="button"
              aria-pressed={skinTool === id}
              title={about}
              onClick={() => controller.show({ skinTool: id })}
            >
              <Icon size={18} strokeWidth={1.8} aria-hidden />
              {label}
            </button>
          ))}
        </div>
        <p className="hint" role="status">
          {skinTool === 'paint' ? `${help}: ${painted}` : help}
        </p>
        {skinTool !== 'view' && (
          <EditSlider
            controller={controller}
            label="Size of the brush"
            help="Share of the puppet’s size"
            value={brushSize}
            scale={100}
            unit="%"
            range={[1, 30, 1]}
            onChange={(size) => controller.show({ brushSize: size })}
          />
        )}
        <Switch
          label="Colours of the regions"
          help="The surface in the colours of its regions, where there are several"
          isOn={showsRegions}
          onChange={(isOn) => controller.show({ showsRegions: isOn })}
        />
        <HandSwitch controller={controller} />
        <div className="row buttons">
          <button type="button" title="A push in the middle of the picture" onClick={() => pokeMiddle(editor)}>
            Poke it
          </button>
          <output className="hint" data-testid="skin-offset">
            {(maxOffset * 1000).toFixed(1)} mm from rest
          </output>
        </div>
      </section>
      <RegionCards editor={editor} skin={skin} />
      <WholeSkin editor={editor} skin={skin} />
      <LipFields editor={editor} skin={skin} />
      <LayerCards editor={editor} skin={skin} />
    </>
  );
}
