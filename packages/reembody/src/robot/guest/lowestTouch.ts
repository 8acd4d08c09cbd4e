import { type MujocoData, type MujocoModel, shapeKind } from '../../engine/mujoco.js';

/** Height of the lowest point of all shapes from a number on that touch something, as they are placed now, world space. */
export function lowestTouch(model: MujocoModel, data: MujocoData, firstShape: number): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let shape = firstShape; shape < model.ngeom; shape++) {
    if (model.geom_contype[shape] === 0 && model.geom_conaffinity[shape] === 0) continue;
    lowest = Math.min(lowest, data.geom_xpos[shape * 3 + 1] - reachDown(model, data, shape));
  }
  return lowest;
}

/** Height of the highest floor among the shapes before a number, as they are placed now; 0 where there is none. */
export function highestFloor(model: MujocoModel, data: MujocoData, endShape: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let shape = 0; shape < endShape; shape++) {
    if (model.geom_type[shape] === shapeKind.plane) highest = Math.max(highest, data.geom_xpos[shape * 3 + 1]);
  }
  return Number.isFinite(highest) ? highest : 0;
}

/** How far a shape reaches down from its middle, metres. */
function reachDown(model: MujocoModel, data: MujocoData, shape: number): number {
  const [a, b, c] = model.geom_size.subarray(shape * 3, shape * 3 + 3);
  // Heights of the shape's own axes: the second row of its matrix.
  const [x, y, z] = data.geom_xmat.subarray(shape * 9 + 3, shape * 9 + 6);
  switch (model.geom_type[shape]) {
    case shapeKind.sphere:
      return a;
    case shapeKind.capsule:
      return b * Math.abs(z) + a;
    case shapeKind.cylinder:
      return b * Math.abs(z) + a * Math.sqrt(Math.max(0, 1 - z * z));
    case shapeKind.ellipsoid:
      return Math.hypot(a * x, b * y, c * z);
    case shapeKind.mesh:
      return meshReach(model, model.geom_dataid[shape], x, y, z);
    default:
      return a * Math.abs(x) + b * Math.abs(y) + c * Math.abs(z);
  }
}

function meshReach(model: MujocoModel, mesh: number, x: number, y: number, z: number): number {
  const { mesh_vert: v, mesh_vertadr: starts, mesh_vertnum: counts } = model;
  let reach = 0;
  for (let i = starts[mesh] * 3; i < (starts[mesh] + counts[mesh]) * 3; i += 3) {
    reach = Math.max(reach, -(v[i] * x + v[i + 1] * y + v[i + 2] * z));
  }
  return reach;
}
