import { personDoc } from '@leib/embody';
import { thingOfObject } from '@leib/reembody';
import type { ActorDoc, ActorId, JsonObject } from '@leib/stage';
import type { RoomDoc } from '../../../world/roomScene.js';
import { solverPresets } from '../../solverPresets.js';
import { placeAround } from '../scene/placesAround.js';
import { otherCountOf, placeOf } from '../simulation/simulationPlaces.js';
import type { ReembodyValues } from './reembodyShape.js';
import { remoteSettingsOf } from './remoteSettingsOf.js';
import { BESIDE, hasSteps, thingsOf } from './roomThings.js';

/** The second body, which owns the world that others are in. */
export const SIMULATED = 'simulated';

/** Whom the second body of the room follows, and what there is to touch. Others stand around: otherBodies(). */
export function reembodyDoc(values: ReembodyValues): RoomDoc {
  const { solver, things, ghost, othersDo } = values;
  const objects = thingsOf(things);
  // With steps or slopes in it the room is climbed by those who walk as by those whom the stick carries.
  const climbs = hasSteps(objects) || null;
  const me = personDoc({ solver: solverPresets[solver] ?? 'baseline', climbs });
  const performers = othersDo === 'demo' ? numbersOf(values).map((number) => performer(number)) : [];
  const robot: ActorDoc = { ...body, kind: 'robot', body: { kind: 'chosen' }, settings: {} };
  return {
    // Whoever is followed stands before those who follow.
    actors: {
      me,
      ...Object.fromEntries(performers),
      [SIMULATED]: { ...body, settings: settingsOf(values) },
      robot,
    },
    things: objects.map(thingOfObject),
    view: { avatarShows: SIMULATED, companyX: ghost === 'beside' ? -BESIDE : 0 },
  };
}

/** The page's other bodies, in the second one's world. @param metres how far away they stand, the person's */
export function otherBodies(values: ReembodyValues, metres: number): RoomDoc['actors'] {
  const { othersDo } = values;
  return Object.fromEntries(
    numbersOf(values).map((number): [ActorId, ActorDoc] => {
      const of = othersDo === 'demo' ? nameOfPerformer(number) : 'me';
      const { x, z, yaw, isMirrored } = placeAround(number, metres, othersDo === 'mirror');
      const source = { kind: 'pose', of, x, z, yaw, isMirrored };
      return [
        `other ${number + 1}`,
        { ...body, source, body: { kind: 'copy', of: SIMULATED }, settings: lateness(values) },
      ];
    }),
  );
}

const body: ActorDoc = {
  ...{ kind: 'simulated', source: { kind: 'pose', of: 'me' }, body: { kind: 'default' } },
  ...{ profile: null, settings: {} },
};

const nameOfPerformer = (number: number) => `performer ${number + 1}`;

function performer(number: number): [ActorId, ActorDoc] {
  return [nameOfPerformer(number), { ...body, kind: 'performer', source: { kind: 'demo', number } }];
}

function numbersOf(values: ReembodyValues): readonly number[] {
  return Array.from({ length: otherCountOf(values) }, (_, number) => number);
}

const lateness = ({ latencyMs, delaysHips }: ReembodyValues) => ({ latencyMs, delaysHips });

function settingsOf(values: ReembodyValues): JsonObject {
  // Another name is no other body.
  const joints = { ...remoteSettingsOf(values), name: '' } as unknown as JsonObject;
  return { ...lateness(values), contacts: values.showContacts, place: placeOf(values), body: joints };
}
