import { type ComponentType, lazy } from 'react';

/** Panels of rooms that have one of their own, by the room's id; fetched when the room is entered. */
export const roomPanels: Readonly<Record<string, ComponentType>> = {
  body: lazy(() => import('./body/panel/BodyPanel.js')),
  mocap: lazy(() => import('./mocap/panel/MocapPanel.js')),
  puppet: lazy(() => import('./puppet/panel/PuppetPanel.js')),
};
