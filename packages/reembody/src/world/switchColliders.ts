import { shapeName } from '../engine/engineNames.js';
import { objectKind } from '../engine/mujoco.js';
import type { ColliderSet } from '../settings/remoteBodySettings.js';
import type { RemoteWorld } from './remoteWorld.js';
import { partBits } from './writeMjcf.js';

/** Lets a part of a running body collide with its simple shape, with its exact ones, or not at all. */
export function switchColliders(world: RemoteWorld, bodyIndex: number, part: number, chosen: ColliderSet): void {
  const { parts, settings } = world.bodies[bodyIndex].body;
  const each = parts[part];
  const hasPieces = each.exact[0] !== each.simple[0];
  for (const [set, shapes] of [
    ['simple', each.simple],
    ['exact', hasPieces ? each.exact : []],
  ] as const) {
    const isOn = chosen === set || (!hasPieces && chosen === 'exact');
    const { contype, conaffinity } = partBits(settings.layers, each.layer, isOn);
    for (let i = 0; i < shapes.length; i++) {
      const geom = world.mujoco.mj_name2id(world.model, objectKind.geom, shapeName(bodyIndex, each, set, i));
      world.model.geom_contype[geom] = contype;
      world.model.geom_conaffinity[geom] = conaffinity;
    }
  }
}
