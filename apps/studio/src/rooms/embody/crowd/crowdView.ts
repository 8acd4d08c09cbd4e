import type { PackedActor } from '@leib/core';
import {
  createActorPacking,
  createAgentAngles,
  createPackedActor,
  hasFingerBones,
  PACKED_FACE_SIZE,
  packActor,
} from '@leib/core/pack';
import type { Crowd } from '@leib/embody';
import { type Avatar, createBlink, stepBlink } from '@leib/three';
import { buildAgentKind, createAgentCrowd } from '@leib/three/agents';
import type { Object3D, WebGLRenderer } from 'three';
import { faceColumnsOf } from '../../mocap/agents/handsAndFace.js';

/** Tints of the people, so that one is told from the other. */
const tints = ['#ffffff', '#dfe9ff', '#ffe6d6', '#e2f5e4', '#f4e3f5', '#fff4cf'] as const;

interface Person {
  readonly packing: ReturnType<typeof createActorPacking>;
  readonly blink: ReturnType<typeof createBlink>;
}

/** A crowd on the stage: every pose goes to the GPU as packed numbers, and the avatar's own mesh is drawn for each. */
export class CrowdView {
  /** The people of the last update, as whoever draws, sends or records them takes them. */
  readonly actors: readonly PackedActor[];
  readonly #agents: ReturnType<typeof createAgentCrowd>;
  readonly #renderer: WebGLRenderer;
  readonly #people: readonly Person[];
  /** What closes the eyes; none where the avatar cannot. */
  readonly #lids: readonly number[];
  readonly #weights = new Float64Array(PACKED_FACE_SIZE);

  /** Leaves the avatar in the T-pose. It must not be disposed of before this. */
  constructor(avatar: Avatar, people: number, renderer: WebGLRenderer) {
    const streams = { fingers: hasFingerBones(avatar.skeleton), face: avatar.face.moves.lids };
    const kind = buildAgentKind(avatar, streams);
    this.#lids = streams.face ? faceColumnsOf(kind).eyesClosed : [];
    this.#renderer = renderer;
    this.#agents = createAgentCrowd(kind, people, { method: 'linear' });
    this.#agents.count = people;
    for (let i = 0; i < people; i++) this.#agents.setLook(i, { tint: tints[i % tints.length] });
    const shared = createActorPacking(kind.skeleton, kind.layout);
    this.#people = Array.from({ length: people }, (_, i) => ({
      packing: { ...shared, angles: createAgentAngles(kind.layout) },
      blink: createBlink(i + 1),
    }));
    this.actors = this.#people.map((_, i) => createPackedActor(String(i), 'person', streams, kind.layout));
  }

  get object(): Object3D {
    return this.#agents.object;
  }

  update({ avatars }: Crowd, dtSeconds: number): void {
    for (const [i, { packing, blink }] of this.#people.entries()) {
      stepBlink(blink, 0, dtSeconds);
      for (const column of this.#lids) this.#weights[column] = blink.closed;
      packActor(packing, avatars[i].pose, null, this.#weights, this.actors[i]);
      this.#agents.setAgent(i, this.actors[i]);
    }
    this.#agents.update(this.#renderer);
  }

  dispose(): void {
    this.#agents.dispose();
  }
}
