import { choice, colour, expert, number, type SettingsOf, toggle } from '../../files/settings.js';
import type { SettingsStore } from '../../files/settingsStore.js';

/** What a further view may show. */
const furtherViews = {
  none: 'None',
  layers: 'Layers',
  structure: 'Structure',
  limits: 'Limits',
  hand: 'Hand',
} as const;

const furtherView = (number: string, help: string) => expert(choice(`${number} view`, 'none', furtherViews, help));

/** How the room looks; what a puppet is stands in its file. */
export const puppetShape = {
  view: {
    title: 'Main view',
    controls: {
      surface: choice(
        'Surface',
        'own',
        { own: 'Own colours', parts: 'Parts', glass: 'Glass' },
        'As the model is coloured; in the colours of the parts that carry it; or see-through',
      ),
      showEffectors: { ...toggle('Grips', true, 'Rings on the points that can be dragged'), term: 'chain, effector' },
      showStructure: expert(toggle('Structure', false, 'Bones and boxes in the main view')),
      showLimits: expert(toggle('Limits', false, 'How far joints may turn, as fans and cones in the main view')),
      showHand: toggle('Virtual hand', false, 'The hand in the puppet, with its curves to the parts'),
      showThings: toggle(
        'Things on the stage',
        false,
        'Balls, blocks and biscuits that the puppet can push, hold and eat',
      ),
    },
  },
  views: {
    title: 'Further views',
    controls: {
      view1: furtherView('First', 'Beside the main view; each can be turned on its own'),
      view2: furtherView('Second', 'Beside the main view; each can be turned on its own'),
      view3: furtherView('Third', 'Beside the main view; each can be turned on its own'),
      viewShare: expert(number('Size of further views', 26, [16, 45, 1], '%', 'Share of the picture that they take')),
    },
  },
  layers: {
    title: 'In the view of layers',
    controls: {
      showInner: expert(toggle('Inner points', true, 'The reduced model below the skin, which the structures move')),
      showSkin: expert(toggle('Skin', true, 'The springy surface, see-through')),
      showFat: expert(toggle('Fat', true, 'Masses between the inner model and the skin, layer by layer')),
      showFur: expert(toggle('Fur', true, 'Tips of the fur, which swing after the skin')),
      showOffsets: expert(toggle('Distances', true, 'Lines from inner places to the skin that hangs on them')),
    },
  },
  life: {
    title: 'Life',
    controls: {
      isIdle: toggle('Breathes when left alone', true, 'It breathes and sways a little while no hand plays it'),
    },
  },
  partner: {
    title: 'Second puppet',
    controls: {
      partner: choice(
        'Second puppet',
        'none',
        { none: 'None', frog: 'Frog', teddy: 'Teddy', lamp: 'Lamp', fish: 'Fish', human: 'Human', own: 'Own' },
        'Stands beside the first and is played by the second hand, which otherwise moves a second group of the first',
      ),
    },
  },
  output: {
    title: 'Clean picture',
    controls: {
      background: choice(
        'Background',
        'green',
        { green: 'Green', transparent: 'None', black: 'Black', white: 'White', own: 'Own' },
        'Behind the puppet in the clean picture for streaming; none is see-through in OBS and the like',
      ),
      ownBackground: colour('Background colour', '#1e3fae', 'Behind the puppet where the background is "Own"'),
    },
  },
} as const;

export type PuppetSettings = SettingsOf<typeof puppetShape>;
export type PuppetStore = SettingsStore<typeof puppetShape>;
export type FurtherView = Exclude<PuppetSettings['view1'], 'none'>;
