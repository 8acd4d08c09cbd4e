import { type HumanoidBone, mirrorBone } from '@leib/core';
import {
  type AxisName,
  type AxisSettings,
  axisNames,
  defaultRemoteBodySettings,
  editBothSides,
  editJoints,
  type JointSettings,
  mirrorJoint,
  type RemoteBodySettings,
  type ThreeAxisJoint,
  toSingleAxisJoint,
  toThreeAxisJoint,
} from '@leib/reembody';
import { settingsToJson } from '../../../files/settingsFile.js';
import type { ReembodyStore } from './reembodyShape.js';
import { completeBody, switchesOf } from './remoteSettingsOf.js';

/** Changes of the body's settings by fields and by handles on the body; a field or a drag is one step of undo. */
export class JointEdits {
  /** Changes of one side are mirrored to the other. */
  isMirroring = true;
  /** Which axes fields are for, and whether joints are seen as one joint with three axes. */
  axes: readonly AxisName[] = axisNames;
  isOneJoint = false;
  readonly #settings: ReembodyStore;
  #before: RemoteBodySettings | null = null;
  /** The body as it was last completed: the same one as long as it is not changed. */
  #complete: { readonly kept: RemoteBodySettings | null; readonly body: RemoteBodySettings } = {
    kept: null,
    body: defaultRemoteBodySettings,
  };
  /** Joints as three drives, before they were made one: what a joint with symmetric limits does not say. */
  #drives: RemoteBodySettings['joints'] = {};

  constructor(settings: ReembodyStore) {
    this.#settings = settings;
  }

  /** The body as it is set now. */
  get body(): RemoteBodySettings {
    const kept = this.#settings.values().body;
    if (this.#complete.kept !== kept) this.#complete = { kept, body: completeBody(kept) };
    return this.#complete.body;
  }

  /** Takes another body, as one step. */
  take(body: RemoteBodySettings): void {
    this.#settings.endGesture();
    this.#settings.set('body', body);
    this.#settings.endGesture();
  }

  /** Takes another body and sets the room's switches to its settings, as one step. */
  open(body: RemoteBodySettings): void {
    const { room } = this.#settings;
    this.#settings.load(settingsToJson(room, { ...this.#settings.values(), ...switchesOf(body), body }));
  }

  /** The bones, and those of the other side where changes are mirrored. */
  bothSides(bones: readonly HumanoidBone[]): readonly HumanoidBone[] {
    return this.isMirroring ? [...new Set([...bones, ...bones.map(mirrorBone)])] : bones;
  }

  /** Settings with a change made to axes of bones, and to the other side where that is wanted. */
  changed(
    bones: readonly HumanoidBone[],
    axes: readonly AxisName[],
    change: (axis: AxisSettings) => AxisSettings,
  ): RemoteBodySettings {
    return (this.isMirroring ? editBothSides : editJoints)(this.body, bones, axes, change);
  }

  /** The same for whole joints. */
  changedJoints(
    bones: readonly HumanoidBone[],
    change: (joint: JointSettings, bone: HumanoidBone) => JointSettings,
  ): RemoteBodySettings {
    const { body } = this;
    const joints = { ...body.joints };
    // Backwards, so that of two sides that are both edited the first one leads.
    for (const bone of bones.toReversed()) {
      const joint = body.joints[bone];
      if (joint === undefined) continue;
      const changed = change(joint, bone);
      joints[bone] = changed;
      const other = mirrorBone(bone);
      if (this.isMirroring && other !== bone && joints[other]) joints[other] = mirrorJoint(changed);
    }
    return { ...body, joints };
  }

  /** Changes joints seen as one joint with three axes: y and z get one drive. */
  changedThreeAxis(
    bones: readonly HumanoidBone[],
    change: (joint: ThreeAxisJoint) => ThreeAxisJoint,
  ): RemoteBodySettings {
    return this.changedJoints(bones, (joint) => toSingleAxisJoint(change(toThreeAxisJoint(joint)), joint));
  }

  /** Three drives to one joint: y and z become symmetric, by the larger of their angles, and share the stronger drive. */
  toOneJoint(bones: readonly HumanoidBone[]): RemoteBodySettings {
    const before = this.body.joints;
    const made = this.changedJoints(bones, (joint) => toSingleAxisJoint(toThreeAxisJoint(joint)));
    const names = Object.keys(made.joints) as HumanoidBone[];
    const isChanged = (bone: HumanoidBone) => made.joints[bone] !== before[bone];
    this.#drives = {
      ...this.#drives,
      ...Object.fromEntries(names.filter(isChanged).map((bone) => [bone, before[bone]])),
    };
    return made;
  }

  /** One joint to three drives: the smaller angles of y and z come back as they were before, or from anatomy. */
  toThreeDrives(bones: readonly HumanoidBone[]): RemoteBodySettings {
    return this.changedJoints(bones, (joint, bone) =>
      toSingleAxisJoint(toThreeAxisJoint(joint), this.#drives[bone] ?? defaultRemoteBodySettings.joints[bone]),
    );
  }

  beginDrag(): void {
    this.#settings.endGesture();
    this.#before = this.body;
  }

  /** Moves one end of one axis (0 x, 1 y, 2 z), radians. */
  dragLimit(bone: HumanoidBone, axis: number, end: 'low' | 'high', angle: number): void {
    const change = (each: AxisSettings): AxisSettings => ({ ...each, [end]: angle });
    this.#settings.set('body', this.changed([bone], [axisNames[axis]], change));
  }

  endDrag(): void {
    this.#settings.endGesture();
    this.#before = null;
  }

  /** As it was before the drag. */
  cancelDrag(): void {
    const hasChanged = this.#before !== null && this.body !== this.#before;
    this.endDrag();
    if (hasChanged) this.#settings.undo();
  }
}
