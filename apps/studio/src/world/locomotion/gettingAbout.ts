import { DEG } from '@leib/core';
import { defaultPlayerSettings } from '@leib/embody';
import { choice, expert, number, type SettingsOf } from '../../files/settings.js';

const turn = choice(
  'Stick turns',
  'snap',
  { snap: 'In steps', smooth: 'Smoothly' },
  'What the right stick does sideways; pushed ahead it aims a teleport. The left one walks.',
);

/** How a person gets about by stick and teleport, in every room with a tracked person. */
export const gettingAboutControls = {
  turn,
  keys: expert(
    choice(
      'Keys W A S D',
      'walk',
      { walk: 'Walk', stick: 'Push the stick' },
      'With mouse and keys as the source: the person walks, or stands and glides by stick',
    ),
  ),
  walkSpeed: expert(
    number('Speed of the stick', 1.4, [0.2, 4, 0.1], 'm/s', 'How fast the stick carries you at its end'),
  ),
  runSpeed: expert(
    number('Running by stick', 3, [0.5, 8, 0.1], 'm/s', 'The same with the left grip held: how fast you run'),
  ),
  stickDeadZone: expert(
    number('Stick’s dead zone', 0.15, [0, 0.6, 0.01], '', 'Pushes smaller than this are a resting thumb'),
  ),
  stickEaseSeconds: expert(
    number('Stick sets in within', 0.12, [0, 0.6, 0.02], 's', 'How soon the stick’s speed is taken up'),
  ),
  snapTurnDeg: expert(number('Turn in steps of', 30, [10, 90, 5], '°', 'How far a push of the right stick turns you')),
  smoothTurnDeg: expert(
    number('Smooth turn', 120, [20, 360, 10], '°/s', 'How fast the right stick turns you at its end'),
  ),
  sphereRadius: expert(
    number('Collision sphere', 0.2, [0.05, 0.5, 0.01], 'm', 'Radius of the sphere under you that walls and edges stop'),
  ),
  climbHeight: expert(number('Climbs steps up to', 0.35, [0.05, 0.8, 0.05], 'm', 'Higher ones are walls')),
  gravity: expert(number('Gravity', 9.81, [0.5, 25, 0.01], 'm/s²', 'How fast you fall from an edge')),
  riseSeconds: expert(
    number('Rises within', 0.2, [0.02, 0.5, 0.02], 's', 'How soon a step has lifted you; short ones are leaps'),
  ),
} as const;

/** In rooms where it is not what they are about. */
export const gettingAboutSection = {
  title: 'Getting about',
  isExpert: true,
  controls: gettingAboutControls,
} as const;

export type GettingAbout = SettingsOf<{ readonly about: typeof gettingAboutSection }>;

/** The player that these settings describe. */
export function playerSettingsOf(values: GettingAbout): typeof defaultPlayerSettings {
  return {
    ...defaultPlayerSettings,
    turn: values.turn,
    walkSpeed: values.walkSpeed,
    runSpeed: values.runSpeed,
    stickDeadZone: values.stickDeadZone,
    stickEaseSeconds: values.stickEaseSeconds,
    snapTurnAngle: values.snapTurnDeg * DEG,
    smoothTurnSpeed: values.smoothTurnDeg * DEG,
    sphereRadius: values.sphereRadius,
    maxStepHeight: values.climbHeight,
    gravity: values.gravity,
    riseSeconds: values.riseSeconds,
  };
}
