import { buildSkeleton, type Motion, type RawJoint } from '@leib/core';
import { randomQuat, seededRandom } from '@leib/core/testing';
import { type DeviceFrame, trackedPoints } from '@leib/tracking';

/** Tests only: small files and motions of our own. Not part of the public door. */

/** Fills a frame with anything a device might say. */
export function randomiseFrame(random: () => number, frame: DeviceFrame): void {
  const fill = (poses: Float64Array) => {
    for (let at = 0; at < poses.length; at += 7) {
      poses.set([random() * 4 - 2, random() * 2, random() * 4 - 2, ...randomQuat(random)], at);
    }
  };
  fill(frame.devicePoses);
  fill(frame.leftHandJoints.poses);
  fill(frame.rightHandJoints.poses);
  for (let point = 0; point < trackedPoints.length; point++) frame.quality[point] = Math.floor(random() * 3);
  frame.leftHandJoints.quality = random() < 0.5 ? 0 : 2;
  frame.rightHandJoints.quality = random() < 0.5 ? 0 : 2;
  for (const controller of [frame.leftController, frame.rightController]) {
    controller.stickX = random() * 2 - 1;
    controller.stickY = random() * 2 - 1;
    controller.trigger = random();
    controller.grip = random();
  }
}

const side = (left: boolean): readonly RawJoint[] => {
  const s = left ? 1 : -1;
  const l = left ? 'left' : 'right';
  return [
    { name: `${l}UpperLeg`, parent: 'hips', offset: [0.09 * s, -0.05, 0], bone: `${l}UpperLeg` },
    { name: `${l}LowerLeg`, parent: `${l}UpperLeg`, offset: [0, -0.43, 0], bone: `${l}LowerLeg` },
    { name: `${l}Foot`, parent: `${l}LowerLeg`, offset: [0, -0.42, 0], bone: `${l}Foot` },
    { name: `${l}Toes`, parent: `${l}Foot`, offset: [0, -0.06, 0.14], bone: `${l}Toes` },
    { name: `${l}ToesEnd`, parent: `${l}Toes`, offset: [0, 0, 0.07] },
    { name: `${l}Shoulder`, parent: 'chest', offset: [0.03 * s, 0.2, 0], bone: `${l}Shoulder` },
    { name: `${l}UpperArm`, parent: `${l}Shoulder`, offset: [0.15 * s, 0, 0], bone: `${l}UpperArm` },
    { name: `${l}LowerArm`, parent: `${l}UpperArm`, offset: [0.28 * s, 0, 0], bone: `${l}LowerArm` },
    { name: `${l}Hand`, parent: `${l}LowerArm`, offset: [0.25 * s, 0, 0], bone: `${l}Hand` },
    { name: `${l}HandEnd`, parent: `${l}Hand`, offset: [0.18 * s, 0, 0] },
  ];
};

/** A person of our own, 0.96 m at the hips. */
export const person = buildSkeleton([
  { name: 'hips', offset: [0, 0.96, 0], bone: 'hips' },
  { name: 'spine', parent: 'hips', offset: [0, 0.1, 0], bone: 'spine' },
  { name: 'chest', parent: 'spine', offset: [0, 0.15, 0], bone: 'chest' },
  { name: 'neck', parent: 'chest', offset: [0, 0.25, 0], bone: 'neck' },
  { name: 'head', parent: 'neck', offset: [0, 0.1, 0], bone: 'head' },
  { name: 'headEnd', parent: 'head', offset: [0, 0.12, 0.02] },
  ...side(true),
  ...side(false),
]);

/** A smooth random movement of the person; ends of bones do not turn. */
export function randomMotion(seed: number, frameCount = 20, hz = 60): Motion {
  const random = seededRandom(seed);
  const { jointCount, jointToBone } = person;
  const axes = Array.from({ length: jointCount }, () => randomQuat(random));
  const phases = Array.from({ length: jointCount }, () => 2 * Math.PI * random());
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) {
    const t = frame / hz;
    rootPositions.set([Math.sin(t) + random() * 0.001, 0.95 + 0.02 * Math.sin(5 * t), t], frame * 3);
    for (let joint = 0; joint < jointCount; joint++) {
      const at = (frame * jointCount + joint) * 4;
      localRotations[at + 3] = 1;
      if (jointToBone[joint] < 0) continue;
      const [x, y, z] = axes[joint];
      const length = Math.hypot(x, y, z) || 1;
      const half = 1.2 * Math.sin(2 * t + phases[joint]);
      const s = Math.sin(half) / length;
      localRotations.set([x * s, y * s, z * s, Math.cos(half)], at);
    }
  }
  return { name: `random ${seed}`, skeleton: person, hz, frameCount, rootPositions, localRotations };
}

/** CMU's names, tabs, units, channel order and Frame Time; legs spread at rest; frame 0 is an invented T-pose. */
export function cmuLikeBvh(frameCount = 6): string {
  const rotations = 'CHANNELS 3 Zrotation Yrotation Xrotation';
  const joint = (name: string, offset: string, ...inside: string[]) =>
    `JOINT ${name}\n{\n\tOFFSET ${offset}\n\t${rotations}\n${inside.join('')}}\n`;
  const end = (offset: string) => `End Site\n{\n\tOFFSET ${offset}\n}\n`;
  const leg = (s: 1 | -1, l: string, hip: string) =>
    joint(
      hip,
      '0 0 0',
      joint(
        `${l}UpLeg`,
        `${1.65 * s} -1.80 0.62`,
        joint(
          `${l}Leg`,
          `${2.6 * s} -7.14 0`,
          joint(
            `${l}Foot`,
            `${2.49 * s} -6.85 0`,
            joint(`${l}ToeBase`, `${0.197 * s} -0.541 2.146`, end('0.00000 -0.00000 1.11249')),
          ),
        ),
      ),
    );
  const arm = (s: 1 | -1, l: string) =>
    joint(
      `${l}Shoulder`,
      '0.002 2.07 0.008',
      joint(
        `${l}Arm`,
        `${3.54 * s} 0.9 -0.17`,
        joint(
          `${l}ForeArm`,
          `${4.87 * s} -0.0 0`,
          joint(
            `${l}Hand`,
            `${3.36 * s} 0 0`,
            joint(
              `${l}FingerBase`,
              `${1.68 * s} 0 0`,
              joint(`${l}HandIndex1`, `${0.66 * s} 0 0`, end(`${0.53 * s} 0 0`)),
            ),
            joint(`${l[0]}Thumb`, `${1.68 * s} 0 0`, end(`${0.54 * s} 0 0.54`)),
          ),
        ),
      ),
    );
  const trunk = joint(
    'LowerBack',
    '0 0 0',
    joint(
      'Spine',
      '0.02 2.05 -0.14',
      joint(
        'Spine1',
        '0.01 2.06 -0.06',
        joint(
          'Neck',
          '0.002 2.07 0.008',
          joint('Neck1', '0.007 1.57 0.15', joint('Head', '0.03 1.56 -0.1', end('0.01 1.63 -0.05'))),
        ),
        arm(1, 'Left'),
        arm(-1, 'Right'),
      ),
    ),
  );
  const channelCount = 3 + 31 * 3;
  const frames = Array.from({ length: frameCount }, (_, frame) => {
    const angles = Array.from({ length: channelCount - 3 }, (_unused, c) =>
      frame === 0 ? (c === 6 ? -21 : 0) : 15 * Math.sin(0.1 * frame + c),
    );
    const place = [10.4194 + 0.01 * Math.max(0, frame - 1), 16.7048, -30.1003];
    return [...place, ...angles].map((v) => v.toFixed(4)).join(' ');
  });
  return (
    `HIERARCHY\nROOT Hips\n{\n\tOFFSET 0.00000 0.00000 0.00000\n` +
    `\tCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation \n` +
    `${leg(1, 'Left', 'LHipJoint')}${leg(-1, 'Right', 'RHipJoint')}${trunk}}\n` +
    `MOTION\nFrames: ${frameCount}\nFrame Time: .0083333\n${frames.join('\n')}\n`
  );
}

/** Bandai-Namco's way: a root on the floor, hips that carry the movement, positions on every joint, CRLF, centimetres. */
export function bandaiLikeBvh(frameCount = 4): string {
  const channels = 'CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation';
  const values: (readonly [number, number, number])[] = [];
  const joint = (name: string, offset: readonly [number, number, number], inside: () => string): string => {
    values.push(offset);
    return `JOINT ${name}\r\n{\r\nOFFSET ${offset.join(' ')}\r\n${channels}\r\n${inside()}}\r\n`;
  };
  const end = () => 'End Site\r\n{\r\nOFFSET 0 0 0\r\n}\r\n';
  const leg = (s: 1 | -1, l: 'L' | 'R') =>
    joint(`UpperLeg_${l}`, [9 * s, -6, 0], () =>
      joint(`LowerLeg_${l}`, [0, -42, 0], () =>
        joint(`Foot_${l}`, [0, -41, 0], () => joint(`Toes_${l}`, [0, -6, 14], end)),
      ),
    );
  const arm = (s: 1 | -1, l: 'L' | 'R') =>
    joint(`Shoulder_${l}`, [4 * s, 18, 0], () =>
      joint(`UpperArm_${l}`, [13 * s, 0, 0], () =>
        joint(`LowerArm_${l}`, [27 * s, 0, 0], () => joint(`Hand_${l}`, [24 * s, 0, 0], end)),
      ),
    );
  const body = joint('Hips', [0, 95, 0], () =>
    [
      joint('Spine', [0, 10, 0], () =>
        joint('Chest', [0, 16, 0], () =>
          [joint('Neck', [0, 24, 0], () => joint('Head', [0, 9, 0], end)), arm(1, 'L'), arm(-1, 'R')].join(''),
        ),
      ),
      leg(1, 'L'),
      leg(-1, 'R'),
    ].join(''),
  );
  const frames = Array.from({ length: frameCount }, (_, frame) =>
    [
      [0, 0, 0, 0, 0, 0],
      ...values.map(([x, y, z], i) =>
        i === 0 ? [x + frame, y - 0.5 * frame, z + 2 * frame, 0, 10 * frame, 0] : [x, y, z, 0, 0, i === 1 ? 5 : 0],
      ),
    ]
      .flat()
      .join(' '),
  );
  return (
    `HIERARCHY\r\nROOT joint_Root\r\n{\r\nOFFSET 0 0 0\r\n${channels}\r\n${body}}\r\n` +
    `MOTION\r\nFrames: ${frameCount}\r\nFrame Time: 0.033333\r\n${frames.join('\r\n')}\r\n`
  );
}

/** Mixamo's way: prefixed names, root OFFSET at hip height with absolute positions, ZXY, scientific notation. */
export function mixamoLikeBvh(): string {
  const channels = 'CHANNELS 3 Zrotation Xrotation Yrotation';
  let count = 0;
  const joint = (name: string, offset: string, ...inside: string[]): string => {
    count++;
    return `  JOINT mixamorig:${name} {\n OFFSET ${offset}\n ${channels}\n${inside.join('')} }\n`;
  };
  const end = (offset: string) => `End Site {\n OFFSET ${offset}\n}\n`;
  const leg = (s: 1 | -1, l: string) =>
    joint(
      `${l}UpLeg`,
      `${9.1 * s} -6.7 0.1`,
      joint(
        `${l}Leg`,
        '0 -4.05e+1 1e-7',
        joint(`${l}Foot`, '0 -42.1 0', joint(`${l}ToeBase`, '0 -10.4 15.3', end('0 0 7.1'))),
      ),
    );
  const arm = (s: 1 | -1, l: string) =>
    joint(
      `${l}Shoulder`,
      `${6.1 * s} 9.1 0.7`,
      joint(
        `${l}Arm`,
        `${12.9 * s} 0 0`,
        joint(`${l}ForeArm`, `${27.4 * s} 0 0`, joint(`${l}Hand`, `${27.6 * s} 0 0`, end(`${18 * s} 0 0`))),
      ),
    );
  const body = [
    joint(
      'Spine',
      '0 9.9 -1.2',
      joint(
        'Spine1',
        '0 11.7 0',
        joint(
          'Spine2',
          '0 13.5 0',
          joint('Neck', '0 15 0.9', joint('Head', '0 10.3 3.1', end('0 18.5 6.6'))),
          arm(1, 'Left'),
          arm(-1, 'Right'),
        ),
      ),
    ),
    leg(1, 'Left'),
    leg(-1, 'Right'),
  ].join('');
  const frame = (height: string, angle: string) =>
    `0 ${height} 0 ${Array.from({ length: (count + 1) * 3 }, () => angle).join('\t')}`;
  return (
    `HIERARCHY\nROOT mixamorig:Hips {\n OFFSET 0 99.79 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n${body}}\n` +
    `MOTION\nFrames: 3\nFrame Time: 0.0333333\n${frame('99.79', '0')}\n${frame('98.5', '1.5e0')}\n${frame('+97', '-2.25E-1')}\n`
  );
}
