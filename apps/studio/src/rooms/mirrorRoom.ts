import { flatGround } from '@leib/embody';
import { createEmptyScene } from '../world/roomScene.js';
import { personSection, solverControl, trackingSection, viewControls } from '../world/stageSections.js';
import type { Room } from './room.js';
import { solverPresets } from './solverPresets.js';

const shape = {
  view: { title: 'View', controls: viewControls },
  body: { title: 'Body', controls: { solver: solverControl } },
  person: personSection,
  tracking: trackingSection,
} as const;

/** The landing room: a person in front of a mirror. */
export const mirrorRoom: Room<typeof shape> = {
  id: 'mirror',
  label: 'Mirror',
  purpose: 'A person in front of a mirror: any source, any avatar',
  shape,
  solverOf: ({ solver }) => solverPresets[solver],
  openScene: async () => createEmptyScene(flatGround()),
};
