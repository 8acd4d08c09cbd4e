import { type PuppetModel, type PuppetState, pivotOf } from '@leib/puppet';
import { Quaternion, Vector3 } from 'three';
import { pointOfPart } from '../../scene/partFrames.js';
import type { Point } from '../handles/editHandle.js';
import { pointFrom } from '../handles/vectors.js';

/** From the model at rest to the puppet as it stands now, for what goes with one part, and back. */
export interface RestFrame {
  toPuppet(rest: Point): Vector3;
  toRest(puppet: Vector3): [number, number, number];
}

/** Of a part, or of what it is linked to. A part that is not built yet stands as the whole puppet does. */
export function restFrameOf(model: PuppetModel, state: PuppetState, name: string, rides: 'part' | 'parent'): RestFrame {
  const own = model.file.parts.findIndex((part) => part.name === name);
  const part = rides === 'part' || own < 0 ? own : model.skeleton.parents[own + 1] - 1;
  const pivot = part < 0 ? ([0, 0, 0] as const) : pivotOf(model.file.parts[part]);
  return {
    toPuppet: (rest) => pointOfPart(model, state, part, rest, new Vector3()),
    toRest(puppet) {
      const joint = part + 1;
      const turn = new Quaternion().fromArray(state.pose.worldRotations, joint * 4).invert();
      const at = puppet.clone().sub(new Vector3().fromArray(state.pose.worldPositions, joint * 3));
      return pointFrom(at.applyQuaternion(turn).add(new Vector3(...pivot)));
    },
  };
}
