import { InputError } from '@leib/core';
import type { MocapController } from '../mocapController.js';
import { readBodyIds } from './bodyIds.js';
import { readSkeletonFile } from './skeletonFile.js';

/** Files that have a place of their own in the panel, and how the room takes each. All throw InputError. */
const takers = {
  offsets: (controller: MocapController, text: string) => controller.offsets.load(text),
  bodyIds: (controller: MocapController, text: string) => controller.setBodyIds(readBodyIds(text)),
  skeleton: (controller: MocapController, text: string) => controller.setSkeleton(readSkeletonFile(text)),
} as const;

export type SettingFile = keyof typeof takers;

export function takeSettingText(controller: MocapController, kind: SettingFile, text: string): void {
  takers[kind](controller, text);
}

/** Takes a file of one kind and nothing else: another one is refused by name, and changes nothing. */
export async function loadSettingFile(controller: MocapController, kind: SettingFile, file: File): Promise<void> {
  const text = await file.text();
  try {
    takeSettingText(controller, kind, text);
  } catch (error) {
    throw new InputError(file.name, (error as Error).message, { cause: error });
  }
}
