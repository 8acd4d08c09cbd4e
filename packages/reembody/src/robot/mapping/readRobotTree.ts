import {
  jointKind,
  type MujocoData,
  type MujocoModel,
  type MujocoModule,
  objectKind,
  shapeKind,
} from '../../engine/mujoco.js';
import type { RobotMesh } from '../reading/robotMesh.js';
import type { RobotHinge, RobotTree } from './robotTree.js';
import { plusScaled, type Triple, tripleAt } from './triple.js';

/** An engine with a robot in its reference pose, its kinematics up to date. */
export interface PosedRobot {
  readonly mujoco: MujocoModule;
  readonly model: MujocoModel;
  readonly data: MujocoData;
  readonly meshes: readonly RobotMesh[];
}

/** Reads the hinges and links of a robot from the engine. Of several robots in a scene, the one with the most hinges. */
export function readRobotTree({ mujoco, model, data, meshes }: PosedRobot): RobotTree {
  const bodyParents = Array.from(model.body_parentid);
  const root = mostHinged(model);
  const bodyHinges = bodyParents.map(() => -1);
  const hinges: RobotHinge[] = [];
  let joint = 0;
  for (let body = 1; body < model.nbody; body++) {
    bodyHinges[body] = bodyHinges[bodyParents[body]];
    for (; joint < model.njnt && model.jnt_bodyid[joint] <= body; joint++) {
      if (model.jnt_type[joint] !== jointKind.hinge || model.body_rootid[body] !== root) continue;
      bodyHinges[body] = hinges.push(readHinge(mujoco, model, data, joint, bodyHinges[body])) - 1;
    }
  }
  const bodyPoints = bodyParents.map((): Triple[] => []);
  for (let shape = 0; shape < model.ngeom; shape++) {
    // Shapes that are only there to be touched stand for meshes that are counted already.
    if (model.body_rootid[model.geom_bodyid[shape]] !== root || meshNumber(model, shape) < 0) continue;
    bodyPoints[model.geom_bodyid[shape]].push(...shapePoints(model, data, meshes, shape));
  }
  return { hinges, bodyParents, bodyHinges, bodyPoints, rootAxes: axesOf(data, root) };
}

function mostHinged({ njnt, jnt_type, jnt_bodyid, body_rootid }: MujocoModel): number {
  const counts = new Map<number, number>();
  for (let joint = 0; joint < njnt; joint++) {
    if (jnt_type[joint] !== jointKind.hinge) continue;
    const root = body_rootid[jnt_bodyid[joint]];
    counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

function readHinge(
  mujoco: MujocoModule,
  model: MujocoModel,
  data: MujocoData,
  joint: number,
  parent: number,
): RobotHinge {
  const body = model.jnt_bodyid[joint];
  const link = mujoco.mj_id2name(model, objectKind.body, body) || `link ${body}`;
  const low = model.jnt_range[joint * 2];
  const high = model.jnt_range[joint * 2 + 1];
  const isLimited = low < high;
  const coordinate = model.jnt_qposadr[joint];
  return {
    name: mujoco.mj_id2name(model, objectKind.joint, joint) || link,
    link,
    body,
    parent,
    coordinate,
    speed: model.jnt_dofadr[joint],
    low: isLimited ? low : -Math.PI,
    high: isLimited ? high : Math.PI,
    reference: data.qpos[coordinate],
    hasSpring: model.jnt_stiffness[joint] > 0,
    anchor: tripleAt(data.xanchor, joint),
    axis: tripleAt(data.xaxis, joint),
  };
}

function axesOf({ xquat }: MujocoData, body: number): RobotTree['rootAxes'] {
  const [w, x, y, z] = xquat.subarray(body * 4, body * 4 + 4);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Points of a shape, in the world: ends of capsules and cylinders, corners of boxes, outermost points of meshes. */
function shapePoints(model: MujocoModel, data: MujocoData, meshes: readonly RobotMesh[], shape: number): Triple[] {
  const centre = tripleAt(data.geom_xpos, shape);
  const column = (k: number): Triple => [0, 3, 6].map((row) => data.geom_xmat[shape * 9 + row + k]) as never;
  const place = ([x, y, z]: Triple): Triple =>
    plusScaled(plusScaled(plusScaled(centre, column(0), x), column(1), y), column(2), z);
  const [a, b, c] = tripleAt(model.geom_size, shape);
  const mesh = meshes[meshNumber(model, shape) - 1];
  if (mesh !== undefined) {
    return Array.from({ length: mesh.outermost.length / 3 }, (_, i) => place(tripleAt(mesh.outermost, i)));
  }
  switch (model.geom_type[shape]) {
    case shapeKind.capsule:
      return [place([0, 0, -a - b]), place([0, 0, a + b])];
    case shapeKind.cylinder:
      return [place([0, 0, -b]), place([0, 0, b])];
    case shapeKind.box:
    case shapeKind.ellipsoid:
      return [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => place([i * a, j * b, k * c]))));
    case shapeKind.sphere:
      return [centre];
    default:
      return [];
  }
}

/** Number of the mesh that a shape stands for, from 1; 0 where it is what the engine has. */
export function meshNumber({ geom_user, nuser_geom }: MujocoModel, shape: number): number {
  return nuser_geom > 0 ? geom_user[shape * nuser_geom] : 0;
}
