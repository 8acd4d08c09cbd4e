import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { motionOfTrack, recordingOf, trackOfMotion, trimRecording } from '@leib/core';
import { writeBvh } from '@leib/formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { gestures } from '../reembody/gestures.js';
import { callLeib } from '../testing.js';

const example = fileURLToPath(import.meta.resolve('@leib/reembody/example-robot.xml'));
let folder: string;
const at = (name: string) => join(folder, name);

const withMesh = (mesh: string) =>
  `<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><mesh filename="package://r/meshes/${mesh}"/></geometry></visual></link>
<joint name="left_elbow" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-robot-'));
  mkdirSync(at('r/urdf'), { recursive: true });
  mkdirSync(at('r/meshes'));
  writeFileSync(at('r/urdf/r.urdf'), withMesh('arm.obj'));
  writeFileSync(
    at('r/meshes/arm.obj'),
    'v 0 0 0\nv 0.3 0 0\nv 0 0.3 0\nv 0 0 0.3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
  );
  writeFileSync(at('r/urdf/other.urdf'), withMesh('gone.stl'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('prints how the segments of a robot follow, and its bones can be changed by a file', async () => {
  const { code, stdout } = await callLeib(['reembody', 'robot', example, '--save-bones', at('bones.json'), '--json']);
  expect(code).toBe(0);
  const [robot] = JSON.parse(stdout).robots;
  expect(robot.joints).toHaveLength(25);
  expect(robot.segments.forearm.medianDeg).toBeLessThan(2);
  const kept = JSON.parse(readFileSync(at('bones.json'), 'utf8'));
  expect(kept.bones.left_elbow).toBe('leftLowerArm');
  writeFileSync(at('changed.json'), JSON.stringify({ ...kept, bones: { ...kept.bones, left_elbow: null } }));
  const changed = await callLeib(['reembody', 'robot', example, '--bones', at('changed.json'), '--json']);
  expect(JSON.parse(changed.stdout).robots[0].joints).toContainEqual({ joint: 'left_elbow', bone: null });
  writeFileSync(at('wrong.json'), JSON.stringify({ ...kept, bones: { left_elbow: 'wing' } }));
  const wrong = await callLeib(['reembody', 'robot', example, '--bones', at('wrong.json')]);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('wrong.json');
});

test('meshes are found around a description; those that are missing are named, or left out where that is asked for', async () => {
  const good = await callLeib(['reembody', 'robot', at('r/urdf/r.urdf'), '--json']);
  expect(JSON.parse(good.stdout).robots[0].joints).toEqual([{ joint: 'left_elbow', bone: 'leftLowerArm' }]);
  const other = ['reembody', 'robot', at('r/urdf/other.urdf'), '--json'];
  const missing = await callLeib(other);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('package://r/meshes/gone.stl');
  const without = await callLeib([...other, '--without-missing']);
  expect(JSON.parse(without.stdout).robots[0].notes.join()).toContain('gone.stl');
});

test('a folder with two descriptions asks which; of several robots one that fails does not stop the others', async () => {
  const both = await callLeib(['reembody', 'robot', at('r')]);
  expect(both.stderr).toContain('expected one robot, got 2');
  const chosen = await callLeib(['reembody', 'robot', at('r'), '--root', 'urdf/r.urdf', '--json']);
  expect(chosen.code).toBe(0);
  const several = await callLeib(['reembody', 'robot', at('r/urdf/other.urdf'), at('r/urdf/r.urdf')]);
  expect(several.code).toBe(0);
  expect(several.stdout).toContain('gone.stl');
  expect(several.stdout).toMatch(/r\.urdf\s+\d/);
});

test('a robot whose joints the engine cannot turn is refused instead of measured as NaN', async () => {
  writeFileSync(
    at('stiff.xml'),
    `<mujoco model="arm"><worldbody><body name="base" pos="0 0 1"><geom type="box" size="0.1 0.1 0.1" mass="5"/><body name="arm" pos="0 0.2 0.3">
    <joint name="left_shoulder_pitch" axis="0 1 0" armature="1e308"/><geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.04" mass="1"/></body></body></worldbody></mujoco>`,
  );
  const { code, stdout, stderr } = await callLeib(['reembody', 'robot', at('stiff.xml')]);
  expect(code).toBe(1);
  expect(stdout).not.toContain('NaN');
  expect(stderr).toContain('stiff.xml: upper arm: expected joints that the engine can turn');
});

test('joint angles go out as a file and over a WebSocket: every joint within its limits, and at a stop in the end', async () => {
  const call = ['reembody', 'robot', example, '--in', at('short.bvh'), '--max-speed', '2', '--json'];
  writeFileSync(
    at('short.bvh'),
    writeBvh(motionOfTrack(trimRecording(recordingOf([trackOfMotion(gestures())]), 0, 0.4).tracks[0])),
  );
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const heard: string[] = [];
  server.on('connection', (socket) => socket.on('message', (data) => heard.push(String(data))));
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { code } = await callLeib([...call, '--angles', at('a.jsonl'), '--send', `ws://127.0.0.1:${port}`]);
  server.close();
  expect(code).toBe(0);
  const lines = readFileSync(at('a.jsonl'), 'utf8').trim().split('\n');
  expect(heard).toEqual(lines);
  const [header, ...messages] = lines.map((line) => JSON.parse(line));
  expect(header).toMatchObject({ format: 'leib-robot-joints/1', maxSpeed: 2 });
  expect(header.joints).toHaveLength(25);
  for (const { positions, velocities } of messages) {
    for (const { joint, low, high } of header.joints) {
      expect(positions[joint]).toBeGreaterThanOrEqual(low - 1e-6);
      expect(positions[joint]).toBeLessThanOrEqual(high + 1e-6);
      expect(Math.abs(velocities[joint])).toBeLessThanOrEqual(2.001);
    }
  }
  expect(messages[0].state).toBe('moving');
  const way = ({ joint }: { joint: string }) => messages.at(-1).positions[joint] - messages[0].positions[joint];
  expect(Math.max(...header.joints.map((each: { joint: string }) => Math.abs(way(each))))).toBeGreaterThan(0.02);
  expect(messages.at(-1).state).toBe('stopped');
  expect(Object.values(messages.at(-1).velocities)).toEqual(Array(25).fill(0));
});

test('an address that is none, and angles of two robots, are refused', async () => {
  const two = await callLeib(['reembody', 'robot', example, example, '--angles', at('a.jsonl')]);
  expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('expected one robot, got 2')]);
  const wrong = await callLeib(['reembody', 'robot', example, '--send', 'robot.local']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('expected an address as ws://HOST:PORT')]);
});
