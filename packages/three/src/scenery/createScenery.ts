import { DirectionalLight, Group, HemisphereLight, type Object3D } from 'three';
import { disposeTree } from '../disposeTree.js';
import { createBackdrop } from './createBackdrop.js';
import { createFloor } from './createFloor.js';
import { type StageTheme, stageLooks } from './stageThemes.js';

export interface SceneryOptions {
  readonly theme: StageTheme;
  /** Side of the shadow map, pixels. 1024 serves a headset's own GPU; 0 draws no shadows. */
  readonly shadowSize?: number;
  /** Where the floor has dissolved into the background, metres. */
  readonly floorRadius?: number;
}

/** Floor and backdrop, or less. */
export type ShownScenery = 'all' | 'backdrop' | 'nothing';

export interface Scenery {
  /** Floor, lights and backdrop. The floor is y = 0. */
  readonly root: Object3D;
  setTheme(theme: StageTheme): void;
  /** What is drawn around the figures; the lights stay on without it. */
  showScenery(shown: ShownScenery): void;
  /** Keeps the shadow sharp around a point of the floor, for a body that leaves the middle. */
  focusOn(xWorld: number, zWorld: number): void;
  dispose(): void;
}

/** Half the side of the square that the shadow map covers, metres. */
const shadowReach = 2.5;
/** From the person to the key light: from the front left and above, for a body that faces +Z. */
const keyOffset = [1.6, 4.2, 2.6] as const;

/** A calm room: floor, soft key light with shadow, light from the sky and along the edge, seamless background. */
export function createScenery({ theme, shadowSize = 1024, floorRadius = 12 }: SceneryOptions): Scenery {
  const root = new Group();
  root.name = 'scenery';
  const backdrop = createBackdrop();
  const floor = createFloor(floorRadius);
  const hemisphere = new HemisphereLight();
  const key = new DirectionalLight();
  const rim = new DirectionalLight();
  rim.position.set(-2.5, 3, -3.5);

  key.castShadow = shadowSize > 0;
  key.shadow.mapSize.set(shadowSize, shadowSize);
  key.shadow.camera.left = key.shadow.camera.bottom = -shadowReach;
  key.shadow.camera.right = key.shadow.camera.top = shadowReach;
  key.shadow.camera.near = 0.5;
  key.shadow.camera.far = 12;
  // Enough to keep skin free of acne at grazing light, too little to part a shoe from its shadow.
  key.shadow.normalBias = 0.015;
  key.shadow.bias = -0.0004;
  key.shadow.radius = 3;

  root.add(backdrop.root, floor.root, hemisphere, key, key.target, rim, rim.target);

  const scenery: Scenery = {
    root,
    setTheme(next) {
      const look = stageLooks[next];
      backdrop.setLook(look);
      floor.setLook(look);
      hemisphere.color.set(look.skyLight);
      hemisphere.groundColor.set(look.groundLight);
      hemisphere.intensity = look.hemisphereIntensity;
      key.color.set(look.keyLight);
      key.intensity = look.keyIntensity;
      key.shadow.intensity = look.shadowIntensity;
      rim.color.set(look.rimLight);
      rim.intensity = look.rimIntensity;
    },
    showScenery(shown) {
      backdrop.root.visible = shown !== 'nothing';
      floor.root.visible = shown === 'all';
    },
    focusOn(xWorld, zWorld) {
      // Whole decimetres: a shadow map that slides under the shadow makes its edge crawl.
      const x = Math.round(xWorld * 10) / 10;
      const z = Math.round(zWorld * 10) / 10;
      key.target.position.set(x, 0.8, z);
      key.position.set(x + keyOffset[0], keyOffset[1], z + keyOffset[2]);
    },
    dispose() {
      disposeTree(root);
    },
  };
  scenery.setTheme(theme);
  scenery.focusOn(0, 0);
  return scenery;
}
