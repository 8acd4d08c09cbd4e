import type { MujocoData, MujocoModel } from './mujoco.js';

/** The engine's numbers where they lie in its memory. Asking the bindings for one makes a new object each time. */
export interface EngineViews {
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly appliedForces: Float64Array;
  readonly constraintForces: Float64Array;
  /** What gravity compensation adds to each axis: the weight that its drive carries. */
  readonly gravityTorques: Float64Array;
  /** Accelerations that the constraint solver starts from. */
  readonly warmStart: Float64Array;
  readonly mocapPositions: Float64Array;
  readonly mocapRotations: Float64Array;
  readonly bodyForces: Float64Array;
  readonly bodyPositions: Float64Array;
  readonly bodyRotations: Float64Array;
  readonly massCentres: Float64Array;
  readonly subtreeCentres: Float64Array;
  readonly damping: Float64Array;
  readonly sitePositions: Float64Array;
  readonly tendonRanges: Float64Array;
  readonly tendonInvInertias: Float64Array;
}

export function readViews(model: MujocoModel, data: MujocoData): EngineViews {
  return {
    qpos: data.qpos,
    qvel: data.qvel,
    appliedForces: data.qfrc_applied,
    constraintForces: data.qfrc_constraint,
    gravityTorques: data.qfrc_gravcomp,
    warmStart: data.qacc_warmstart,
    mocapPositions: data.mocap_pos,
    mocapRotations: data.mocap_quat,
    bodyForces: data.xfrc_applied,
    bodyPositions: data.xpos,
    bodyRotations: data.xquat,
    massCentres: data.xipos,
    subtreeCentres: data.subtree_com,
    damping: model.dof_damping,
    sitePositions: model.site_pos,
    tendonRanges: model.tendon_range,
    tendonInvInertias: model.tendon_invweight0,
  };
}

/** False after the engine's memory has grown: it lies elsewhere then. The world's own body has a place in any model. */
export function areViewsGood({ bodyPositions }: EngineViews): boolean {
  return bodyPositions.length > 0;
}
