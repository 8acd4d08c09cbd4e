import { createWallHelp, WallPage } from './displays/wall/wallPage.js';
import './displays/wall/wallPage.css';
import { chooseDrawQuality } from './world/drawQuality.js';

/** One wall's picture: /display?wall=NAME. With &clock=manual (tests) it draws as cheaply as can be. */
const query = new URLSearchParams(location.search);
const wall = query.get('wall');

if (wall === null) location.replace('/displays');
else {
  document.title = `${wall} · Leib display`;
  const canvas = document.createElement('canvas');
  canvas.className = 'wall-canvas';
  canvas.setAttribute('aria-label', `Picture of the wall ${wall}`);
  document.body.append(canvas);
  const { antialias, shadowSize } = chooseDrawQuality({ isManual: query.get('clock') === 'manual' });
  createWallHelp(document.body, wall);
  globalThis.leibDisplay = openPage({ pageUrl: location.href, wall, samples: antialias ? 4 : 0, shadowSize });

  function openPage(options: ConstructorParameters<typeof WallPage>[1]): WallPage | undefined {
    try {
      return new WallPage(canvas, options);
    } catch (error) {
      const line = document.createElement('p');
      line.className = 'wall-line';
      line.role = 'alert';
      line.textContent = `This browser gives no WebGL 2, which a wall needs: ${(error as Error).message}`;
      document.body.append(line);
      return undefined;
    }
  }
}
