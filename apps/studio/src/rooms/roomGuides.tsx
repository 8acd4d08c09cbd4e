import { type ComponentType, lazy } from 'react';
import type { RoomGuideProps } from './room.js';

/** Guides of rooms that lead through steps, by the room's id: left of the picture, a sheet on small screens. */
export const roomGuides: Readonly<Record<string, ComponentType<RoomGuideProps> | undefined>> = {
  body: lazy(() => import('./body/panel/BodyWorkCard.js')),
  puppet: lazy(() => import('./puppet/guide/PuppetGuide.js')),
  wear: lazy(() => import('./wear/guide/WearGuide.js')),
  reembody: lazy(() => import('./reembody/panel/RemoteReadout.js')),
};
