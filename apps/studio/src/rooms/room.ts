import type { SettingsOf, SettingsShape } from '../files/settings.js';
import type { SettingsStore } from '../files/settingsStore.js';
import type { KeptTakes } from '../files/takes/keptTakes.js';
import type { RoomDoc, RoomScene } from '../world/roomScene.js';
import type { StageSettings } from '../world/stageSections.js';
import type { World } from '../world/world.js';
import type { RoomHost } from './RoomHost.js';

/** What a room's scene may ask of the studio around it. */
export interface RoomSceneHost extends Pick<RoomHost, 'wardrobe'> {
  /** Takes of all rooms. */
  readonly kept: KeptTakes;
}

/** One system's room: what it is called, what can be set in it, what stands in it. */
export interface Room<Shape extends SettingsShape = SettingsShape> {
  /** Its address is #/id. */
  readonly id: string;
  readonly label: string;
  /** What the room is for, one line that needs no other knowledge. */
  readonly purpose: string;
  /** Shown once, at the first visit, and again on demand. */
  readonly tour: readonly [TourStep, TourStep, TourStep];
  /** The one thing to try first. */
  readonly tryThis: TryThis;
  readonly shape: Shape;
  /** Who is on the stage, by the room's settings alone: a template of the stage's document. */
  docOf(values: SettingsOf<Shape>): RoomDoc;
  /** Builds what stands in the room; the caller disposes of it. */
  openScene(world: World, settings: SettingsStore<Shape>, host: RoomSceneHost): Promise<RoomScene>;
  /** What can be dropped onto the picture, in words; what every room takes unless given. */
  readonly drops?: string;
  /** A guide stands left of the picture (roomParts.tsx): its width with the margin, pixels. */
  readonly guideWidth?: number;
  /** A row of tools stands at the top left of the picture. */
  readonly hasTools?: boolean;
  /** A room without a tracked body: its own panel instead of source, avatar and settings, and no transport. */
  readonly still?: StillRoom;
}

/** One step of a room's tour: what it says, and what it points at. */
export interface TourStep {
  readonly title: string;
  readonly text: string;
  readonly at: TourTarget;
}

/** An element with data-tour="mark", a thing that the scene places (RoomScene.thingPlace), or the picture as a whole. */
export type TourTarget =
  | { readonly mark: string; readonly isIn: 'panel' | 'guide' }
  | { readonly thing: string }
  | 'picture';

/** A button that shows at once what the room is about. */
export interface TryThis {
  readonly label: string;
  /** What happens then, and how to do it by hand. */
  readonly hint: string;
  run(host: RoomHost, settings: SettingsStore): void | Promise<void>;
}

export interface StillRoom {
  /** Of its panel with the margin beside it, pixels. */
  readonly panelWidth: number;
  /** Settings of the stage, which the room does not let the user change. */
  readonly stage: StageSettings;
}

/** Properties of a room's guide. */
export interface RoomGuideProps {
  /** The side panel is open; on small screens it covers the guide. */
  readonly isCovered: boolean;
}
