import type { Pose, Skeleton } from '@leib/core';
import { BOUND_PARTS, type PuppetMesh } from '@leib/puppet';
import type Jolt from 'jolt-physics';
import type { SkinModel } from '../../../../packages/puppet/dist/layers/skinModel.js';
import type { PartBinding } from '../../../../packages/puppet/dist/model/partSkeleton.js';
import { createJoltWorld, type JoltModule } from './joltBody.js';

/**
 * The same surface as a soft body of Jolt: the same masses, an edge constraint of the same compliance for every edge of
 * ours, the same iterations and gravity, and each vertex held within the same largest distance of its place on the parts
 * (Jolt's skinned constraints, linear blend). Jolt has no spring to that place, no damping per vertex, no lips, no layers
 * and no volume of a bend: it does less than our skin. Nothing else is in its world to collide with.
 */
export interface JoltSkin {
  step(pose: Pose, dtSeconds: number): void;
  /** World positions, placeCount x 3; filled by step(). */
  readonly positions: Float32Array;
  dispose(): void;
}

export interface JoltSkinInput {
  readonly mesh: PuppetMesh;
  readonly binding: PartBinding;
  readonly skeleton: Skeleton;
  readonly skin: SkinModel;
}

export function createJoltSkin(jolt: JoltModule, input: JoltSkinInput): JoltSkin {
  const { mesh, skeleton, skin } = input;
  const world = createJoltWorld(jolt);
  const system = world.GetPhysicsSystem();
  const creation = new jolt.SoftBodyCreationSettings(
    createShared(jolt, input),
    new jolt.RVec3(0, 0, 0),
    new jolt.Quat(0, 0, 0, 1),
    0,
  );
  creation.mNumIterations = Math.round(1 / 60 / skin.substep);
  creation.mUpdatePosition = false;
  creation.mAllowSleeping = false;
  const bodies = system.GetBodyInterface();
  const body = bodies.CreateSoftBody(creation);
  bodies.AddBody(body.GetID(), jolt.EActivation_Activate);
  const motion = jolt.castObject(body.GetMotionProperties(), jolt.SoftBodyMotionProperties);
  const root = jolt.RMat44.prototype.sIdentity();
  const joints = new jolt.ArrayMat44();
  joints.resize(skeleton.jointCount);
  const positions = new Float32Array(mesh.placeCount * 3);
  return {
    positions,
    step(pose, dtSeconds) {
      setJoints(jolt, joints, pose);
      motion.SkinVertices(root, joints.data(), skeleton.jointCount, false, world.GetTempAllocator());
      world.Step(dtSeconds, 1);
      readPositions(jolt, motion, positions);
    },
    dispose() {
      jolt.destroy(world);
    },
  };
}

function createShared(jolt: JoltModule, { mesh, binding, skeleton, skin }: JoltSkinInput): Jolt.SoftBodySharedSettings {
  const { positions: p, triangles, placeCount } = mesh;
  const { first, ends, stiffness } = skin.edges;
  const shared = new jolt.SoftBodySharedSettings();
  const vertex = new jolt.SoftBodySharedSettingsVertex();
  for (let place = 0; place < placeCount; place++) {
    vertex.mPosition = new jolt.Float3(p[place * 3], p[place * 3 + 1], p[place * 3 + 2]);
    vertex.mInvMass = 1 / skin.masses[place];
    shared.mVertices.push_back(vertex);
  }
  for (let t = 0; t < triangles.length; t += 3) {
    shared.AddFace(new jolt.SoftBodySharedSettingsFace(triangles[t], triangles[t + 1], triangles[t + 2], 0));
  }
  for (let place = 0; place < placeCount; place++) {
    for (let k = first[place]; k < first[place + 1]; k++) {
      shared.mEdgeConstraints.push_back(new jolt.SoftBodySharedSettingsEdge(place, ends[k] / 3, 1 / stiffness[k]));
    }
  }
  addSkinning(jolt, shared, binding, skeleton, skin);
  shared.CalculateEdgeLengths();
  shared.CalculateSkinnedConstraintNormals();
  shared.Optimize();
  return shared;
}

function addSkinning(
  jolt: JoltModule,
  shared: Jolt.SoftBodySharedSettings,
  { joints, weights }: PartBinding,
  { jointCount, restWorldPositions: rest }: Skeleton,
  { placeCount, maxDistances }: SkinModel,
): void {
  for (let joint = 0; joint < jointCount; joint++) {
    const away = new jolt.Vec3(-rest[joint * 3], -rest[joint * 3 + 1], -rest[joint * 3 + 2]);
    shared.mInvBindMatrices.resize(joint + 1);
    const bind = shared.mInvBindMatrices.at(joint);
    bind.mJointIndex = joint;
    bind.mInvBind = jolt.Mat44.prototype.sTranslation(away);
  }
  shared.mSkinnedConstraints.resize(placeCount);
  for (let place = 0; place < placeCount; place++) {
    const skinned = shared.mSkinnedConstraints.at(place);
    skinned.mVertex = place;
    skinned.mMaxDistance = maxDistances[place];
    skinned.mBackStopDistance = 1e9;
    for (let k = 0; k < BOUND_PARTS; k++) {
      const weight = skinned.get_mWeights(k);
      weight.mInvBindIndex = joints[place * BOUND_PARTS + k];
      weight.mWeight = weights[place * BOUND_PARTS + k];
    }
  }
}

function setJoints(jolt: JoltModule, joints: Jolt.ArrayMat44, { worldPositions: p, worldRotations: q }: Pose): void {
  for (let joint = 0; joint < q.length / 4; joint++) {
    const turn = new jolt.Quat(q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]);
    const place = new jolt.Vec3(p[joint * 3], p[joint * 3 + 1], p[joint * 3 + 2]);
    const matrix = joints.at(joint);
    const turned = jolt.Mat44.prototype.sRotationTranslation(turn, place);
    for (let column = 0; column < 4; column++) matrix.SetColumn4(column, turned.GetColumn4(column));
    jolt.destroy(turn);
    jolt.destroy(place);
  }
}

/** Vertices lie one after the other in Jolt's memory. */
function readPositions(jolt: JoltModule, motion: Jolt.SoftBodyMotionProperties, out: Float32Array): void {
  const first = jolt.getPointer(motion.GetVertex(0));
  const stride = (jolt.getPointer(motion.GetVertex(1)) - first) / 4;
  const offset = first / 4 + jolt.SoftBodyVertexTraits.prototype.mPositionOffset / 4;
  const heap = jolt.HEAPF32;
  for (let at = 0, from = offset; at < out.length; at += 3, from += stride) {
    out[at] = heap[from];
    out[at + 1] = heap[from + 1];
    out[at + 2] = heap[from + 2];
  }
}
