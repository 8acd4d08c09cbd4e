import { createProbe } from './app/probe.js';
import { Studio } from './app/studio.js';
import { useStudioStore } from './app/studioStore.js';
import { type Clock, createRealClock } from './time/clock.js';
import { explainError } from './ui/explainError.js';
import './styles/index.css';

const canvas = document.createElement('canvas');
canvas.className = 'viewport';
canvas.tabIndex = 0;
canvas.setAttribute('aria-label', '3D view');
// A landmark: screen readers reach the picture like the bars and panels.
const stage = document.createElement('section');
stage.setAttribute('aria-label', 'Picture');
stage.append(canvas);
document.body.prepend(stage);
const root = document.getElementById('root') as HTMLElement;

document.documentElement.dataset.theme = useStudioStore.getState().theme;
const studio = openStudio(await openClock());
if (studio) {
  globalThis.leibStudio = createProbe(studio);
  // The body first: panels are fetched meanwhile and built once it moves in the mirror.
  const panels = import('./app/App.js').catch((error: unknown) => {
    showFatal(root, 'The panels could not be loaded', explainError(error));
    return null;
  });
  await studio.start();
  (await panels)?.showPanels(root, studio);
}

/** `?clock=manual`: the page stands still until leibStudio.advance() is called. For tests. */
async function openClock(): Promise<Clock> {
  if (new URLSearchParams(location.search).get('clock') !== 'manual') return createRealClock();
  const { ManualClock } = await import('./time/manualClock.js');
  const clock = new ManualClock();
  clock.install(globalThis);
  return clock;
}

function openStudio(clock: Clock): Studio | null {
  try {
    return new Studio(canvas, clock);
  } catch (error) {
    showFatal(
      root,
      'This browser gives no 3D picture (WebGL 2)',
      `Switch on hardware acceleration in its settings, update it, or take another browser. It says: ${(error as Error).message}`,
    );
    return null;
  }
}

/** Puts one sentence, and what to do, in the place of a page that cannot start. */
function showFatal(root: HTMLElement, what: string, doThis: string): void {
  const message = document.createElement('div');
  message.className = 'fatal card';
  message.role = 'alert';
  const title = document.createElement('h1');
  title.textContent = what;
  const advice = document.createElement('p');
  advice.textContent = doThis;
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Reload the page';
  again.addEventListener('click', () => location.reload());
  message.append(title, advice, again);
  root.replaceChildren(message);
}
