import type { Object3D, WebGLRenderer } from 'three';
import { choice, colour } from '../files/settings.js';
import type { RoomPicture } from './roomScene.js';

/** What is behind the figures instead of the stage: a colour, and how much of it there is. */
export interface Background {
  readonly colour: string;
  readonly opacity: number;
}

const plain = {
  green: { colour: '#00b140', opacity: 1 },
  transparent: { colour: '#000000', opacity: 0 },
  black: { colour: '#000000', opacity: 1 },
  white: { colour: '#ffffff', opacity: 1 },
} as const satisfies Record<string, Background>;

export interface BackgroundSettings<Name extends string = string> {
  readonly background: Name;
  /** Where the background is "own". */
  readonly ownBackground: string;
}

/** The background of settings without a stage. */
export function plainBackground(settings: BackgroundSettings<keyof typeof plain | 'own'>): Background {
  const { background, ownBackground } = settings;
  return background === 'own' ? { colour: ownBackground, opacity: 1 } : plain[background];
}

/** The background of settings; null: the stage itself. */
export function backgroundOf(settings: BackgroundSettings<keyof typeof plain | 'own' | 'stage'>): Background | null {
  const { background, ownBackground } = settings;
  return background === 'stage' ? null : plainBackground({ background, ownBackground });
}

/** Controls for rooms with a person on the stage. */
export const backgroundControls = {
  background: choice(
    'Background',
    'stage',
    { stage: 'Stage', transparent: 'None', green: 'Green', own: 'Own' },
    'Behind the person, also in videos, pictures and the clean picture for streaming; without the stage there is no mirror either',
  ),
  ownBackground: colour('Background colour', '#1e3fae', 'Behind the person where the background is "Own"'),
} as const;

/** What a picture is drawn with, and what is left out of it. */
export interface Drawing {
  readonly renderer: WebGLRenderer;
  readonly showScenery: RoomPicture['showScenery'];
  /** What is drawn of the stage where there is no background. */
  readonly usual: Parameters<RoomPicture['showScenery']>[0];
  /** Not drawn without the stage: the mirror. */
  readonly glass: Object3D;
  /** Not drawn in clean pictures: handles. */
  readonly aids: Object3D;
}

/** Draws on a background, without handles where the picture is clean; then everything is as it was. */
export function drawOn(background: Background | null, isClean: boolean, drawing: Drawing, draw: () => void): void {
  const { renderer, showScenery, usual, glass, aids } = drawing;
  const before = { glass: glass.visible, aids: aids.visible };
  aids.visible &&= !isClean;
  showScenery(background ? 'nothing' : usual);
  if (background) {
    renderer.setClearColor(background.colour, background.opacity);
    glass.visible = false;
  }
  draw();
  showScenery(usual);
  glass.visible = before.glass;
  aids.visible = before.aids;
}
