import { notify, withdrawNotice } from '../ui/pageStore.js';

const lostText =
  'The browser has taken the graphics card away; the picture comes back by itself, or when the page is reloaded.';

/** Says that the picture stands still because the graphics card is gone, until it is back. */
export function showGraphics(state: 'lost' | 'back'): void {
  if (state === 'lost') notify('error', lostText, { label: 'Reload', run: () => location.reload() });
  else withdrawNotice(lostText);
}
