import { jointOfBone, ownValue, type Skeleton } from '@leib/core';
import { EYE_TURN, faceParameterNames, JAW_TURN } from '@leib/core/pack';
import type { VRMExpressionManager } from '@pixiv/three-vrm';
import { Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import type { GltfJson } from '../avatar/readGltfJson.js';
import { gazeParams } from './gaze.js';
import { createFaceValues, type FaceValues } from './livingFace.js';

/** The face of an avatar: lids, eyes and mouth by whatever the file has for them. */
export interface AvatarFace {
  /** What can be moved; an avatar without any shows values without effect. */
  readonly moves: { readonly lids: boolean; readonly eyes: boolean; readonly mouth: boolean };
  /** What is shown from the next update() of the avatar on. Copied. */
  show(values: FaceValues): void;
  /** Writes it: weights, and the bones of eyes and jaw where the pose left them at rest. Part of avatar.update(). */
  apply(): void;
}

export interface AvatarFaceInput {
  readonly avatarRoot: Object3D;
  readonly model: Object3D;
  readonly skeleton: Skeleton;
  /** Nodes of the skeleton's joints, at rest. */
  readonly nodes: readonly Object3D[];
  readonly expressions: VRMExpressionManager | null;
  readonly lookAt: LookAtRange | null;
}

export function createAvatarFace(input: AvatarFaceInput): AvatarFace {
  const { expressions, lookAt, skeleton } = input;
  const weights = expressions ? expressionWeights(expressions) : morphWeights(input.model);
  const lids = parametersOfControl('eyesClosed', weights.has);
  const mouth = parametersOfControl('mouthOpen', weights.has);
  const lips = parametersOfControl('lipsRound', weights.has);
  const turnOf = (bone: 'leftEye' | 'rightEye' | 'jaw') => {
    const joint = jointOfBone(skeleton, bone);
    return joint < 0 ? null : createBoneTurn(input.avatarRoot, input.nodes[joint]);
  };
  const eyes = [turnOf('leftEye'), turnOf('rightEye')] as const;
  const jaw = mouth.length === 0 ? turnOf('jaw') : null;
  const byShapes = gazeShapes(lookAt, weights.has, eyes[0] !== null || eyes[1] !== null);
  const range = lookAt?.type === 'bone' ? lookAt : fullRange;
  const shown = createFaceValues();

  return {
    moves: {
      lids: lids.length > 0,
      eyes: byShapes !== null || eyes.some((eye) => eye !== null),
      mouth: mouth.length > 0 || jaw !== null,
    },
    show: (values) => void Object.assign(shown, values),
    apply() {
      // Without a shape for round lips all of it opens the mouth.
      const open = lips.length > 0 ? shown.aa : Math.min(1, shown.aa + 0.5 * shown.oh);
      for (let i = 0; i < mouth.length; i++) weights.set(mouth[i], open);
      for (let i = 0; i < lips.length; i++) weights.set(lips[i], shown.oh);
      if (lids.length === 1) weights.set(lids[0], Math.min(shown.closedLeft, shown.closedRight));
      else if (lids.length === 2) {
        weights.set(lids[0], shown.closedLeft);
        weights.set(lids[1], shown.closedRight);
      }
      jaw?.turn(0, JAW_TURN * open);
      if (byShapes) byShapes(weights.set, shown);
      else {
        eyes[0]?.turn(scaledYaw(range, shown.leftYaw, true), scaledPitch(range, shown.pitch));
        eyes[1]?.turn(scaledYaw(range, shown.rightYaw, false), scaledPitch(range, shown.pitch));
      }
    },
  };
}

/** Eyeballs of a rig that says nothing of its own limits turn as far as the gaze. */
const fullRange: Omit<LookAtRange, 'type'> = {
  inner: gazeParams.mostYaw,
  outer: gazeParams.mostYaw,
  up: gazeParams.mostUp,
  down: gazeParams.mostDown,
};

/** The turn of an eye's bone to the left; looking to the left is outwards for the left eye. */
function scaledYaw({ inner, outer }: Pick<LookAtRange, 'inner' | 'outer'>, yaw: number, isLeft: boolean): number {
  return (yaw / gazeParams.mostYaw) * (yaw > 0 === isLeft ? outer : inner);
}

/** The turn downwards, which is positive about +X. */
function scaledPitch({ up, down }: Pick<LookAtRange, 'up' | 'down'>, pitch: number): number {
  const { mostUp, mostDown } = gazeParams;
  return pitch > 0 ? (-pitch / mostUp) * up : (-pitch / mostDown) * down;
}

interface FaceWeights {
  has(parameter: string): boolean;
  set(parameter: string, weight: number): void;
}

/** By a VRM's expressions; its update() writes them, with what one expression says of another. */
function expressionWeights(expressions: VRMExpressionManager): FaceWeights {
  return {
    has: (name) => (expressions.getExpression(name)?.binds.length ?? 0) > 0,
    set: (name, weight) => expressions.setValue(name, weight),
  };
}

/** By morph targets of known names. */
function morphWeights(model: Object3D): FaceWeights {
  const places = new Map<string, { readonly influences: number[]; readonly index: number }[]>();
  model.traverse((node) => {
    if (!(node instanceof Mesh) || !node.morphTargetInfluences) return;
    for (const [name, index] of Object.entries(node.morphTargetDictionary ?? {})) {
      const parameter = faceParameterOfMorph(name);
      if (!parameter) continue;
      const list = places.get(parameter) ?? [];
      places.set(parameter, [...list, { influences: node.morphTargetInfluences, index }]);
    }
  });
  return {
    has: (name) => places.has(name),
    set(name, weight) {
      const list = places.get(name);
      if (!list) return;
      for (let i = 0; i < list.length; i++) list[i].influences[list[i].index] = weight;
    },
  };
}

type ShowGaze = (set: FaceWeights['set'], values: FaceValues) => void;

/** The gaze by shapes: VRM's four expressions where its file says so, ARKit's eight where there are no eye bones. */
function gazeShapes(lookAt: LookAtRange | null, has: FaceWeights['has'], hasBones: boolean): ShowGaze | null {
  const { mostYaw, mostUp, mostDown } = gazeParams;
  const share = (angle: number, most: number) => Math.min(1, Math.max(0, angle / most));
  if (lookAt?.type === 'expression' || (!hasBones && has('lookLeft'))) {
    const { outer, up, down } = lookAt?.type === 'expression' ? lookAt : { outer: 1, up: 1, down: 1 };
    return (set, { leftYaw, rightYaw, pitch }) => {
      const yaw = (leftYaw + rightYaw) / 2;
      set('lookLeft', share(yaw, mostYaw) * outer);
      set('lookRight', share(-yaw, mostYaw) * outer);
      set('lookUp', share(pitch, mostUp) * up);
      set('lookDown', share(-pitch, mostDown) * down);
    };
  }
  if (hasBones || !has('eyeLookInLeft')) return null;
  return (set, { leftYaw, rightYaw, pitch }) => {
    set('eyeLookOutLeft', share(leftYaw, EYE_TURN));
    set('eyeLookInLeft', share(-leftYaw, EYE_TURN));
    set('eyeLookInRight', share(rightYaw, EYE_TURN));
    set('eyeLookOutRight', share(-rightYaw, EYE_TURN));
    set('eyeLookUpLeft', share(pitch, EYE_TURN));
    set('eyeLookUpRight', share(pitch, EYE_TURN));
    set('eyeLookDownLeft', share(-pitch, EYE_TURN));
    set('eyeLookDownRight', share(-pitch, EYE_TURN));
  };
}

interface BoneTurn {
  /** Turns the bone away from its rest about the head's axes: to the left, then downwards. */
  turn(yaw: number, pitch: number): void;
}

const LEFT = new Vector3(0, 1, 0);
const DOWN = new Vector3(1, 0, 0);

/** `node` is at rest now. */
function createBoneTurn(avatarRoot: Object3D, node: Object3D): BoneTurn {
  const rest = node.quaternion.clone();
  const written = rest.clone();
  const restParent = new Quaternion();
  const rootTurn = avatarRoot.getWorldQuaternion(new Quaternion()).invert();
  if (node.parent) restParent.copy(rootTurn).multiply(node.parent.getWorldQuaternion(new Quaternion()));
  const toParent = restParent.clone().invert();
  const down = new Quaternion();
  return {
    turn(yaw, pitch) {
      // A pose that turns the bone itself (eye tracking, a recording) wins.
      const isOwn = node.quaternion.angleTo(rest) < 1e-3 || node.quaternion.angleTo(written) < 1e-6;
      if (!isOwn) return;
      down.setFromAxisAngle(DOWN, pitch);
      written.setFromAxisAngle(LEFT, yaw).multiply(down).premultiply(toParent).multiply(restParent).multiply(rest);
      node.quaternion.copy(written);
    },
  };
}

/**
 * Controls of a face, and the parameters that each one moves: the first line of which the face has something. Lines are for
 * VRM's expressions, then for ARKit's shapes.
 */
const controlParameters = {
  smile: [['happy'], ['mouthSmileLeft', 'mouthSmileRight']],
  mouthOpen: [['aa'], ['jawOpen']],
  lipsRound: [['oh'], ['mouthFunnel']],
  eyesClosed: [['blinkLeft', 'blinkRight'], ['blink'], ['eyeBlinkLeft', 'eyeBlinkRight']],
} as const satisfies Record<string, readonly (readonly string[])[]>;

type FaceControl = keyof typeof controlParameters;

/** Names of the parameters that a control moves on a face; empty where it has nothing of the kind. */
export function parametersOfControl(control: FaceControl, has: (parameter: string) => boolean): readonly string[] {
  return controlParameters[control].find((names) => names.some(has)) ?? [];
}

/** Morph targets under other names than VRM's and ARKit's: of Ready Player Me, Oculus, VRoid, MMD. */
const otherNames: Readonly<Record<string, string>> = {
  eyesclosed: 'blink',
  mouthopen: 'jawOpen',
  mouthsmile: 'happy',
  visemeaa: 'aa',
  visemeo: 'oh',
  visemee: 'ee',
  visemei: 'ih',
  visemeu: 'ou',
  fcleyeclose: 'blink',
  fcleyecloseleft: 'blinkLeft',
  fcleyecloseright: 'blinkRight',
  fclmtha: 'aa',
  fclmtho: 'oh',
  まばたき: 'blink',
  ウィンク: 'blinkLeft',
  ウィンク右: 'blinkRight',
  あ: 'aa',
  お: 'oh',
};

const parameterOfPlainName = new Map(faceParameterNames.map((name) => [name.toLowerCase(), name]));

/**
 * The face parameter that a morph target of this name is, in the spelling of any program ("eyeBlink_L", "Head.EyeBlinkLeft",
 * "Fcl_MTH_A"); null where it is none.
 */
export function faceParameterOfMorph(morph: string): string | null {
  const own = morph.slice(morph.lastIndexOf('.') + 1);
  const sided = own.replace(/[_ -]l$/i, 'Left').replace(/[_ -]r$/i, 'Right');
  const plain = sided.replace(/[_ -]/g, '').toLowerCase();
  return parameterOfPlainName.get(plain) ?? ownValue(otherNames, plain) ?? null;
}

/** How a VRM's eyes follow a gaze: by bones, or by its expressions lookUp, lookDown, lookLeft and lookRight. */
interface LookAtRange {
  readonly type: 'bone' | 'expression';
  /** What the eyes do at the limit of the gaze: a turn in radians, or an expression's weight. */
  readonly inner: number;
  readonly outer: number;
  readonly up: number;
  readonly down: number;
}

interface RangeMap {
  readonly inputMaxValue?: number;
  readonly outputScale?: number;
}

interface Vrm1LookAt {
  readonly type?: string;
  readonly rangeMapHorizontalInner?: RangeMap;
  readonly rangeMapHorizontalOuter?: RangeMap;
  readonly rangeMapVerticalUp?: RangeMap;
  readonly rangeMapVerticalDown?: RangeMap;
}

interface Vrm0Range {
  readonly xRange?: number;
  readonly yRange?: number;
}

interface Vrm0FirstPerson {
  readonly lookAtTypeName?: string;
  readonly lookAtHorizontalInner?: Vrm0Range;
  readonly lookAtHorizontalOuter?: Vrm0Range;
  readonly lookAtVerticalUp?: Vrm0Range;
  readonly lookAtVerticalDown?: Vrm0Range;
}

/**
 * What a VRM file says of its eyes; null where it says nothing. The file's outputScale is how far its eyes may turn. It is
 * reached where our gaze ends, and not at 90 degrees as many files have it: eyes would hardly move.
 */
export function readLookAtRange(json: GltfJson): LookAtRange | null {
  const vrm1 = (json.extensions?.VRMC_vrm as { readonly lookAt?: Vrm1LookAt } | undefined)?.lookAt;
  if (vrm1) {
    return rangeOf(vrm1.type === 'expression', [
      vrm1.rangeMapHorizontalInner?.outputScale,
      vrm1.rangeMapHorizontalOuter?.outputScale,
      vrm1.rangeMapVerticalUp?.outputScale,
      vrm1.rangeMapVerticalDown?.outputScale,
    ]);
  }
  const vrm0 = (json.extensions?.VRM as { readonly firstPerson?: Vrm0FirstPerson } | undefined)?.firstPerson;
  if (!vrm0?.lookAtTypeName) return null;
  return rangeOf(vrm0.lookAtTypeName === 'BlendShape', [
    vrm0.lookAtHorizontalInner?.yRange,
    vrm0.lookAtHorizontalOuter?.yRange,
    vrm0.lookAtVerticalUp?.yRange,
    vrm0.lookAtVerticalDown?.yRange,
  ]);
}

/** `scales`: inner, outer, up, down; degrees or weights. A file may hold anything: what is no number gets VRM's usual value. */
function rangeOf(isExpression: boolean, scales: readonly unknown[]): LookAtRange {
  const { mostYaw, mostUp, mostDown } = gazeParams;
  const limits = [mostYaw, mostYaw, mostUp, mostDown];
  const [inner, outer, up, down] = scales.map((scale, i) => {
    const isNumber = typeof scale === 'number' && Number.isFinite(scale) && scale >= 0;
    if (isExpression) return Math.min(1, isNumber ? scale : 1);
    return Math.min(limits[i], (isNumber ? scale : 10) * (Math.PI / 180));
  });
  return { type: isExpression ? 'expression' : 'bone', inner, outer, up, down };
}
