/**
 * Finds hands in pictures, with @mediapipe/hands inside a worker. That package is written for pages: its own way for
 * workers does not load its model. So this worker gives it the few names of a page that it uses (window, a document
 * that makes canvases and loads scripts), and it takes the way of a page. A classic worker: its scripts are loaded by
 * importScripts, which modules do not have. So it must not have an import or export of its own, not even of types: the
 * development server would make a module of it.
 */

{
  type Results = import('@mediapipe/hands').Results;
  type Tracker = import('@mediapipe/hands').Hands;
  type FoundHand = import('./webcam.js').FoundHand;
  type TrackerAnswer = import('./webcam.js').TrackerAnswer;
  type TrackerRequest = import('./webcam.js').TrackerRequest;

  interface FakeScript {
    setAttribute(name: string, value: string): void;
    addEventListener(name: string, listener: () => void): void;
    load(): void;
  }

  /** A script element: it is loaded when it is appended to the page. */
  function createScript(): FakeScript {
    let address = '';
    const listeners = new Map<string, () => void>();
    return {
      setAttribute: (name, value) => {
        if (name === 'src') address = value;
      },
      addEventListener: (name, listener) => void listeners.set(name, listener),
      load: () => {
        scope.importScripts(address);
        listeners.get('load')?.();
      },
    };
  }

  const scope = self as unknown as {
    Hands: typeof import('@mediapipe/hands').Hands;
    importScripts(...addresses: string[]): void;
    onmessage: ((event: MessageEvent<TrackerRequest>) => void) | null;
    postMessage(answer: TrackerAnswer, transfer?: Transferable[]): void;
  };

  Object.assign(self, {
    window: self,
    document: {
      createElement: (name: string) => (name === 'canvas' ? new OffscreenCanvas(1, 1) : createScript()),
      body: { appendChild: (script: FakeScript) => script.load() },
      addEventListener: () => {},
      getElementById: () => null,
      querySelector: () => null,
    },
    alert: (text: string) => {
      throw new Error(text);
    },
  });

  /** A graphics card that is only pretended is slower than the processor, ten times and more. */
  function hasGraphicsCard(): boolean {
    const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
    if (gl === null) throw new Error('expected WebGL 2, which finds hands, got none; switch on graphics acceleration');
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const name = String(gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL));
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return !/swiftshader|llvmpipe|software|basic render/i.test(name);
  }

  let tracker: Tracker | null = null;
  let found: FoundHand[] = [];

  async function open({ files, maxHands }: Extract<TrackerRequest, { kind: 'open' }>): Promise<void> {
    const isOnProcessor = !hasGraphicsCard();
    scope.importScripts(files['hands.js']);
    tracker = new scope.Hands({ locateFile: (name) => files[name] ?? name });
    const options = {
      maxNumHands: maxHands,
      // The full model takes twice as long, which only a graphics card makes up for.
      modelComplexity: isOnProcessor ? 0 : 1,
      minDetectionConfidence: 0.6,
      minTrackingConfidence: 0.5,
      useCpuInference: isOnProcessor,
    } as const;
    tracker.setOptions(options);
    tracker.onResults((results) => {
      found = readResults(results);
    });
    await tracker.initialize();
    scope.postMessage({ kind: 'opened', isOnProcessor });
  }

  function readResults({ multiHandLandmarks, multiHandWorldLandmarks, multiHandedness, image }: Results): FoundHand[] {
    // The picture comes back with every result; it would stay in memory until the collector finds it.
    if (image instanceof ImageBitmap) image.close();
    return multiHandLandmarks.map((points, i) => ({
      label: multiHandedness[i].label,
      score: multiHandedness[i].score,
      picturePoints: Float32Array.from(points.flatMap(({ x, y }) => [x, y])),
      handPoints: Float32Array.from(multiHandWorldLandmarks[i].flatMap(({ x, y, z }) => [x, y, z])),
    }));
  }

  async function find(picture: ImageBitmap): Promise<void> {
    found = [];
    try {
      // The types name elements of a page; a texture is made of pictures of any kind.
      await tracker?.send({ image: picture as unknown as HTMLCanvasElement });
    } finally {
      picture.close();
    }
    scope.postMessage({ kind: 'hands', hands: found });
  }

  scope.onmessage = ({ data }) => {
    const work = data.kind === 'open' ? open(data) : find(data.picture);
    work.catch((error: unknown) => {
      scope.postMessage({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    });
  };
}
