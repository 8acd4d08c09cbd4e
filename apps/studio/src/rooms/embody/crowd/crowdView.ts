import { anglesFromPose, buildAngleBinding, buildPoseReading, createAgentAngles, packAngles } from '@leib/core/pack';
import type { Crowd } from '@leib/embody';
import type { Avatar } from '@leib/three';
import { type AgentCrowd, buildAgentKind, createAgentCrowd } from '@leib/three/agents';
import type { Object3D, WebGLRenderer } from 'three';

/** Tints of the people, so that one is told from the other. */
const tints = ['#ffffff', '#dfe9ff', '#ffe6d6', '#e2f5e4', '#f4e3f5', '#fff4cf'] as const;

/** A crowd on the stage: every pose goes to the GPU as packed angles, and the avatar's own mesh is drawn for each. */
export class CrowdView {
  readonly #agents: AgentCrowd;
  readonly #renderer: WebGLRenderer;
  readonly #reading;
  readonly #angles;
  readonly #packed: Int16Array;

  /** Leaves the avatar in the T-pose. It must not be disposed of before this. */
  constructor(avatar: Avatar, people: number, renderer: WebGLRenderer) {
    const kind = buildAgentKind(avatar);
    this.#renderer = renderer;
    this.#agents = createAgentCrowd(kind, people, { method: 'linear' });
    this.#agents.count = people;
    for (let i = 0; i < people; i++) this.#agents.setLook(i, { tint: tints[i % tints.length] });
    this.#reading = buildPoseReading(buildAngleBinding(kind.layout, kind.skeleton));
    this.#angles = createAgentAngles(kind.layout);
    this.#packed = new Int16Array(kind.packedSize);
  }

  get object(): Object3D {
    return this.#agents.object;
  }

  update({ avatars }: Crowd): void {
    for (let i = 0; i < avatars.length; i++) {
      anglesFromPose(this.#reading, avatars[i].pose, this.#angles);
      packAngles(this.#packed, 0, this.#angles);
      this.#agents.setAgent(i, this.#packed);
    }
    this.#agents.update(this.#renderer);
  }

  dispose(): void {
    this.#agents.dispose();
  }
}
