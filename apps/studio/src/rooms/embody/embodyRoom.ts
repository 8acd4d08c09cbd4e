import { personDoc } from '@leib/embody';
import { plainPerson } from '../../world/roomScene.js';
import type { Room } from '../room.js';
import { BESIDE, BESIDE_X, valuesBeside } from './comparedParts.js';
import { embodySettingsOf } from './embodySettingsOf.js';
import { embodyShape } from './embodyShape.js';

/** The mirror is to the left: ahead are stairs. */
const MIRROR_YAW = Math.PI / 2;
/** From the start to the landing at walking speed, seconds. */
const STAIRS_SECONDS = 2.6;

/** The whole body from head and hands, part by part, in a small world. */
export const embodyRoom: Room<typeof embodyShape> = {
  id: 'embody',
  label: 'Embody',
  purpose: 'Only head and hands are known; the whole body follows, on stairs, slopes and rough ground.',
  tour: [
    {
      title: 'A body from three points',
      text: 'Head and hands come from the source. Hips, legs and feet are worked out, and find the ground by themselves.',
      at: 'picture',
    },
    {
      title: 'Walk in it',
      text: 'With mouse and keys you walk over stairs and slopes yourself. A headset’s stick does the same.',
      at: { mark: 'source', isIn: 'panel' },
    },
    {
      title: 'Look inside',
      text: 'Switch parts of the body’s rules off and on, and draw what they see. Expert shows all of them.',
      at: { mark: 'level', isIn: 'panel' },
    },
  ],
  tryThis: {
    label: 'Walk up the stairs',
    hint: 'Hold W to walk on by yourself; A, S, D and the mouse on head and hands do the rest.',
    run: (host) => host.sources.walkAhead(STAIRS_SECONDS),
  },
  shape: embodyShape,
  docOf: (values) => {
    const me = personDoc({ solver: embodySettingsOf(values) ?? 'baseline', climbs: values.climb });
    if (values.without === 'none') return { actors: { me }, view: { mirrorYaw: MIRROR_YAW } };
    const solver = embodySettingsOf(valuesBeside(values)) ?? 'baseline';
    // Joints of the person are in the avatar's metres already, and carried.
    const settings = { ...plainPerson, solver, fit: { metres: 'avatar', size: 'own' } } as const;
    const beside = personDoc(settings, { source: { kind: 'joints', of: 'me' } });
    return { actors: { me, [BESIDE]: beside }, view: { mirrorYaw: MIRROR_YAW, companyX: BESIDE_X } };
  },
  openScene: async (world, settings) => (await import('./embodyScene.js')).createEmbodyScene(world, settings),
};
