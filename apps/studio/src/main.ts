import { createProbe } from './app/probe.js';
import { Studio } from './app/studio.js';
import './styles/index.css';

const canvas = document.createElement('canvas');
canvas.className = 'viewport';
canvas.tabIndex = 0;
canvas.setAttribute('aria-label', '3D view');
document.body.prepend(canvas);
const root = document.getElementById('root') as HTMLElement;

const studio = openStudio();
if (studio) {
  globalThis.leibStudio = createProbe(studio);
  // The person first, the panels then: they are fetched meanwhile, and built when somebody moves in the mirror.
  const panels = import('./app/showPanels.js');
  await studio.start();
  (await panels).showPanels(root, studio);
}

function openStudio(): Studio | null {
  try {
    return new Studio(canvas);
  } catch (error) {
    const message = document.createElement('p');
    message.className = 'fatal card';
    message.role = 'alert';
    message.textContent = `Leib needs WebGL 2, which this browser does not give: ${(error as Error).message}`;
    root.replaceChildren(message);
    return null;
  }
}
