import { createPose, type Pose } from '@leib/core';
import { type ColliderShape, layersCollide, type RemoteBody } from '@leib/reembody';
import { driveGains } from '@leib/reembody/measure';
import Jolt from 'jolt-physics';

type JoltModule = typeof Jolt;

/** A body of the same parts, masses, limits and gains in Jolt: six-DOF constraints with position motors. */
export interface JoltBody {
  step(pose: Pose, dtSeconds: number): void;
  /** Largest distance between parts' ends that belong together, metres. */
  separation(): number;
  dispose(): void;
}

export async function loadJolt(): Promise<JoltModule> {
  return Jolt();
}

const LAYER_COUNT = 1;

export function createJoltBody(jolt: JoltModule, model: RemoteBody): JoltBody {
  const { parts, drives, skeleton, settings } = model;
  const joltSettings = new jolt.JoltSettings();
  const pairs = new jolt.ObjectLayerPairFilterTable(LAYER_COUNT);
  pairs.EnableCollision(0, 0);
  const broad = new jolt.BroadPhaseLayerInterfaceTable(LAYER_COUNT, LAYER_COUNT);
  broad.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  joltSettings.mObjectLayerPairFilter = pairs;
  joltSettings.mBroadPhaseLayerInterface = broad;
  joltSettings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(
    broad,
    LAYER_COUNT,
    pairs,
    LAYER_COUNT,
  );
  const world = new jolt.JoltInterface(joltSettings);
  const system = world.GetPhysicsSystem();
  const bodies = system.GetBodyInterface();
  const filter = new jolt.GroupFilterTable(parts.length);
  for (let a = 0; a < parts.length; a++) {
    for (let b = a + 1; b < parts.length; b++) {
      const areNeighbours = parts[b].parent === a;
      if (areNeighbours || !layersCollide(settings.layers, parts[a].layer, parts[b].layer))
        filter.DisableCollision(a, b);
    }
  }
  const made = parts.map((part, index) => {
    const [x, y, z] = skeleton.restWorldPositions.subarray(part.joint * 3, part.joint * 3 + 3);
    const creation = new jolt.BodyCreationSettings(
      shapeOf(jolt, part.simple[0]),
      new jolt.RVec3(x, y, z),
      new jolt.Quat(0, 0, 0, 1),
      index === 0 ? jolt.EMotionType_Kinematic : jolt.EMotionType_Dynamic,
      0,
    );
    creation.mOverrideMassProperties = jolt.EOverrideMassProperties_CalculateInertia;
    creation.mMassPropertiesOverride.mMass = part.mass;
    creation.mCollisionGroup.SetGroupFilter(filter);
    creation.mCollisionGroup.SetGroupID(0);
    creation.mCollisionGroup.SetSubGroupID(index);
    creation.mAllowSleeping = false;
    // Weight is carried by our body too: control.gravityCompensation is 1.
    creation.mGravityFactor = 1 - settings.control.gravityCompensation;
    const body = bodies.CreateBody(creation);
    bodies.AddBody(body.GetID(), jolt.EActivation_Activate);
    return body;
  });
  const { kp, kd } = driveGains(model);
  const rotationAxes = [
    jolt.SixDOFConstraintSettings_EAxis_RotationX,
    jolt.SixDOFConstraintSettings_EAxis_RotationY,
    jolt.SixDOFConstraintSettings_EAxis_RotationZ,
  ];
  const translationAxes = [
    jolt.SixDOFConstraintSettings_EAxis_TranslationX,
    jolt.SixDOFConstraintSettings_EAxis_TranslationY,
    jolt.SixDOFConstraintSettings_EAxis_TranslationZ,
  ];
  const constraints = parts.slice(1).map((part, index) => {
    const constraintSettings = new jolt.SixDOFConstraintSettings();
    const [x, y, z] = skeleton.restWorldPositions.subarray(part.joint * 3, part.joint * 3 + 3);
    constraintSettings.mPosition1 = new jolt.RVec3(x, y, z);
    constraintSettings.mPosition2 = new jolt.RVec3(x, y, z);
    constraintSettings.mSwingType = jolt.ESwingType_Pyramid;
    for (const axis of translationAxes) constraintSettings.MakeFixedAxis(axis);
    const drive = part.drive < 0 ? null : drives[part.drive];
    for (const [axis, name] of rotationAxes.entries()) {
      const k = drive === null ? -1 : drive.axes.indexOf(axis);
      if (drive === null || k < 0) constraintSettings.MakeFixedAxis(name);
      else {
        constraintSettings.SetLimitedAxis(name, drive.low[k], drive.high[k]);
        const motor = new jolt.MotorSettings();
        motor.mSpringSettings.mMode = jolt.ESpringMode_StiffnessAndDamping;
        motor.mSpringSettings.mStiffness = kp[drive.firstSpeed + k];
        motor.mSpringSettings.mDamping = kd[drive.firstSpeed + k];
        motor.mMinTorqueLimit = -drive.maxTorque[k];
        motor.mMaxTorqueLimit = drive.maxTorque[k];
        constraintSettings.set_mMotorSettings(name, motor);
      }
    }
    const created = constraintSettings.Create(made[part.parent], made[index + 1]);
    system.AddConstraint(created);
    const constraint = jolt.castObject(created, jolt.SixDOFConstraint);
    if (drive !== null) {
      for (const axis of drive.axes) constraint.SetMotorState(rotationAxes[axis], jolt.EMotorState_Position);
    }
    return drive === null ? null : { constraint, joint: part.joint };
  });
  const turn = new jolt.Quat(0, 0, 0, 1);
  const place = new jolt.RVec3(0, 0, 0);
  const hips = parts[0].joint;
  const scratch = createPose(skeleton);
  return {
    step(pose, dtSeconds) {
      const { localRotations: q, worldPositions: p, worldRotations: r } = pose;
      place.Set(p[hips * 3], p[hips * 3 + 1], p[hips * 3 + 2]);
      turn.Set(r[hips * 4], r[hips * 4 + 1], r[hips * 4 + 2], r[hips * 4 + 3]);
      bodies.MoveKinematic(made[0].GetID(), place, turn, dtSeconds);
      for (const each of constraints) {
        if (each === null) continue;
        const at = each.joint * 4;
        turn.Set(q[at], q[at + 1], q[at + 2], q[at + 3]);
        each.constraint.SetTargetOrientationCS(turn);
      }
      world.Step(dtSeconds, 2);
      // What a caller wants: where every part is.
      for (let part = 0; part < made.length; part++) {
        const position = made[part].GetPosition();
        const rotation = made[part].GetRotation();
        const joint = parts[part].joint;
        scratch.worldPositions[joint * 3] = position.GetX();
        scratch.worldPositions[joint * 3 + 1] = position.GetY();
        scratch.worldPositions[joint * 3 + 2] = position.GetZ();
        scratch.worldRotations[joint * 4] = rotation.GetX();
        scratch.worldRotations[joint * 4 + 1] = rotation.GetY();
        scratch.worldRotations[joint * 4 + 2] = rotation.GetZ();
        scratch.worldRotations[joint * 4 + 3] = rotation.GetW();
      }
    },
    separation() {
      let largest = 0;
      const expected = createPose(skeleton);
      for (const part of parts.slice(1)) {
        const above = parts[part.parent].joint;
        expected.rootPosition.set(scratch.worldPositions.subarray(above * 3, above * 3 + 3));
        const [ox, oy, oz] = part.offset;
        const [x, y, z, w] = scratch.worldRotations.subarray(above * 4, above * 4 + 4);
        const [tx, ty, tz] = [2 * (y * oz - z * oy), 2 * (z * ox - x * oz), 2 * (x * oy - y * ox)];
        const at = part.joint * 3;
        const away = Math.hypot(
          expected.rootPosition[0] + ox + w * tx + y * tz - z * ty - scratch.worldPositions[at],
          expected.rootPosition[1] + oy + w * ty + z * tx - x * tz - scratch.worldPositions[at + 1],
          expected.rootPosition[2] + oz + w * tz + x * ty - y * tx - scratch.worldPositions[at + 2],
        );
        largest = Math.max(largest, away);
      }
      return largest;
    },
    dispose() {
      jolt.destroy(world);
    },
  };
}

/** Jolt's shapes lie about their own centre; the part's joint is the origin. */
function shapeOf(jolt: JoltModule, shape: ColliderShape) {
  const at = (centre: readonly number[], turn: readonly number[], inner: Jolt.ShapeSettings) =>
    new jolt.RotatedTranslatedShapeSettings(
      new jolt.Vec3(centre[0], centre[1], centre[2]),
      new jolt.Quat(turn[0], turn[1], turn[2], turn[3]),
      inner,
    )
      .Create()
      .Get();
  switch (shape.kind) {
    case 'sphere':
      return at(shape.centre, [0, 0, 0, 1], new jolt.SphereShapeSettings(shape.radius));
    case 'box':
      return at(shape.centre, [0, 0, 0, 1], new jolt.BoxShapeSettings(new jolt.Vec3(...shape.half), 0.005));
    case 'capsule': {
      const d = [0, 1, 2].map((k) => shape.to[k] - shape.from[k]);
      const length = Math.hypot(...d);
      const [x, y, z] = d.map((value) => value / Math.max(length, 1e-9));
      // From +y to the capsule's own way: half-angle form.
      const turn = y > -0.999999 ? [z, 0, -x, 1 + y] : [1, 0, 0, 0];
      const size = Math.hypot(...turn);
      const centre = [0, 1, 2].map((k) => (shape.from[k] + shape.to[k]) / 2);
      const settings = new jolt.CapsuleShapeSettings(Math.max(length / 2, 1e-3), shape.radius);
      return at(
        centre,
        turn.map((value) => value / size),
        settings,
      );
    }
    case 'convex':
      throw new Error('the benchmark’s body has simple shapes only.');
  }
}
