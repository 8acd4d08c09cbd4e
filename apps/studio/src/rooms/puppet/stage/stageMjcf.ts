import type { PartCollider } from './partColliders.js';
import type { StageThing } from './stageThing.js';

/** Kinds of contact: things touch everything, parts only things. */
export const touches = { floor: 1, part: 2, thing: 1, withFloorAndThings: 1, withAll: 3 } as const;

export const partBody = (part: number) => `part ${part}`;
export const thingBody = (thing: number) => `thing ${thing}`;
export const thingGeom = (thing: number) => `shape ${thing}`;

/** Substep of the stage. */
export const STAGE_SUBSTEP = 1 / 240;

/** The stage for MuJoCo: y up, a floor, parts that are moved, things that fall. */
export function writeStageMjcf(
  colliders: readonly PartCollider[],
  things: readonly StageThing[],
  floor: number,
): string {
  return `<mujoco>
<compiler angle="radian"/>
<option timestep="${STAGE_SUBSTEP}" gravity="0 -9.81 0" integrator="implicitfast"/>
<default><geom friction="0.9 0.01 0.002" solref="0.008 1" condim="4"/></default>
<worldbody>
<geom type="box" size="8 0.5 8" pos="0 ${floor - 0.5} 0" contype="${touches.floor}" conaffinity="${touches.thing}"/>
${colliders.map(writePart).join('\n')}
${things.map(writeThing).join('\n')}
</worldbody>
</mujoco>`;
}

function writePart({ part, kind, middle, rotation: [x, y, z, w], halfSize }: PartCollider): string {
  return `<body name="${partBody(part)}" mocap="true"><geom type="${kind}" size="${halfSize.join(' ')}" pos="${middle.join(' ')}" quat="${w} ${x} ${y} ${z}" contype="${touches.part}" conaffinity="0"/></body>`;
}

function writeThing({ kind, size, position, mass }: StageThing, index: number): string {
  const [x, y, z] = size;
  // MuJoCo's cylinders stand along z: a quarter turn about x lays a biscuit flat.
  const shape = {
    ball: `type="sphere" size="${x}"`,
    block: `type="box" size="${x} ${y} ${z}"`,
    biscuit: `type="cylinder" size="${x} ${y}" quat="0.70710678 0.70710678 0 0"`,
  }[kind];
  return `<body name="${thingBody(index)}" pos="${position.join(' ')}"><freejoint/><geom name="${thingGeom(index)}" ${shape} mass="${mass}" contype="${touches.thing}" conaffinity="${touches.withAll}"/></body>`;
}
