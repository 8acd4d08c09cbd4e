import { InputError } from '@leib/core';
import type { RobotFiles } from './robotSimulation.js';

const descriptionPattern = /\.(xml|mjcf|urdf)$/i;
/** Largest size of a robot with all its meshes. */
const MAX_BYTES = 200_000_000;

export function isRobotFile({ name }: { readonly name: string }): boolean {
  return descriptionPattern.test(name);
}

/** A robot from the files that were chosen together: one description, and meshes. Throws an InputError. */
export async function readRobotFiles(files: readonly File[]): Promise<RobotFiles> {
  const descriptions = files.filter(isRobotFile);
  if (descriptions.length !== 1) {
    throw new InputError(
      'robot',
      `expected one MJCF or URDF file (.xml, .mjcf, .urdf) and its meshes, got ${descriptions.length}`,
    );
  }
  const [file] = descriptions;
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
    throw new InputError('robot', 'expected files of up to 200 MB together, got more');
  const description = await file.text();
  if (!/<(mujoco|robot)[\s>]/.test(description)) {
    throw new InputError(file.name, 'expected MJCF (<mujoco>) or URDF (<robot>), got neither');
  }
  const meshes = new Map<string, Uint8Array>();
  for (const each of files) if (each !== file) meshes.set(each.name, new Uint8Array(await each.arrayBuffer()));
  return { name: file.name, description, meshes };
}
