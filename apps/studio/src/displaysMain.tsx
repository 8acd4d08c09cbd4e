import { DisplaysClient } from '@leib/net';
import { createRoot } from 'react-dom/client';
import { Overview, type Theme } from './displays/overview/Overview.js';
import { useOverview } from './displays/overview/overviewStore.js';
import { RoomView } from './displays/overview/roomView.js';
import './styles/index.css';
import './displays/overview/overview.css';
import { visitorStorage } from './files/visitorStorage.js';
import { chooseDrawQuality } from './world/drawQuality.js';

/** The overview of all walls: /displays. */
const canvas = document.createElement('canvas');
canvas.className = 'viewport';
canvas.setAttribute('aria-label', 'The room and its walls');
document.body.prepend(canvas);

const theme = firstTheme();
document.documentElement.dataset.theme = theme;
const isManual = new URLSearchParams(location.search).get('clock') === 'manual';
const view = openView();

const client = new DisplaysClient(
  location.href,
  { walls: 'watcher' },
  {
    onState: (state) => useOverview.setState({ isConnected: state === 'open' }),
    onWalls(walls) {
      useOverview.setState({ walls, problem: '' });
      view?.setWalls(walls);
    },
    onScene: (scene) => view?.setScene(scene),
    onFrame(frame) {
      const [viewer] = frame.viewers;
      if (viewer) {
        const [x, y, z] = viewer.pose;
        useOverview.setState({ head: [x, y, z], isHeadTracked: viewer.isTracked });
      }
      view?.setFrame(frame);
    },
    onStatus(status) {
      useOverview.setState({ status });
      view?.setStatus(status);
    },
    onProblem: (problem) => useOverview.setState({ problem }),
  },
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <Overview firstTheme={theme} onTheme={setTheme} onWalls={(text) => client.sendWalls(text)} />,
);

/** Without WebGL 2 the panel works, and the room is not drawn. */
function openView(): RoomView | null {
  try {
    return new RoomView(canvas, chooseDrawQuality({ isManual }), theme, {
      onLoading: (loading) => useOverview.setState({ loading }),
      onProblem: (problem) => useOverview.setState({ problem }),
    });
  } catch (error) {
    useOverview.setState({ problem: `The room is not drawn without WebGL 2: ${(error as Error).message}` });
    return null;
  }
}

function setTheme(next: Theme): void {
  visitorStorage.setItem('leib-theme', next);
  document.documentElement.dataset.theme = next;
  view?.setTheme(next);
}

function firstTheme(): Theme {
  const remembered = visitorStorage.getItem('leib-theme');
  if (remembered === 'light' || remembered === 'dark') return remembered;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}
