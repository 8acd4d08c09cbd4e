import type { KeySituation } from './keys.js';

/** What hands do without keys, by what they hold. Help shows the list of the device that is used. */
export type PointingDevice = 'mouse' | 'touch' | 'controllers';

export interface Gesture {
  readonly gesture: string;
  readonly does: string;
  readonly when: (situation: KeySituation) => boolean;
}

const always = () => true;
const isEmulated = ({ source, isStill, isEmulatedVr }: KeySituation) =>
  (source === 'emulator' && !isStill) || isEmulatedVr;
const isPuppet = ({ roomId, isEmulatedVr }: KeySituation) => roomId === 'puppet' && !isEmulatedVr;
const isOutside = ({ isEmulatedVr }: KeySituation) => !isEmulatedVr;
const isIn = (id: string) => (now: KeySituation) => now.roomId === id && !now.isEmulatedVr;

export const gestures: Readonly<Record<PointingDevice, readonly Gesture[]>> = {
  mouse: [
    { gesture: 'Drag', does: 'look from another side', when: isOutside },
    { gesture: 'Right button, drag', does: 'move the view; in Puppet, turn the hand', when: isOutside },
    { gesture: 'Wheel', does: 'nearer, farther', when: isOutside },
    {
      gesture: 'Drag a ball',
      does: 'move the head or a hand; wheel while dragging: nearer or farther',
      when: isEmulated,
    },
    { gesture: 'Shift, drag a ball', does: 'turn it', when: isEmulated },
    { gesture: 'Drag the picture', does: 'look around', when: ({ isEmulatedVr }) => isEmulatedVr },
    { gesture: 'Move', does: 'the puppet follows; Shift and wheel: away and near', when: isPuppet },
    { gesture: 'Drag a ring', does: 'pull what it holds', when: isPuppet },
    { gesture: 'Drag the body', does: 'push it', when: isIn('reembody') },
    { gesture: 'Drop a file', does: 'open it: a motion, an avatar, settings', when: always },
  ],
  touch: [
    { gesture: 'One finger', does: 'look from another side', when: ({ roomId }) => roomId !== 'puppet' },
    {
      gesture: 'Two fingers',
      does: 'pinch: nearer, farther; drag: move the view',
      when: ({ roomId }) => roomId !== 'puppet',
    },
    { gesture: 'Left stick', does: 'walk', when: (now) => isEmulated(now) || isIn('embody')(now) },
    { gesture: 'Right stick', does: 'turn', when: (now) => isEmulated(now) || isIn('embody')(now) },
    { gesture: 'Drag a ball', does: 'move the head or a hand', when: isEmulated },
    { gesture: 'One finger', does: 'the puppet follows; two turn and zoom the view', when: isPuppet },
    { gesture: 'Rest a finger, then drag', does: 'turn the hand', when: isPuppet },
    { gesture: 'Finger pads', does: 'bend single fingers: drag down', when: isPuppet },
    { gesture: 'Drag a ring', does: 'pull what it holds, several at once', when: isPuppet },
    { gesture: 'Drag the body', does: 'push it', when: isIn('reembody') },
    { gesture: 'Drag the handle', does: 'make the panel higher or lower; a tap does it, too', when: always },
    { gesture: 'Rest a finger on a control', does: 'says what it does', when: always },
  ],
  controllers: [
    { gesture: 'Move head and hands', does: 'the body follows', when: always },
    { gesture: 'Left stick', does: 'walk, in rooms with a world to walk in', when: isInVr },
    { gesture: 'Trigger, or pinch', does: 'press what the ray points at', when: isInVr },
    {
      gesture: 'Trigger, or pinch, and move',
      does: 'push the second body, or pull a thing, that the ray points at',
      when: (now) => isInVr(now) && now.roomId === 'reembody',
    },
    { gesture: 'Grip', does: 'hold things', when: isInVr },
  ],
};

function isInVr({ isEmulatedVr }: KeySituation): boolean {
  return isEmulatedVr;
}
