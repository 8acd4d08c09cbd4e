import type { PuppetFile, SkinSettings } from '@leib/puppet';
import { Eye, Paintbrush, Pointer } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import { Fold } from '../../../ui/PanelParts.js';
import { type Edited, type Field, Fields, point, Slider, Switch, slider } from '../panel/form.js';
import type { PuppetTabProps } from '../panel/puppetTab.js';
import type { PuppetController } from '../puppetController.js';
import { HandSwitch, ToolRow } from './EditTools.js';
import { LayerCards, LipCards, RegionCards } from './skinCards.js';
import { pokeMiddle } from './tools/skinActions.js';
import './editor.css';

const tools = [
  { id: 'view', icon: Eye, label: 'Play', help: 'The puppet is played as in the tab Play' },
  { id: 'paint', icon: Paintbrush, label: 'Paint', help: 'Drag over the surface to paint the chosen region' },
  { id: 'poke', icon: Pointer, label: 'Poke', help: 'Press on the surface to see how it wobbles' },
] as const;

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
        <ToolRow
          label="Tools for the skin"
          tools={tools}
          chosen={skinTool}
          onChoose={(id) => controller.show({ skinTool: id })}
        />
        <p className="hint" role="status">
          {skinTool === 'paint' ? `${help}: ${painted}` : help}
        </p>
        {skinTool !== 'view' && (
          <Slider
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
          <Button title="A push in the middle of the picture" onClick={() => pokeMiddle(editor)}>
            Poke it
          </Button>
          <output className="hint" data-testid="skin-offset">
            {(maxOffset * 1000).toFixed(1)} mm from rest
          </output>
        </div>
      </section>
      <RegionCards controller={controller} skin={skin} />
      <WholeSkin controller={controller} />
      <LipCards controller={controller} skin={skin} />
      <LayerCards controller={controller} skin={skin} />
    </>
  );
}

const volumeFields: readonly Field<SkinSettings>[] = [
  slider('volume', 'Volume', 'Stretch outside and squeeze inside of bends', [0, 1, 0.01]),
];

const downFields: readonly Field<{ down: number }>[] = [
  slider('down', 'Gravity, down', 'Pulls the skin down; the Earth has 9.81', [-20, 30, 0.1], {
    what: 'gravity',
    unit: 'm/s²',
  }),
];

const moreFields: readonly Field<SkinSettings>[] = [
  point('gravity', 'Gravity', { unit: 'm/s²', scale: 1, range: [-1000, 1000] }),
  slider('iterations', 'Iterations', 'Of the solver in a frame: more hold better and cost more', [1, 50, 1]),
];

const innerFields: readonly Field<PuppetFile['inner']>[] = [
  {
    kind: 'choice',
    key: 'method',
    label: 'Method',
    what: 'method of the inner model',
    options: [
      { value: 'simplify', label: 'Surface', help: 'By simplifying the surface: follows thin parts' },
      { value: 'voxels', label: 'Volume', help: 'By cells of the volume: for broken and open models' },
    ],
  },
  slider(
    'points',
    'Inner points',
    'Rigid points that carry the skin: few are soft and quick, many follow closely',
    [8, 5000, 8],
  ),
];

/** What holds for the whole skin, and the inner model below it. */
function WholeSkin({ controller }: { readonly controller: PuppetController }) {
  const { skin, inner } = controller.document.file;
  const [x, y, z] = skin.gravity;
  const step = (what: string) => what;
  const ofSkin: Edited<SkinSettings> = {
    controller,
    value: skin,
    step,
    write: (file, changes) => ({ ...file, skin: { ...file.skin, ...changes } }),
  };
  const ofDown: Edited<{ down: number }> = {
    controller,
    value: { down: -y },
    step,
    write: (file, { down = -y }) => ({ ...file, skin: { ...file.skin, gravity: [x, -down, z] } }),
  };
  const ofInner: Edited<PuppetFile['inner']> = {
    controller,
    value: inner,
    step,
    write: (file, changes) => ({ ...file, inner: { ...file.inner, ...changes } }),
  };
  return (
    <section aria-label="Whole skin">
      <h3>Whole skin</h3>
      <Fields of={ofSkin} fields={volumeFields} />
      <Fields of={ofDown} fields={downFields} />
      <Fold title="More">
        <Fields of={ofSkin} fields={moreFields} />
        <h3>Inner model</h3>
        <Fields of={ofInner} fields={innerFields} />
      </Fold>
    </section>
  );
}
