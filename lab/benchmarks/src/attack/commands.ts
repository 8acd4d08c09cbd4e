import { gzipSync } from 'node:zlib';
import type { Attack } from './attack.js';
import { attackByCommands, type HostileCommand } from './runCommand.js';

const bvh = `HIERARCHY
ROOT hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT chest
  {
    OFFSET 0 0.3 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 0.3 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.0333
0 1 0 0 0 0 0 0 0
0 1 0 0 0 0 10 0 0
`;
const csv = 'id,sex,stature_cm,weight_kg\na,f,170,60\n';
/** Bodies of a file of people. */
const build = (people: string, ...more: readonly string[]): HostileCommand => ({
  args: ['body', 'build', '--measurements', 'a.csv', '--take', '4', '--out', 'out', ...more],
  files: { 'a.csv': people },
  report: 'out',
});
const files = { 'a.bvh': bvh };

/** Command lines as people and scripts get them wrong, or make them wrong. */
const commands: readonly HostileCommand[] = [
  { args: [] },
  { args: ['--version', '--version'] },
  { args: ['nothing'] },
  { args: ['__proto__'] },
  { args: ['constructor'] },
  { args: ['toString', '--help'] },
  { args: ['convert'] },
  { args: ['convert', '--'] },
  { args: ['convert', '-'] },
  { args: ['convert', '-', '--out', '-'], stdin: gzipSync(Buffer.alloc(1 << 20)) },
  { args: ['convert', 'a.bvh', '--out', 'a.bvh'], files },
  { args: ['convert', 'a.bvh', '--out', 'own.txt'], files },
  { args: ['convert', 'a.bvh', '--out', '-', '--json'], files },
  { args: ['convert', 'a.bvh', '--out', '/dev/full'], files },
  { args: ['convert', 'a.bvh', '--out', '/proc/self/mem'], files },
  { args: ['convert', 'a.bvh', '--out', 'no/such/folder/b.glb'], files },
  { args: ['convert', 'a.bvh', '--out', 'b.unknown'], files },
  { args: ['convert', 'a.bvh', '--out', 'b\n.glb'], files },
  { args: ['convert', 'a.bvh', '--out', `${'x'.repeat(300)}.glb`], files },
  { args: ['convert', 'a.bvh', '--out', 'b.glb', '--hz', '-5'], files },
  { args: ['convert', 'a.bvh', '--out', 'b.glb', '--hz', '1e7'], files },
  { args: ['convert', 'a.bvh', '--out', 'b.glb', '--hz', 'NaN'], files },
  { args: ['convert', 'a.bvh', '--out', 'b.glb', '--hz', '0'], files },
  { args: ['convert', 'a.bvh', '--out', 'b.glb', '--hz', '1e-300'], files },
  { args: ['convert', 'a.bvh', 'a.bvh', 'a.bvh', '--out', 'b.glb'], files },
  { args: ['convert', '/dev/zero', '--out', 'b.glb'] },
  { args: ['convert', '/dev/null', '--out', 'b.glb'] },
  { args: ['convert', '/', '--out', 'b.glb'] },
  { args: ['convert', '.', '--out', 'b.glb'] },
  { args: ['convert', '\0', '--out', 'b.glb'].map((arg) => arg.replace('\0', '\ufffd')) },
  { args: ['convert', 'a.bvh', '--out', 'b.bvh'], files: { 'a.bvh': bvh.replace('Frames: 2', 'Frames: 2000000000') } },
  { args: ['convert', 'a.bvh', '--out', 'b.bvh'], files: { 'a.bvh': bvh.replace('0.0333', '1e5') } },
  { args: ['convert', 'a.bvh', '--out', 'b.bvh'], files: { 'a.bvh': bvh.replace('0.0333', '-1') } },
  { args: ['convert', 'a.bvh', '--out', 'b.glb'], files: { 'a.bvh': bvh.replaceAll('chest', '__proto__') } },
  { args: ['convert', 'a.bvh', '--out', 'b.glb'], files: { 'a.bvh': '{'.repeat(100_000) } },
  { args: ['convert', 'a.bvh', '--out', 'b.glb'], files: { 'a.bvh': `HIERARCHY\n${'JOINT a\n{\n'.repeat(50_000)}` } },
  { args: ['info'] },
  { args: ['info', 'a.bvh', '--json'], files: { 'a.bvh': '' } },
  { args: ['info', 'a.glb'], files: { 'a.glb': 'glTF' } },
  { args: ['info', 'a.npz'], files: { 'a.npz': 'PK\x03\x04' } },
  { args: ['info', 'a.json'], files: { 'a.json': '['.repeat(200_000) } },
  { args: ['info', 'a.json'], files: { 'a.json': '{"__proto__":{"a":1}}' } },
  { args: ['info', 'a.json.gz'], files: { 'a.json.gz': gzipSync(Buffer.alloc(64 << 20)) } },
  { args: ['info', '-'], stdin: gzipSync(Buffer.alloc(64 << 20)) },
  { args: ['info', '-'], stdin: Buffer.alloc(3 << 20, 0xff) },
  { args: ['embody'] },
  { args: ['embody', '--in', 'a.json', '--out', 'b.json', '--solver', '__proto__'], files: { 'a.json': '{}' } },
  { args: ['embody', '--in', 'a.json', '--out', 'b.json'], files: { 'a.json': '{"format":"leib-tracking/1"}' } },
  { args: ['eval', '/etc'] },
  { args: ['eval', '.', '--trackers', 'constructor'], files },
  build(csv.replace('170', '10')),
  build(csv.replace('170', '1e300')),
  build(csv.replace('170', 'NaN')),
  build(csv.replace(',f,', ',__proto__,')),
  build(csv.replace(',f,', ',constructor,')),
  build(csv.replace('a,f', '../../a,f'), '--mesh'),
  { args: ['body', 'words', 'x'.repeat(100_000)] },
  { args: ['body', 'build', '--measurements', 'a.csv', '--out', 'a.csv'], files: { 'a.csv': csv } },
  { args: ['body', 'measure', 'a.glb'], files: { 'a.glb': Buffer.alloc(1000, 0x67) } },
  { args: ['calibrate', 'roles', '--in', 'a.json'], files: { 'a.json': '{"frames":1e9}' } },
  { args: ['mocap', 'fit', '--in', 'a.c3d', '--out', 'b.bvh'], files: { 'a.c3d': Buffer.alloc(512, 0x50) } },
  { args: ['puppet', 'check', 'a.json'], files: { 'a.json': '{"format":"leib-puppet/1","__proto__":[]}' } },
  { args: ['feed', 'watch', '--natnet', '99999999', '--seconds', '0.1'] },
  { args: ['feed', 'send', 'vmc', '--to', '256.1.1.1:9', '--seconds', '0.1'] },
  { args: ['serve', '--port', '-1'] },
  { args: ['serve', '--port', '8080x'] },
  { args: ['serve', '--host', 'no.such.host.invalid'] },
];

export const commandsAttack: Attack = {
  name: 'commands',
  title: 'command lines',
  counts: { full: commands.length, quick: 12 },
  /** The seed says where a shorter run begins. */
  run: (seed, count) =>
    attackByCommands(Array.from({ length: count }, (_, i) => commands[(seed * 7 + i) % commands.length])),
};
