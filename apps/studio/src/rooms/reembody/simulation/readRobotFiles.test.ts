import { expect, test } from 'vitest';
import { isRobotFile, readRobotFiles } from './readRobotFiles.js';

const mjcf = new File(['<mujoco model="r"><worldbody/></mujoco>'], 'r.xml');
const urdf = new File(['<?xml version="1.0"?><robot name="r"></robot>'], 'r.URDF');
const mesh = new File([Uint8Array.of(1, 2, 3)], 'arm.stl');

test.each([
  ['r.xml', true],
  ['r.mjcf', true],
  ['r.URDF', true],
  ['walk.bvh', false],
  ['xml', false],
])('%s is a robot by its name: %s', (name, is) => {
  expect(isRobotFile({ name })).toBe(is);
});

test('a description comes with its meshes by their names', async () => {
  const robot = await readRobotFiles([mesh, urdf]);
  expect(robot.name).toBe('r.URDF');
  expect(robot.description).toContain('<robot');
  expect(robot.meshes).toEqual(new Map([['arm.stl', Uint8Array.of(1, 2, 3)]]));
});

test.each<[string, File[], string]>([
  ['nothing but meshes', [mesh], 'got 0'],
  ['two robots', [mjcf, urdf], 'got 2'],
  ['a letter', [new File(['Dear robot'], 'letter.xml')], 'letter.xml: expected MJCF'],
])('%s is refused, with the reason', async (_, files, reason) => {
  await expect(readRobotFiles(files)).rejects.toThrow(reason);
});
