/**
 * Cameras with this layer see what the wearer does not: their own head. Mirrors have it, spectators' cameras should.
 * The number is VRM's for "third person only".
 */
export const THIRD_PERSON_LAYER = 10;
