import { type BuiltBody, OBJECT_SIZE, type OtherBody, type WorldObject } from '@leib/reembody';

type Place = readonly [x: number, y: number, z: number];

/**
 * Where something is in a frame of the simulation, the person's metres: a thing of the room by its name, a part of the remote
 * body as "remote leftHand", of other bodies as "other 1 leftHand". Null where there is none.
 */
export function placeInFrame(
  name: string,
  { layout, body, frame, others }: BuiltBody,
  output: Float64Array,
  objects: readonly WorldObject[],
): Place | null {
  const [, other, otherBone] = /^other (\d+) (\w+)$/.exec(name) ?? [];
  if (other !== undefined) return placeOfPart(others[Number(other) - 1], otherBone, output);
  const bone = name.startsWith('remote ') ? name.slice('remote '.length) : null;
  const index =
    bone === null
      ? objects.findIndex((object) => object.name === name)
      : body.parts.findIndex((part) => part.bone === bone);
  if (index < 0 || (bone === null && index >= frame.objectCount)) return null;
  const at = bone === null ? frame.objects + index * OBJECT_SIZE : layout.places + index * 7;
  return [output[at], output[at + 1], output[at + 2]];
}

function placeOfPart(other: OtherBody | undefined, bone: string, output: Float64Array): Place | null {
  const part = other?.body.parts.findIndex((each) => each.bone === bone) ?? -1;
  if (!other || part < 0) return null;
  const at = other.layout.places + part * 7;
  return [output[at], output[at + 1], output[at + 2]];
}
