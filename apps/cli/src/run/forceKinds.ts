import { createRequire } from 'node:module';
import { isPersonActor } from '@leib/embody';
import { createSimulatedKind, RemoteClient, simulateInline } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { buildRobotDescription, createRobotKind, parseRobotBones, runRobotInline } from '@leib/reembody/robot';
import type { Actor, ActorKind, Ref } from '@leib/stage';
import { isTracked, pointNumber } from '@leib/tracking';
import * as v from 'valibot';
import { readText } from '../files.js';
import { readRobot } from '../reembody/robotFolder.js';
import { decodeRef, placed, type RunRefs } from './openRefs.js';
import type { RunClock } from './runLoop.js';

const text = v.pipe(v.string(), v.minLength(1));
const placeSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('inline') }),
  /** A world of a `leib serve`; one of its own where `world` is absent. */
  v.strictObject({ kind: v.literal('server'), server: text, world: v.optional(v.nullable(text), null) }),
]);
const robotSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('default'), bones: v.optional(text) }),
  /** MJCF, URDF, a folder or a zip with one. */
  v.strictObject({ kind: v.literal('file'), path: text, chosen: v.optional(text), bones: v.optional(text) }),
]);

/** Bodies that forces move, in MuJoCo in this process or in a world of a server. */
export async function simulatedKindOf(refs: RunRefs): Promise<ActorKind> {
  const mujoco = await loadMujoco();
  const placeOf = (ref: Ref) => {
    const place = decodeRef({ 'settings.place': ref }, placeSchema);
    if (place.kind === 'inline') return simulateInline(mujoco);
    return {
      kind: place.kind,
      open({ body, otherCount, objects }, events) {
        const [x, y, z] = body.skeleton.restOffsets;
        const starts = Array.from({ length: 1 + otherCount }, (_, i) => [x + i, y, z] as const);
        return new RemoteClient(place.server, place.world, { body, starts, objects }, events);
      },
    } satisfies ReturnType<typeof simulateInline>;
  };
  return createSimulatedKind({
    body: async ({ body }) => ({ skeleton: (await refs.body(body)).skeleton, skin: null }),
    place: placeOf,
  });
}

/** Robots that follow; where their joint angles go is said by sinks. */
export async function robotKindOf(refs: RunRefs, clock: RunClock): Promise<ActorKind> {
  const mujoco = await loadMujoco();
  return createRobotKind({
    async open({ body }) {
      const ref = decodeRef({ body }, robotSchema);
      const example = () => createRequire(import.meta.url).resolve('@leib/reembody/example-robot.xml');
      const description = await placed('body.path', async () => {
        const options = { chosen: ref.kind === 'file' ? ref.chosen : undefined, isWithoutMissing: false };
        return buildRobotDescription(await readRobot(ref.kind === 'file' ? refs.pathOf(ref.path) : example(), options));
      });
      const bones = await placed('body.bones', async () =>
        ref.bones === undefined ? {} : parseRobotBones(await readText(refs.pathOf(ref.bones))),
      );
      return runRobotInline(mujoco, description, {
        bones,
        open: (address) => new WebSocket(address),
        nowSeconds: () => clock.nowMs() / 1000,
        mostLines: Number.POSITIVE_INFINITY,
      });
    },
    isKnown: isSeen,
    // The stream is ended by the sink that listens to it.
    release: (parts) => parts.runner()?.dispose(),
  });
}

/** Whether it is known now what somebody does: what a robot follows. */
function isSeen(actor: Actor): boolean {
  if (isPersonActor(actor)) return isTracked(actor.person.devices, pointNumber.head);
  return actor.figures().numbers.bodiesSeen !== 0 && actor.pack() !== null;
}
