import { createRoot } from 'react-dom/client';
import { RoomHostProvider } from '../rooms/RoomHost.js';
import { ClockProvider } from '../time/useClock.js';
import { App } from './App.js';
import { StudioProvider } from './StudioContext.js';
import type { Studio } from './studio.js';

/** Renders the panels around the canvas. */
export function showPanels(root: HTMLElement, studio: Studio): void {
  createRoot(root).render(
    <ClockProvider value={studio.clock}>
      <StudioProvider value={studio}>
        <RoomHostProvider value={studio}>
          <App />
        </RoomHostProvider>
      </StudioProvider>
    </ClockProvider>,
  );
}
