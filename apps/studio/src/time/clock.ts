/** Ends what was begun; calling it again does nothing. */
export type Release = () => void;

/** The page's time. Everything in the studio that moves, waits or refreshes goes by it. */
export interface Clock {
  /** Since the page was opened, seconds. */
  readonly nowSeconds: number;
  /** False: the frame that is being made is not looked at, so that drawing it can be left out. */
  readonly isDrawing: boolean;
  /** True: frames come one by one from advance(), and nothing moves between them. */
  readonly isManual: boolean;
  /** Time of a frame whose callback was given `timeMs` (requestAnimationFrame, WebXR), seconds. */
  secondsOfFrame(timeMs: number): number;
  /** Does the work once, when so many seconds have passed. */
  after(seconds: number, work: () => void): Release;
  /** Does work that only shows the present state, again and again. */
  refreshEvery(seconds: number, work: () => void): Release;
  /** Something is on its way (a worker's answer, a file): a manual clock makes no frame until it is released. */
  hold(): Release;
  /** Makes the first frames, where they do not come by themselves. */
  begin(): Promise<void>;
}

/** The clock of every visitor: the browser's own. */
export function createRealClock(): Clock {
  return {
    get nowSeconds() {
      return performance.now() / 1000;
    },
    isDrawing: true,
    isManual: false,
    secondsOfFrame: (timeMs) => timeMs / 1000,
    after(seconds, work) {
      const timer = setTimeout(work, seconds * 1000);
      return () => clearTimeout(timer);
    },
    refreshEvery(seconds, work) {
      const timer = setInterval(work, seconds * 1000);
      return () => clearInterval(timer);
    },
    hold: () => doNothing,
    begin: async () => {},
  };
}

function doNothing(): void {}
