import { defaultSkeleton } from '@leib/body';
import {
  buildRetarget,
  createPose,
  type Motion,
  motionDuration,
  retargetPose,
  sampleMotion,
  updateWorldPose,
} from '@leib/core';
import {
  anglesFromPose,
  buildAngleBinding,
  buildPoseReading,
  createAgentAngles,
  defaultAngleLayout,
  packAngles,
} from '@leib/core/pack';
import { AGENT_VALUES, type DisplayFrame, type DisplayScene } from '@leib/net';

export type ViewerKind = 'sway' | 'still';

/** A movement as a simulation of agents with the default body. */
export interface MotionOnDisplays {
  readonly scene: DisplayScene;
  /** The moment at a time, seconds; the movement begins again after its end. */
  frameAt(timeSeconds: number): DisplayFrame;
}

/** Where the first agent begins: behind the front wall of the default CAVE, metres. */
const AHEAD = 2.2;
/** Between agents of a row, metres, and the delay of each after the one before, seconds. */
const APART = 1.1;
const DELAY = 0.3;
/** Of the viewer's eyes, metres: above the floor, and behind the middle of the room. */
const EYE_HEIGHT = 1.68;
const STEP_BACK = 0.25;
/** The viewer's way from the middle to each side, metres, and the time there and back, seconds. */
const SWAY = 0.4;
const SWAY_SECONDS = 6;

export function playOnDisplays(motion: Motion, agentCount: number, viewer: ViewerKind): MotionOnDisplays {
  const retarget = buildRetarget(motion.skeleton, defaultSkeleton);
  const reading = buildPoseReading(buildAngleBinding(defaultAngleLayout, defaultSkeleton));
  const [from, to] = [createPose(motion.skeleton), createPose(defaultSkeleton)];
  const agents = Array.from({ length: agentCount }, () => createAgentAngles(defaultAngleLayout));
  const duration = Math.max(motionDuration(motion), 1 / motion.hz);
  const stepTo = (agent: number, timeSeconds: number) => {
    sampleMotion(motion, ((timeSeconds % duration) + duration) % duration, from);
    updateWorldPose(motion.skeleton, from);
    retargetPose(retarget, from, to);
    anglesFromPose(reading, to, agents[agent]);
  };
  // Recordings begin anywhere in their room: this one begins before the viewer.
  stepTo(0, 0);
  const [startX, , startZ] = agents[0].rootPosition;
  return {
    scene: {
      kinds: [{ name: motion.name.slice(0, 80), mesh: 'default', scale: 1 }],
      agents: agents.map((_, id) => ({
        id,
        kind: 0,
        origin: [(id - (agentCount - 1) / 2) * APART, 0, -AHEAD] as const,
      })),
      viewers: ['head'],
    },
    frameAt(timeSeconds) {
      const packed = new Int16Array(agentCount * AGENT_VALUES);
      for (let agent = 0; agent < agentCount; agent++) {
        stepTo(agent, timeSeconds - agent * DELAY);
        agents[agent].rootPosition[0] -= startX;
        agents[agent].rootPosition[2] -= startZ;
        packAngles(packed, agent * AGENT_VALUES, agents[agent]);
      }
      const x = viewer === 'sway' ? SWAY * Math.sin((2 * Math.PI * timeSeconds) / SWAY_SECONDS) : 0;
      return {
        number: 0,
        timeSeconds,
        viewers: [{ pose: Float64Array.of(x, EYE_HEIGHT, STEP_BACK, 0, 0, 0, 1), isTracked: true }],
        agentIds: Uint16Array.from(agents.keys()),
        packed,
        streams: [],
      };
    },
  };
}
