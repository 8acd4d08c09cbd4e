import type { Attack } from './attack.js';
import { attackByCommands, type HostileCommand } from './runCommand.js';

const arm = (joint: string, body = '') => `<mujoco model="arm">
  <worldbody>
    <body name="base" pos="0 0 1">
      <geom type="box" size="0.1 0.1 0.1" mass="5"/>
      <body name="arm" pos="0 0.2 0.3">
        <joint name="left_shoulder_pitch" axis="0 1 0" ${joint}/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.04" mass="1"/>
        ${body}
      </body>
    </body>
  </worldbody>
</mujoco>`;
const urdf = (text: string) => `<robot name="a"><link name="l"/>${text}</robot>`;
const nested = (count: number) => `${'<body><geom size="0.1"/>'.repeat(count)}${'</body>'.repeat(count)}`;
const entities = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, i) => {
  const before = `&${String.fromCharCode(97 + i)};`;
  return `<!ENTITY ${String.fromCharCode(98 + i)} "${before.repeat(10)}">`;
}).join('')}]>`;

/** Descriptions of robots that are no robots, or too much of one. */
const robots: readonly string[] = [
  '',
  '<',
  '<mujoco>',
  '<mujoco/>',
  '<mujoco><worldbody/></mujoco>',
  arm('range="-180 70"'),
  arm('range="70 -180"'),
  arm('range="nan inf"'),
  arm('range="-1e300 1e300"'),
  arm('axis2="0"'),
  arm('').replace('0 1 0', '0 0 0'),
  arm('').replace('left_shoulder_pitch', '__proto__'),
  arm('').replace('left_shoulder_pitch', 'constructor'),
  arm('').replace('left_shoulder_pitch', 'x'.repeat(100_000)),
  arm('').replaceAll('mass="1"', 'mass="-1"'),
  arm('').replaceAll('mass="1"', 'mass="1e308"'),
  arm('').replaceAll('size="0.04"', 'size="nan"'),
  arm('').replaceAll('size="0.04"', 'size="0"'),
  arm('').replaceAll('0 0.2 0.3', '1e30 1e30 1e30'),
  arm('', nested(400)),
  arm('', nested(20_000)),
  arm('', '<geom type="sphere" size="0.01"/>'.repeat(20_000)),
  arm('', '<include file="/etc/passwd"/>'),
  arm('', '<include file="a.xml"/>'),
  arm('').replace('<worldbody>', '<asset><mesh name="m" file="../../../../etc/passwd"/></asset><worldbody>'),
  arm('').replace(
    '<worldbody>',
    '<asset><hfield name="h" nrow="100000" ncol="100000" size="1 1 1 1"/></asset><worldbody>',
  ),
  arm('').replace('<mujoco model="arm">', '<mujoco model="arm"><option timestep="1e-300"/><size memory="1000G"/>'),
  `${entities}<mujoco model="&k;"/>`,
  urdf('<joint name="a" type="revolute"><parent link="l"/><child link="l"/></joint>'),
  urdf('<link name="l"/><joint name="__proto__" type="floating"><parent link="nowhere"/><child link="l"/></joint>'),
];

export const robotsAttack: Attack = {
  name: 'robots',
  title: 'robots that are none',
  counts: { full: robots.length, quick: 8 },
  run: (seed, count) =>
    attackByCommands(
      Array.from({ length: count }, (_, i): HostileCommand => {
        const text = robots[(seed * 5 + i) % robots.length];
        const name = text.includes('<robot') ? 'a.urdf' : 'a.xml';
        return { args: ['reembody', 'robot', name], files: { [name]: text } };
      }),
    ),
};
