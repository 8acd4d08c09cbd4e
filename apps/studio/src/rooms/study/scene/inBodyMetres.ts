import type { ActorId, Json, StageDoc, Thing } from '@leib/stage';

/**
 * A study's document is in the participant's metres, and the studio's stage in those of the worn avatar, which is drawn as large as the
 * participant: boxes keep their place against the body.
 */
export function inBodyMetres(doc: StageDoc, person: ActorId, statureOfBody: number): StageDoc {
  const stature = Number(doc.actors[person]?.body.stature);
  const scale = statureOfBody / stature;
  const { script } = doc;
  // What is adjusted is the participant's height itself.
  if (!Number.isFinite(scale) || script?.task === 'matchHeight') return doc;
  return {
    ...doc,
    things: doc.things.map((thing) => scaled(thing, scale)),
    script: script && { ...script, stature: statureOfBody },
  };
}

function scaled(thing: Thing, scale: number): Thing {
  const [x, y, z, ...turn] = thing.pose;
  const { size } = thing.settings;
  return {
    ...thing,
    pose: [x * scale, y * scale, z * scale, ...turn] as unknown as Thing['pose'],
    settings: Array.isArray(size)
      ? { ...thing.settings, size: size.map((each: Json) => Number(each) * scale) }
      : thing.settings,
  };
}
