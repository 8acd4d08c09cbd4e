import { createRoot } from 'react-dom/client';
import { App } from './app/App.js';
import { StudioProvider } from './app/StudioContext.js';
import { Studio } from './app/studio.js';
import './styles.css';

const canvas = document.createElement('canvas');
canvas.className = 'viewport';
canvas.tabIndex = 0;
canvas.setAttribute('aria-label', '3D view');
document.body.prepend(canvas);

const root = document.getElementById('root') as HTMLElement;
try {
  const studio = new Studio(canvas);
  createRoot(root).render(
    <StudioProvider value={studio}>
      <App />
    </StudioProvider>,
  );
  void studio.start();
} catch (error) {
  root.innerHTML = '<p class="fatal card"></p>';
  (root.firstChild as HTMLElement).textContent =
    `Leib needs WebGL 2, which this browser does not give: ${(error as Error).message}`;
}
