import type { Pose, Timeline } from '@leib/core';
import type { Ground } from '@leib/embody';
import type { FileSet } from '@leib/formats';
import type { ActorDoc, ActorId, ActorKind, GroundDoc, JsonObject, ScriptKinds, ScriptRef, Thing } from '@leib/stage';
import type { FaceValues, ShownScenery, StageTheme } from '@leib/three';
import type { JointFrame } from '@leib/tracking';
import { Object3D, type PerspectiveCamera, type Scene, type WebGLRenderer } from 'three';
import type { CameraMode } from './cameraRig.js';
import type { StageSource } from './stageSource.js';

/** What a picture is drawn from, for rooms that draw it themselves. */
export interface RoomPicture {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  /** Floor and backdrop of the stage; its lights stay. */
  showScenery(shown: ShownScenery): void;
}

/** Icons of actions: what the panel inside the headset and the panels of the page draw for each is theirs. */
export type ActionIcon =
  | 'accept'
  | 'again'
  | 'back'
  | 'body'
  | 'home'
  | 'next'
  | 'pause'
  | 'play'
  | 'record'
  | 'skip'
  | 'stop'
  | 'walk';

/** One of a room's main actions: a button of the panel inside the headset, and of any other panel that wants it. */
export interface RoomAction {
  /** Unique in the room, and the same from frame to frame. */
  readonly id: string;
  /** What it does, in two or three words. */
  readonly label: string;
  readonly icon?: ActionIcon;
  /** For switches and choices: whether it is on. Absent for what is done once. */
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
  /** Words are asked for before it is done: inside the headset by the panel's keyboard. */
  readonly writes?: WrittenWords;
  run(): void;
}

/** Words that somebody without a keyboard is asked for. */
export interface WrittenWords {
  /** What is written. */
  readonly label: string;
  /** What is there already. */
  readonly text: string;
  readonly mostLetters: number;
  /** What the key says that ends it. */
  readonly verb: string;
  done(text: string): void;
}

/** One line, dot or letter of a small figure, in a box of 120 x 124 with the origin at the top left. */
export type FigureShape =
  | { readonly kind: 'path'; readonly look: FigureLook; readonly d: string }
  | { readonly kind: 'circle'; readonly look: FigureLook; readonly x: number; readonly y: number; readonly r: number }
  | {
      readonly kind: 'letter';
      readonly look: FigureLook;
      readonly x: number;
      readonly y: number;
      readonly text: string;
    };

/** body: a line of the figure; dot: a tracker; arrow: which way to move; glass: the mirror; visor: the headset; mark: a letter. */
export type FigureLook = 'body' | 'dot' | 'arrow' | 'glass' | 'visor' | 'mark';

/** What a room asks for at the moment, for people who do not see the page. */
export interface RoomCard {
  readonly title: string;
  readonly text: string;
  readonly figure: readonly FigureShape[];
  /** 0 to 1; null where nothing is in progress. */
  readonly progress: number | null;
  /** Empty where there is none. */
  readonly warning: string;
}

/** What the studio draws of a document. */
export interface RoomView {
  /** Whose pose the worn avatar shows; null: the avatar is not shown. The person's own unless given. */
  readonly avatarShows?: ActorId | null;
  /** From the start, the mirror is this way, radians; 0, ahead, unless given. */
  readonly mirrorYaw?: number;
  /** How far to the side of the person another body stands that is to be seen with it, the person's metres; 0: none. */
  readonly companyX?: number;
  /** A view that the room asks for instead of the settings' one, for a while. */
  readonly camera?: CameraMode;
  /** What the task of a study shows: TaskView of @leib/study. */
  readonly study?: JsonObject;
}

/** A room's part of the stage's document; `me` is the person who is tracked, in the worn avatar. */
export interface RoomDoc {
  readonly actors: Readonly<Record<ActorId, ActorDoc>>;
  readonly things?: readonly Thing[];
  readonly ground?: GroundDoc;
  readonly view?: RoomView;
  /** What acts over time: of the kinds that the room's scene has in `scripts`. */
  readonly script?: ScriptRef | null;
}

/** Settings of a person who is there beside `me`, in the same avatar: nothing carries them, and its bones are not theirs to change. */
export const plainPerson = { player: null, proportions: null, adaptsFor: null } as const;

/** What can be done in a room besides its settings. */
export interface RoomActs {
  /** The room's main actions, as they are now. */
  actions?(): readonly RoomAction[];
  /** What the room asks for now; null where it asks for nothing. */
  card?(): RoomCard | null;
  /** Takes back the visitor's last change of what the room shares with others; false where a setting was changed last. */
  undo?(): boolean;
  /** A dropped file that only this room knows what to do with; false for any other. */
  openFile?(file: File): Promise<boolean>;
  /** The same for a dropped folder, a zip, or several files that belong together. */
  openFiles?(set: FileSet): Promise<boolean>;
  /** While it is open, the panel inside virtual reality is held above the left hand and shows the actions; hiding the panel closes it. */
  readonly tablet?: { readonly isOpen: boolean; setOpen(isOpen: boolean): void };
  /** Which tab of the room's own panel is open: some keys are heard in one of them only. */
  readonly openTab?: string;
}

/** What the face of the avatar can look at and be busy with, besides its own hands and the mirror. */
export interface RoomCompany {
  /** Heads of other bodies, the person's metres: the face looks at the nearest. */
  readonly heads: readonly (readonly [x: number, y: number, z: number])[];
  /** Which hands hold something. */
  readonly holds: { readonly left: boolean; readonly right: boolean };
}

/** What a room puts on the stage while it is open. */
export interface RoomScene {
  /** In the world's metres. */
  readonly root: Object3D;
  /** In the person's: drawn around the body, scaled with it. */
  readonly personRoot: Object3D;
  /** What there is to stand on, the world's metres; absent: a flat floor. */
  readonly ground?: Ground;
  /** What stands in the room has a floor of its own: the stage's is not drawn. */
  readonly hasFloor?: boolean;
  /**
   * What is on the stage besides what the room's template says by its settings: its actors stand after those, or take the place of
   * one with the same id. Another object when it changes.
   */
  readonly doc?: RoomDoc | undefined;
  /** Kinds of actors that are only in this room: `roomKinds` has their names. */
  readonly kinds?: Readonly<Record<string, ActorKind>>;
  /** Scripts that are only in this room: `roomScripts` of the world has their names. */
  readonly scripts?: ScriptKinds;
  readonly acts?: RoomActs;
  /** Play head of what the room itself plays; the play bar moves it then, instead of the person's source. */
  readonly timeline?: Timeline | null;
  /** What the room's own panels work with; they know its class. */
  readonly controller?: unknown;
  /** What the room's own cards hide of the picture, pixels; world.onLayout() says that it has changed. */
  readonly covers?: { readonly left: number; readonly bottom: number };
  setTheme?(theme: StageTheme): void;
  /** What moves a person of the document whose source is `room`: made of what moves it elsewhere, once for each. */
  sourceOver?(source: StageSource): StageSource;
  /** Before a frame of the stage, and before its document is made. False: everybody and everything is held still. */
  beginFrame?(dtSeconds: number): boolean;
  /** How the worn avatar shows a pose of the person, once in a frame: what is solved and sent stays as it is. The pose itself unless given. */
  showPose?(pose: Pose, dtSeconds: number): Pose;
  /** Moves the person, after devices were read and before the body is solved: writes the joints in place. */
  travel?(joints: JointFrame, dtSeconds: number): void;
  /** Absent where there is nobody else, and nothing to hold. */
  company?(): RoomCompany;
  /** Where a named thing of the room is, the person's metres; null where there is none. For tours and measurements. */
  thingPlace?(name: string): readonly [x: number, y: number, z: number] | null;
  /** What the face of somebody else shows, by their name; null where nobody is called so. For measurements. */
  faceOf?(name: string): Readonly<FaceValues> | null;
  /** Draws the room's own things, after the body was shown. */
  update(dtSeconds: number): void;
  /** Draws the picture where one view of the whole stage is not enough; not called in virtual reality. */
  draw?(picture: RoomPicture): void;
  dispose(): void;
}

/** A room that adds nothing to the stage. */
export function createEmptyScene(): RoomScene {
  return { root: new Object3D(), personRoot: new Object3D(), update() {}, dispose() {} };
}
