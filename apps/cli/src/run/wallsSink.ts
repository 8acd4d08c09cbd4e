import { InputError, type StageFrame } from '@leib/core';
import { isViewer } from '@leib/mocap';
import { type DisplayScene, type DisplayStatus, DisplaysClient, type DisplayViewer, type KindFile } from '@leib/net';
import type { ActorId, StageDoc, StageView } from '@leib/stage';
import * as v from 'valibot';
import type { RunSink, SinkPlace } from './runSink.js';

const number = v.pipe(v.number(), v.finite());
export const wallsSchema = v.strictObject({
  kind: v.literal('walls'),
  server: v.optional(v.pipe(v.string(), v.minLength(1)), 'http://127.0.0.1:8080/'),
  /** Where the origin of the actors lies in the room, metres. */
  origin: v.optional(v.strictTuple([number, number, number]), [0, 0, 0]),
});
type WallsRef = v.InferOutput<typeof wallsSchema>;

/** Who looks where no viewer is tracked: the middle of the room, at the height of eyes. Walls say that it is not tracked. */
const NOBODY: DisplayViewer = { pose: Float64Array.of(0, 1.6, 0, 0, 0, 0, 1), isTracked: false };

/** The walls of a server (leib serve): actors of the kind `viewer` look at the others. */
export async function openWalls(ref: WallsRef, { refs, output }: SinkPlace): Promise<RunSink> {
  if (typeof globalThis.WebSocket !== 'function') {
    throw new InputError('', `expected Node 22 or newer, which has WebSocket, got ${process.version} without it`);
  }
  let status: DisplayStatus | null = null;
  let isOpen = false;
  let isSaid = false;
  let sent = 0;
  let shown: StageDoc | null = null;
  let brought: Streams = new Set();
  const client = new DisplaysClient(
    serverOf(ref.server),
    { walls: 'simulation' },
    {
      onState(state) {
        const isNow = state === 'open';
        if (state === 'lost' && !isSaid) output.note(`${ref.server}: no answer from a leib serve; it is tried again`);
        isSaid = state === 'lost';
        isOpen = isNow;
      },
      onStatus: (next) => {
        status = next;
      },
      onProblem: (reason) => output.note(`${ref.server}: ${reason}`),
    },
  );

  async function describe(doc: StageDoc): Promise<void> {
    const having = brought;
    const { scene, meshes } = await sceneOf(doc, having, ref, refs);
    if (shown === doc && brought === having) client.setScene(scene, meshes);
  }

  function take(frame: StageFrame, view: StageView): void {
    const doc = view.doc.present;
    const added = streamsOf(frame).filter((stream) => !brought.has(stream));
    if (added.length > 0) brought = new Set([...brought, ...added]);
    if (doc !== shown || added.length > 0) {
      shown = doc;
      describe(doc).catch((error: Error) => output.note(`${ref.server}: ${error.message}`));
    }
    const numbers = numbersOf(doc);
    const actors = frame.actors.flatMap((actor) => {
      const number = numbers.get(actor.id);
      return number === undefined ? [] : [{ ...actor, id: String(number) }];
    });
    const viewers = viewersOf(view);
    if (client.sendFrame({ number: 0, seconds: frame.seconds, viewers, actors })) sent++;
  }

  return {
    kind: 'walls',
    to: ref.server,
    take,
    figures() {
      const inStep = status?.walls.filter(({ state }) => state === 'inStep').length ?? 0;
      const words = isOpen ? `${sent} frames, ${inStep} of ${status?.walls.length ?? 0} walls in step` : 'no answer';
      return { frames: sent, words };
    },
    close: async () => client.dispose(),
  };
}

/** What frames have brought besides bodies: "fingers me", "face me". */
type Streams = ReadonlySet<string>;

function streamsOf({ actors }: StageFrame): string[] {
  return actors.flatMap(({ id, fingers, face }) => [
    ...(fingers ? [`fingers ${id}`] : []),
    ...(face ? [`face ${id}`] : []),
  ]);
}

/** Numbers of the actors that walls draw: all but viewers. */
function numbersOf({ actors }: StageDoc): ReadonlyMap<ActorId, number> {
  const drawn = Object.keys(actors).filter((id) => actors[id].kind !== 'viewer');
  return new Map(drawn.map((id, number) => [id, number]));
}

/** In the order of the document; before one has been made, nobody is tracked. */
function viewersOf({ doc, actors }: StageView): DisplayViewer[] {
  const viewers = viewerIds(doc.present).map((id) => {
    const actor = actors.get(id);
    return actor && isViewer(actor) ? { pose: actor.eyes.slice(), isTracked: actor.isTracked } : NOBODY;
  });
  return viewers.length > 0 ? viewers : [NOBODY];
}

const viewerIds = ({ actors }: StageDoc) => Object.keys(actors).filter((id) => actors[id].kind === 'viewer');

/** Every actor is a kind of its own: its body with its proportions, or the file that it wears. */
async function sceneOf(
  doc: StageDoc,
  brought: Streams,
  { origin }: WallsRef,
  refs: SinkPlace['refs'],
): Promise<{ readonly scene: DisplayScene; readonly meshes: readonly KindFile[] }> {
  const numbers = numbersOf(doc);
  const bodies = await Promise.all([...numbers.keys()].map((id) => refs.body(doc.actors[id].body)));
  const viewers = viewerIds(doc);
  return {
    scene: {
      kinds: [...numbers.keys()].map((id, kind) => {
        const { proportions } = bodies[kind];
        const streams = { fingers: brought.has(`fingers ${id}`), face: brought.has(`face ${id}`) };
        return { name: id, mesh: 'default', scale: 1, ...streams, ...(proportions && { proportions }) } as const;
      }),
      agents: [...numbers.values()].map((id) => ({ id, kind: id, origin })),
      viewers: viewers.length > 0 ? viewers : ['head'],
    },
    meshes: bodies.flatMap(({ file }, kind) => (file ? [{ kind, file }] : [])),
  };
}

function serverOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href;
  throw new InputError('sink.server', `expected an address like http://127.0.0.1:8080/, got "${text}"`);
}
