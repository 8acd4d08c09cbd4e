/**
 * What the trunk's network says, seen from the frame of its features: first what mirroring keeps, then what it negates.
 *
 * Levels are pelvis, loins, waist, chest, upper chest, neck. The pelvis's direction is where its up axis points, that of
 * the others where their bone does. Yaws are turns from the frame, as cosine and sine.
 */
export const LEVEL_COUNT = 6;
export const PELVIS_LEVEL = 0;
export const CHEST_LEVEL = 3;
export const NECK_LEVEL = 5;

/** Even: y, z of each level's direction, cosines of the pelvis's and the chest's yaw. Odd: x of each, the two sines. */
export const EVEN_OUTPUT_COUNT = LEVEL_COUNT * 2 + 2;
export const ODD_OUTPUT_COUNT = LEVEL_COUNT + 2;
export const OUTPUT_COUNT = EVEN_OUTPUT_COUNT + ODD_OUTPUT_COUNT;

/** Where a level's x, y and z are: OUT_X + level, OUT_YZ + 2 level, OUT_YZ + 2 level + 1. */
export const OUT_YZ = 0;
export const OUT_X = EVEN_OUTPUT_COUNT;
export const OUT_PELVIS_COS = LEVEL_COUNT * 2;
export const OUT_CHEST_COS = LEVEL_COUNT * 2 + 1;
export const OUT_PELVIS_SIN = EVEN_OUTPUT_COUNT + LEVEL_COUNT;
export const OUT_CHEST_SIN = EVEN_OUTPUT_COUNT + LEVEL_COUNT + 1;
