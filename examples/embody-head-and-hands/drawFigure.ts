import { jointOfBone, type Pose, type Skeleton } from '@leib/core';
import { type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';

/** Pixels of one metre. The figures are seen from their left: +Z is to the right, +Y is up. */
const SCALE = 150;
const [WIDTH, HEIGHT, FLOOR] = [620, 290, 275];

const toX = (z: number) => (40 + z * SCALE).toFixed(1);
const toY = (y: number) => (FLOOR - y * SCALE).toFixed(1);

/** One body as lines from each joint to its parent; dots are what was tracked. Fingers, eyes and jaw are left out. */
export function drawFigure(skeleton: Skeleton, pose: Pose, joints: JointFrame): string {
  const { worldPositions: at } = pose;
  const right = new Set((['rightUpperArm', 'rightUpperLeg'] as const).map((bone) => jointOfBone(skeleton, bone)));
  const isRight: boolean[] = [];
  const [near, far]: [string[], string[]] = [[], []];
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const parent = skeleton.parents[joint];
    isRight[joint] = right.has(joint) || (parent >= 0 && isRight[parent]);
    if (parent < 0 || /Thumb|Index|Middle|Ring|Little|Eye|jaw/.test(skeleton.names[joint])) continue;
    const [from, to] = [parent * 3, joint * 3];
    const ends = `x1="${toX(at[from + 2])}" y1="${toY(at[from + 1])}" x2="${toX(at[to + 2])}" y2="${toY(at[to + 1])}"`;
    (isRight[joint] ? far : near).push(`<line ${ends} class="${isRight[joint] ? 'far' : 'near'}"/>`);
  }
  const dots = (['head', 'leftHand', 'rightHand'] as const).map((point) => {
    const [, y, z] = joints.jointPoses.subarray(pointNumber[point] * POSE_SIZE);
    return `<circle cx="${toX(z)}" cy="${toY(y)}" r="4"/>`;
  });
  return `<g>${far.join('')}${near.join('')}${dots.join('')}</g>`;
}

export function drawPage(figures: readonly string[]): string {
  const style =
    'line{stroke-width:4;stroke-linecap:round}.near{stroke:#1f5fa8}.far{stroke:#8fb4dd}circle{fill:#e0662a}.floor{stroke:#999;stroke-width:1}';
  const floor = `<line x1="0" y1="${FLOOR}" x2="${WIDTH}" y2="${FLOOR}" class="floor"/>`;
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  const title = '<title>The whole body from head and hands: dots are tracked</title>';
  const background = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${title}<style>${style}</style>${background}${floor}\n${figures.join('\n')}\n</svg>\n`;
}
