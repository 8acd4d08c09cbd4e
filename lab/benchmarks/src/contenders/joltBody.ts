import { createPose, type Pose } from '@leib/core';
import { type ColliderShape, layersCollide, type RemoteBody } from '@leib/reembody';
import { driveGains } from '@leib/reembody/measure';
import Jolt from 'jolt-physics';

export type JoltModule = typeof Jolt;

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
  const { parts, skeleton } = model;
  const world = createJoltWorld(jolt);
  const system = world.GetPhysicsSystem();
  const bodies = system.GetBodyInterface();
  const made = createParts(jolt, model, bodies);
  const constraints = createConstraints(jolt, model, system, made);
  const turn = new jolt.Quat(0, 0, 0, 1);
  const place = new jolt.RVec3(0, 0, 0);
  const hips = parts[0].joint;
  const shown = createPose(skeleton);
  return {
    step(pose, dtSeconds) {
      const { localRotations: q, worldPositions: p, worldRotations: r } = pose;
      place.Set(p[hips * 3], p[hips * 3 + 1], p[hips * 3 + 2]);
      turn.Set(r[hips * 4], r[hips * 4 + 1], r[hips * 4 + 2], r[hips * 4 + 3]);
      bodies.MoveKinematic(made[0].GetID(), place, turn, dtSeconds);
      for (const { constraint, joint } of constraints) {
        const at = joint * 4;
        turn.Set(q[at], q[at + 1], q[at + 2], q[at + 3]);
        constraint.SetTargetOrientationCS(turn);
      }
      world.Step(dtSeconds, 2);
      for (let part = 0; part < made.length; part++) readPart(made[part], parts[part].joint, shown);
    },
    separation: () => largestSeparation(model, shown),
    dispose() {
      jolt.destroy(world);
    },
  };
}

/** A world with nothing in it, where everything collides. */
export function createJoltWorld(jolt: JoltModule): Jolt.JoltInterface {
  const settings = new jolt.JoltSettings();
  const pairs = new jolt.ObjectLayerPairFilterTable(LAYER_COUNT);
  pairs.EnableCollision(0, 0);
  const broad = new jolt.BroadPhaseLayerInterfaceTable(LAYER_COUNT, LAYER_COUNT);
  broad.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(
    broad,
    LAYER_COUNT,
    pairs,
    LAYER_COUNT,
  );
  return new jolt.JoltInterface(settings);
}

/** One rigid body per part, at rest; the hips are moved, the others are dynamic. */
function createParts(jolt: JoltModule, model: RemoteBody, bodies: Jolt.BodyInterface): Jolt.Body[] {
  const { parts, skeleton, settings } = model;
  const filter = createFilter(jolt, model);
  return parts.map((part, index) => {
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
}

/** Parts that touch each other in our body touch here; neighbours do not. */
function createFilter(jolt: JoltModule, { parts, settings }: RemoteBody): Jolt.GroupFilterTable {
  const filter = new jolt.GroupFilterTable(parts.length);
  for (let a = 0; a < parts.length; a++) {
    for (let b = a + 1; b < parts.length; b++) {
      const areNeighbours = parts[b].parent === a;
      if (areNeighbours || !layersCollide(settings.layers, parts[a].layer, parts[b].layer))
        filter.DisableCollision(a, b);
    }
  }
  return filter;
}

interface DrivenJoint {
  readonly constraint: Jolt.SixDOFConstraint;
  readonly joint: number;
}

/** A six-DOF constraint between each part and its parent; those with motors are returned. */
function createConstraints(
  jolt: JoltModule,
  model: RemoteBody,
  system: Jolt.PhysicsSystem,
  made: readonly Jolt.Body[],
): DrivenJoint[] {
  const { parts, drives, skeleton } = model;
  const gains = driveGains(model);
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
  return parts.slice(1).flatMap((part, index) => {
    const settings = new jolt.SixDOFConstraintSettings();
    const [x, y, z] = skeleton.restWorldPositions.subarray(part.joint * 3, part.joint * 3 + 3);
    settings.mPosition1 = new jolt.RVec3(x, y, z);
    settings.mPosition2 = new jolt.RVec3(x, y, z);
    settings.mSwingType = jolt.ESwingType_Pyramid;
    for (const axis of translationAxes) settings.MakeFixedAxis(axis);
    const drive = part.drive < 0 ? null : drives[part.drive];
    for (const [axis, name] of rotationAxes.entries()) {
      const k = drive === null ? -1 : drive.axes.indexOf(axis);
      if (drive === null || k < 0) settings.MakeFixedAxis(name);
      else {
        settings.SetLimitedAxis(name, drive.low[k], drive.high[k]);
        settings.set_mMotorSettings(name, createMotor(jolt, drive, k, gains));
      }
    }
    const created = settings.Create(made[part.parent], made[index + 1]);
    system.AddConstraint(created);
    const constraint = jolt.castObject(created, jolt.SixDOFConstraint);
    if (drive === null) return [];
    for (const axis of drive.axes) constraint.SetMotorState(rotationAxes[axis], jolt.EMotorState_Position);
    return [{ constraint, joint: part.joint }];
  });
}

/** The motor of one axis of a drive, with our gains and our largest torque. */
function createMotor(
  jolt: JoltModule,
  drive: RemoteBody['drives'][number],
  k: number,
  { kp, kd }: ReturnType<typeof driveGains>,
): Jolt.MotorSettings {
  const motor = new jolt.MotorSettings();
  motor.mSpringSettings.mMode = jolt.ESpringMode_StiffnessAndDamping;
  motor.mSpringSettings.mStiffness = kp[drive.firstSpeed + k];
  motor.mSpringSettings.mDamping = kd[drive.firstSpeed + k];
  motor.mMinTorqueLimit = -drive.maxTorque[k];
  motor.mMaxTorqueLimit = drive.maxTorque[k];
  return motor;
}

/** Where a part is, as our own body reports it: part of what a frame costs. */
function readPart(body: Jolt.Body, joint: number, { worldPositions, worldRotations }: Pose): void {
  const position = body.GetPosition();
  const rotation = body.GetRotation();
  worldPositions[joint * 3] = position.GetX();
  worldPositions[joint * 3 + 1] = position.GetY();
  worldPositions[joint * 3 + 2] = position.GetZ();
  worldRotations[joint * 4] = rotation.GetX();
  worldRotations[joint * 4 + 1] = rotation.GetY();
  worldRotations[joint * 4 + 2] = rotation.GetZ();
  worldRotations[joint * 4 + 3] = rotation.GetW();
}

function largestSeparation({ parts }: RemoteBody, { worldPositions, worldRotations }: Pose): number {
  let largest = 0;
  for (const part of parts.slice(1)) {
    const above = parts[part.parent].joint;
    const [px, py, pz] = worldPositions.subarray(above * 3, above * 3 + 3);
    const [ox, oy, oz] = part.offset;
    const [x, y, z, w] = worldRotations.subarray(above * 4, above * 4 + 4);
    const [tx, ty, tz] = [2 * (y * oz - z * oy), 2 * (z * ox - x * oz), 2 * (x * oy - y * ox)];
    const at = part.joint * 3;
    const away = Math.hypot(
      px + ox + w * tx + y * tz - z * ty - worldPositions[at],
      py + oy + w * ty + z * tx - x * tz - worldPositions[at + 1],
      pz + oz + w * tz + x * ty - y * tx - worldPositions[at + 2],
    );
    largest = Math.max(largest, away);
  }
  return largest;
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
