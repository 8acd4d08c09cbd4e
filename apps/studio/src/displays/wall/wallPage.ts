import {
  type DisplayFrame,
  type DisplayScene,
  DisplaysClient,
  type RoomState,
  type Wall,
  type WallsFile,
} from '@leib/net';
import { Vector3 } from 'three';
import { serverIsGone } from '../../ui/explainError.js';
import { AgentsScene } from '../agentsScene.js';
import { headOf } from '../wallCamera.js';
import { createStatusLine, HeadLine, type StatusLine } from './statusLine.js';
import { WallPainter } from './wallPainter.js';

interface WallPageOptions {
  /** Address of the page: the server is where it came from. */
  readonly pageUrl: string;
  readonly wall: string;
  readonly samples: number;
  readonly shadowSize: number;
}

/** What a display page shows, for tests and the console, as `leibDisplay`. */
interface DisplayProbe {
  readonly wall: string;
  /** Frame on the screen, and frame that is drawn but not seen yet; 0: none. */
  readonly shownFrame: number;
  readonly preparedFrame: number;
  /** Time of the simulation in the frame that was prepared last, seconds. */
  readonly timeSeconds: number;
  /** What is wrong, in one line; empty where nothing is. */
  readonly line: string;
  /** Where a point of the room lies in each of the wall's pictures: -1 to 1 from left to right and from bottom to top. */
  project(x: number, y: number, z: number): readonly (readonly [x: number, y: number])[];
}

declare global {
  var leibDisplay: DisplayProbe | undefined;
}

/** One wall: a connection, a scene and a painter. It has no clock: it draws when a frame comes, and shows it when all may. */
export class WallPage implements DisplayProbe {
  readonly wall: string;
  shownFrame = 0;
  preparedFrame = 0;
  readonly #painter: WallPainter;
  readonly #agents: AgentsScene;
  readonly #headLine = new HeadLine();
  readonly #client: DisplaysClient;
  readonly #status: StatusLine;
  #walls: WallsFile | null = null;
  #scene: DisplayScene | null = null;
  /** The newest frame, prepared or not. */
  #frame: DisplayFrame | null = null;
  /** Frames up to this one may be seen. */
  #mayShow = 0;

  constructor(canvas: HTMLCanvasElement, { pageUrl, wall, samples, shadowSize }: WallPageOptions) {
    this.wall = wall;
    this.#painter = new WallPainter(canvas, samples);
    const status = createStatusLine(document.body);
    this.#status = status;
    status.set('connection', 'Connecting …');
    this.#agents = new AgentsScene('dark', shadowSize, {
      onReady: () => this.#prepare(),
      onProblem: (reason) => status.set('body', reason),
      onLoading: (part) => status.setLoading(part),
    });
    const wish = { walls: 'display', wall } as const;
    this.#client = new DisplaysClient(pageUrl, wish, {
      onState: (state) => this.#onState(state),
      onWalls: (walls) => this.#setWalls(walls),
      onScene: (scene) => {
        this.#scene = scene;
        status.set('body', null);
        this.#agents.setScene(scene);
      },
      onFrame: (frame) => {
        this.#frame = frame;
        this.#prepare();
      },
      onShow: (frame) => {
        this.#mayShow = frame;
        this.#present();
      },
      onSilent: (seconds) => {
        const words = `No new picture for ${Math.floor(seconds)} s: the simulation has stopped sending. Is its tab hidden?`;
        status.set('simulation', words);
      },
      onProblem: (reason) => status.set('refused', reason),
    });
  }

  get line(): string {
    return this.#status.text;
  }

  get timeSeconds(): number {
    return this.#frame?.seconds ?? 0;
  }

  project(x: number, y: number, z: number): (readonly [x: number, y: number])[] {
    return this.#painter.cameras.map(({ camera }) => {
      const point = new Vector3(x, y, z).project(camera);
      return [point.x, point.y] as const;
    });
  }

  #onState(state: RoomState): void {
    // Who was refused has the reason on the screen, and asks again.
    this.#status.set('connection', state === 'lost' ? serverIsGone : null);
    if (state === 'open') this.#status.set('simulation', 'Waiting for a simulation.');
    // A new server counts from the start.
    this.shownFrame = 0;
    this.preparedFrame = 0;
    this.#mayShow = 0;
    this.#frame = null;
  }

  #setWalls(walls: WallsFile): void {
    const wall = walls.walls.find(({ name }) => name === this.wall);
    if (wall === undefined) return;
    this.#status.set('refused', null);
    this.#walls = walls;
    this.#painter.setWall(walls, wall);
    this.#redraw(wall);
  }

  /** Draws the newest frame where it is not seen yet, and says so to the server. */
  #prepare(): void {
    const [frame, wall] = [this.#frame, this.#wallOf()];
    if (frame === null || wall === null || !this.#agents.isReady || frame.number === this.preparedFrame) return;
    const begunMs = performance.now();
    this.#draw(frame, wall);
    this.preparedFrame = frame.number;
    this.#client.sendReady(frame.number, performance.now() - begunMs);
    this.#present();
  }

  #draw(frame: DisplayFrame, wall: Wall): void {
    const head = headOf(wall, this.#scene, frame);
    this.#agents.setFrame(frame, this.#painter.renderer);
    this.#painter.prepare(this.#agents.scene, head);
    this.#status.set('simulation', null);
    const hasHead = this.#scene?.viewers.includes(wall.head) ?? false;
    this.#status.set('head', this.#headLine.step(wall.head, hasHead ? head.isTracked : null, frame.seconds));
    this.#status.set('place', this.#painter.isInFront ? null : 'The viewer is behind this wall.');
  }

  #present(): void {
    if (this.preparedFrame === 0 || this.preparedFrame > this.#mayShow || this.preparedFrame === this.shownFrame)
      return;
    this.#painter.present();
    this.shownFrame = this.preparedFrame;
    this.#client.sendShown(this.shownFrame);
  }

  /** The wall has changed: the frame on the screen again. */
  #redraw(wall: Wall): void {
    if (this.#frame === null || this.shownFrame === 0) return;
    this.#draw(this.#frame, wall);
    this.#painter.present();
  }

  #wallOf(): Wall | null {
    return this.#walls?.walls.find(({ name }) => name === this.wall) ?? null;
  }
}

/** How long the help stays after the pointer has moved, milliseconds. */
const QUIET_AFTER_MS = 3000;

/** Name of the wall and its keys, while the pointer moves; F and a double click fill the screen. */
export function createWallHelp(parent: HTMLElement, wall: string): void {
  const help = document.createElement('p');
  help.className = 'wall-help';
  const overview = document.createElement('a');
  overview.href = '/displays';
  overview.textContent = 'all walls';
  help.append(`${wall}: F fills the screen, Esc leaves it; `, overview);
  parent.append(help);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    help.dataset.quiet = 'false';
    parent.style.cursor = '';
    clearTimeout(timer);
    timer = setTimeout(() => {
      help.dataset.quiet = 'true';
      parent.style.cursor = 'none';
    }, QUIET_AFTER_MS);
  };
  const fill = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen().catch(() => {});
  };
  addEventListener('pointermove', show);
  addEventListener('keydown', ({ key }) => {
    if (key === 'f' || key === 'F') fill();
  });
  addEventListener('dblclick', fill);
  show();
}
