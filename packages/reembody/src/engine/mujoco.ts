/**
 * The part of MuJoCo's model that we read and write, with its real types; the package itself declares them as `any`.
 * Every array is a view into the engine's memory and goes stale when that grows: read it anew each frame.
 */
export interface MujocoModel {
  readonly nq: number;
  readonly nv: number;
  readonly njnt: number;
  readonly nbody: number;
  readonly neq: number;
  readonly body_parentid: Int32Array;
  readonly body_rootid: Int32Array;
  readonly body_mass: Float64Array;
  /** About the principal axes of each body, 3 a body. */
  readonly body_inertia: Float64Array;
  readonly body_mocapid: Int32Array;
  readonly jnt_type: Int32Array;
  readonly jnt_bodyid: Int32Array;
  readonly jnt_qposadr: Int32Array;
  readonly jnt_dofadr: Int32Array;
  readonly jnt_range: Float64Array;
  readonly jnt_axis: Float64Array;
  readonly jnt_stiffness: Float64Array;
  readonly dof_damping: Float64Array;
  readonly dof_frictionloss: Float64Array;
  readonly dof_armature: Float64Array;
  /** Coordinates as the model was compiled. */
  readonly qpos0: Float64Array;
  /** Inertia seen by each coordinate alone, in the pose the model was compiled in, kg m2 (or kg). */
  readonly dof_M0: Float64Array;
  readonly geom_bodyid: Int32Array;
  readonly ngeom: number;
  readonly geom_type: Int32Array;
  readonly geom_size: Float64Array;
  readonly geom_rgba: Float32Array;
  readonly geom_group: Int32Array;
  /** What the file notes at each shape, `nuser_geom` numbers a shape. */
  readonly geom_user: Float64Array;
  readonly nuser_geom: number;
  /** Its mesh and its material by number, or -1. */
  readonly geom_dataid: Int32Array;
  readonly geom_matid: Int32Array;
  /** Box around each shape in its own space: middle 3, half sizes 3. */
  readonly geom_aabb: Float64Array;
  readonly mat_rgba: Float32Array;
  readonly mesh_vertadr: Int32Array;
  readonly mesh_vertnum: Int32Array;
  readonly mesh_vert: Float32Array;
  readonly mesh_faceadr: Int32Array;
  readonly mesh_facenum: Int32Array;
  readonly mesh_face: Int32Array;
  readonly geom_contype: Int32Array;
  readonly geom_conaffinity: Int32Array;
  readonly site_pos: Float64Array;
  /** Of each tendon low and high, metres; inverse of the inertia that it sees. */
  readonly tendon_range: Float64Array;
  readonly tendon_invweight0: Float64Array;
  readonly eq_obj1id: Int32Array;
  readonly eq_obj2id: Int32Array;
  readonly eq_data: Float64Array;
  delete(): void;
}

/** The part of MuJoCo's state that we read and write; the same holds for its arrays. */
export interface MujocoData {
  time: number;
  readonly ncon: number;
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly qfrc_applied: Float64Array;
  readonly qfrc_constraint: Float64Array;
  readonly qfrc_gravcomp: Float64Array;
  readonly qacc_warmstart: Float64Array;
  /** Anchors and axes of joints in the world, 3 a joint. */
  readonly xanchor: Float64Array;
  readonly xaxis: Float64Array;
  readonly xfrc_applied: Float64Array;
  readonly xpos: Float64Array;
  /** w x y z, as everywhere in MuJoCo. */
  readonly xquat: Float64Array;
  readonly xipos: Float64Array;
  readonly geom_xpos: Float64Array;
  /** Rows of each shape's rotation matrix, 9 a shape. */
  readonly geom_xmat: Float64Array;
  readonly subtree_com: Float64Array;
  readonly mocap_pos: Float64Array;
  readonly mocap_quat: Float64Array;
  /** A copy of the contacts of this moment, to be deleted after use. */
  readonly contact: MujocoContacts;
  delete(): void;
}

export interface MujocoContacts {
  size(): number;
  get(index: number): MujocoContact | undefined;
  delete(): void;
}

export interface MujocoContact {
  /** Negative where the two overlap, metres. */
  readonly dist: number;
  readonly geom1: number;
  readonly geom2: number;
  readonly pos: Float64Array;
  /** First row is the normal, from geom1 to geom2. */
  readonly frame: Float64Array;
  delete(): void;
}

/** Numbers that the engine writes for us. */
export interface MujocoBuffer {
  GetView(): Float64Array;
  delete(): void;
}

interface MujocoFiles {
  addBuffer(name: string, bytes: Uint8Array): void;
  delete(): void;
}

/** Functions of the engine that we call. */
export interface MujocoModule {
  readonly MjModel: {
    from_xml_string(xml: string): MujocoModel;
    from_xml_string(xml: string, files: MujocoFiles): MujocoModel;
  };
  readonly MjData: new (model: MujocoModel) => MujocoData;
  readonly MjVFS: new () => MujocoFiles;
  readonly DoubleBuffer: new (count: number) => MujocoBuffer;
  mj_step(model: MujocoModel, data: MujocoData): void;
  mj_forwardSkip(model: MujocoModel, data: MujocoData, stage: number, skipsSensors: number): void;
  mj_checkAcc(model: MujocoModel, data: MujocoData): void;
  mj_implicit(model: MujocoModel, data: MujocoData): void;
  mj_forward(model: MujocoModel, data: MujocoData): void;
  mj_kinematics(model: MujocoModel, data: MujocoData): void;
  mj_contactForce(model: MujocoModel, data: MujocoData, contact: number, out: MujocoBuffer): void;
  /** Writes the part of the state that `kind` names (stateKind). */
  mj_setState(model: MujocoModel, data: MujocoData, values: readonly number[], kind: number): void;
  mj_name2id(model: MujocoModel, kind: number, name: string): number;
  mj_id2name(model: MujocoModel, kind: number, id: number): string;
}

/** MuJoCo's numbers for kinds of things with names (mjtObj). */
export const objectKind = { body: 1, joint: 3, geom: 5, site: 6, equality: 17, tendon: 18 } as const;

/**
 * MuJoCo's numbers for parts of the state (mjtState). The array of what is active itself cannot be read through these
 * bindings: they have no views of booleans.
 */
export const stateKind = { equalitiesActive: 512 } as const;

/** MuJoCo's numbers for kinds of shapes (mjtGeom) that robots are made of. */
export const shapeKind = { plane: 0, sphere: 2, capsule: 3, ellipsoid: 4, cylinder: 5, box: 6, mesh: 7 } as const;

/** MuJoCo's numbers for kinds of joints (mjtJoint). */
export const jointKind = { free: 0, ball: 1, slide: 2, hinge: 3 } as const;
