import type { Motion } from '@leib/core';

/** A recorded movement that pieces are cut from. */
export interface Take {
  readonly name: string;
  readonly motion: Motion;
  /** Where it comes from: the file, or the device that it was recorded with. */
  readonly source: string;
  /** Height of the floor in it, metres. */
  readonly floorY: number;
}

/** A number as a person reads it. */
export function short(value: number): string {
  return String(Number(value.toFixed(3)));
}
