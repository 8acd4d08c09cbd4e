import type { HumanoidBone } from '@leib/core';
import type { Avatar, AvatarRig } from '@leib/three';
import { useEffect, useRef, useState } from 'react';
import { useClock } from '../../time/useClock.js';
import { wantsLessMotion } from '../../ui/media.js';
import { boneLabel } from './boneRows.js';
import { type CheckPart, checkAt, type DrawnJoint, RigPicture } from './rigPicture.js';

export interface RigViewProps {
  readonly rig: AvatarRig;
  /** The avatar in the T-pose; null: the rig as it is in the file. */
  readonly avatar: Avatar | null;
  /** What the T-pose check moves: a part, all in turn, or nothing. */
  readonly moving: CheckPart | 'all' | null;
  /** The bone that each joint is. */
  readonly boneOf: ReadonlyMap<string, HumanoidBone>;
  readonly doubtful: ReadonlySet<string>;
  /** Joints that are drawn and can be picked. */
  readonly isShown: (joint: number) => boolean;
  readonly selected: string | null;
  readonly onPick: (joint: string | null) => void;
  readonly onPart: (part: CheckPart) => void;
}

/** A finger is wider than a mouse pointer. */
const reachOf = (pointerType: string) => (pointerType === 'mouse' ? 16 : 26);

/** The rig's picture with its joints drawn over it. Dragging turns it, a click picks the nearest joint. */
export function RigView(props: RigViewProps) {
  const { rig, avatar, boneOf, doubtful, isShown, selected, onPick } = props;
  const surface = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useRef<RigPicture | null>(null);
  const pressed = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const [joints, setJoints] = useState<readonly DrawnJoint[]>([]);
  const [hovered, setHovered] = useState(-1);

  useEffect(() => {
    if (!canvas.current || !surface.current) return;
    const element = surface.current;
    const made = new RigPicture(rig, canvas.current, element, setJoints);
    picture.current = made;
    const watcher = new ResizeObserver(() => made.resize(element.clientWidth, element.clientHeight));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.dispose();
      picture.current = null;
    };
  }, [rig]);
  useEffect(() => picture.current?.showAvatar(avatar), [avatar]);
  useCheckMoves(props, picture);

  const pickAt = (event: React.PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    return pickJoint(joints, isShown, at, reachOf(event.pointerType));
  };
  const named = joints[hovered] ?? joints.find(({ name }) => name === selected);
  return (
    <div
      ref={surface}
      className="rig-view"
      onPointerDown={(event) => {
        pressed.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => setHovered(pickAt(event))}
      onPointerLeave={() => setHovered(-1)}
      onPointerUp={(event) => {
        const from = pressed.current;
        const isClick = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 6;
        if (isClick) onPick(joints[pickAt(event)]?.name ?? null);
      }}
    >
      <canvas ref={canvas} />
      <svg role="img" aria-label="The joints of this avatar; the list has them, too">
        {joints.map(({ name, x, y, parent }, joint) => {
          const above = joints[parent];
          if (!isShown(joint) || !Number.isFinite(x) || !above || !Number.isFinite(above.x)) return null;
          return <line key={name} x1={above.x} y1={above.y} x2={x} y2={y} />;
        })}
        {joints.map(({ name, x, y }, joint) => {
          if (!isShown(joint) || !Number.isFinite(x)) return null;
          const state = doubtful.has(name) ? 'doubtful' : boneOf.has(name) ? 'mapped' : 'free';
          const isMarked = name === selected || joint === hovered;
          return (
            <circle
              key={name}
              data-joint={name}
              data-state={state}
              data-marked={isMarked}
              cx={x}
              cy={y}
              r={isMarked ? 7 : 4.5}
            />
          );
        })}
      </svg>
      {named && Number.isFinite(named.x) && <JointName joint={named} bone={boneOf.get(named.name)} />}
    </div>
  );
}

function JointName({ joint, bone }: { readonly joint: DrawnJoint; readonly bone: HumanoidBone | undefined }) {
  return (
    <span className="joint-name" style={{ left: joint.x, top: joint.y }}>
      <strong>{joint.name}</strong> {bone ? boneLabel(bone) : 'no bone yet'}
    </span>
  );
}

/** Moves the shown avatar by the page's clock; with reduced motion a part is shown bent, and nothing moves. */
function useCheckMoves({ avatar, moving, onPart }: RigViewProps, picture: React.RefObject<RigPicture | null>): void {
  const clock = useClock();
  useEffect(() => {
    if (!avatar) return;
    if (moving === null) {
      picture.current?.bend(null, 0);
      return;
    }
    const isStill = wantsLessMotion();
    const from = clock.nowSeconds;
    const show = () => {
      const seconds = clock.nowSeconds - from;
      const now = checkAt(seconds);
      const part = moving === 'all' ? now.part : moving;
      picture.current?.bend(part, isStill ? 1 : now.amount);
      onPart(part);
    };
    show();
    return isStill && moving !== 'all' ? undefined : clock.refreshEvery(1 / 30, show);
  }, [avatar, moving, onPart, picture, clock]);
}

/** The nearest of these joints within reach of a point, pixels; -1 where none is. */
function pickJoint(
  joints: readonly DrawnJoint[],
  isShown: (joint: number) => boolean,
  at: { readonly x: number; readonly y: number },
  reach: number,
): number {
  let nearest = -1;
  let best = reach;
  joints.forEach(({ x, y }, joint) => {
    const distance = Math.hypot(x - at.x, y - at.y);
    if (!isShown(joint) || !(distance <= best)) return;
    nearest = joint;
    best = distance;
  });
  return nearest;
}
