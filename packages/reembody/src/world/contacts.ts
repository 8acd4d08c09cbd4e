import type { MujocoBuffer } from '../engine/mujoco.js';
import type { RemoteWorld } from './remoteWorld.js';

/** What one side of a contact is. */
export interface ContactSide {
  /** Body and part, or -1 for things of the room. */
  readonly body: number;
  readonly part: number;
  /** Object of the room by number, or -1. */
  readonly object: number;
}

/** Two things that touch. Made for showing and for counting touches; asking for it allocates. */
export interface Contact {
  readonly pointWorld: readonly [number, number, number];
  /** From the first side to the second. */
  readonly normalWorld: readonly [number, number, number];
  /** How deep they overlap, metres. */
  readonly depth: number;
  /** Along the normal, N. */
  readonly force: number;
  readonly first: ContactSide;
  readonly second: ContactSide;
}

/** All contacts of the last substep. */
export function readContacts(world: RemoteWorld): Contact[] {
  const { mujoco, model, data } = world;
  if (data.ncon === 0) return [];
  const sides = sidesOfBodies(world);
  const { geom_bodyid: bodyOfGeom } = model;
  const list = data.contact;
  const buffer: MujocoBuffer = new mujoco.DoubleBuffer(6);
  const found: Contact[] = [];
  for (let i = 0; i < list.size(); i++) {
    const contact = list.get(i);
    if (contact === undefined) continue;
    mujoco.mj_contactForce(model, data, i, buffer);
    const [x, y, z] = contact.pos;
    const [nx, ny, nz] = contact.frame;
    found.push({
      pointWorld: [x, y, z],
      normalWorld: [nx, ny, nz],
      depth: Math.max(0, -contact.dist),
      force: buffer.GetView()[0],
      first: sides(bodyOfGeom[contact.geom1]),
      second: sides(bodyOfGeom[contact.geom2]),
    });
    contact.delete();
  }
  buffer.delete();
  list.delete();
  return found;
}

function sidesOfBodies(world: RemoteWorld): (engineBody: number) => ContactSide {
  return (engineBody) => {
    for (let body = 0; body < world.addresses.length; body++) {
      const part = world.addresses[body].bodies.indexOf(engineBody);
      if (part >= 0) return { body, part, object: -1 };
    }
    // The floor is part of the world itself.
    const wanted = engineBody === 0 ? -1 : engineBody;
    return { body: -1, part: -1, object: world.objects.findIndex(({ body }) => body === wanted) };
  };
}
