import {
  type CalibrationSession,
  describeProposal,
  roleNames,
  sessionSteps,
  type TrackerRole,
} from '@leib/calibration';
import type { FigureLook, FigureShape, RoomAction, RoomCard } from '../../world/roomScene.js';
import type { WearController } from './wearController.js';

type SessionStep = CalibrationSession['step'];

export const stepNames: Readonly<Record<SessionStep, string>> = {
  putOn: 'Put on',
  space: 'Bring together',
  tPose: 'T-pose',
  roles: 'Who is who',
  joints: 'Joints',
  proportions: 'Proportions',
  mirror: 'Mirror',
};

/** Shorter names for small screens. */
export const shortStepNames: Readonly<Record<SessionStep, string>> = {
  ...stepNames,
  space: 'Together',
  roles: 'Roles',
  proportions: 'Lengths',
};

/** The steps of this session; without 'space' when there is one tracked space only. */
export function shownSteps({ space }: CalibrationSession): readonly SessionStep[] {
  return space.names.length > 0 ? sessionSteps : withoutSpaces;
}

const withoutSpaces = sessionSteps.filter((step) => step !== 'space');

/** The step's name with its current joint: "Joints: left hand". */
export function stepTitle({ step, joints }: CalibrationSession): string {
  return step === 'joints' && joints.length > 0 ? `${stepNames.joints}: ${roleNames[joints[0]]}` : stepNames[step];
}

/** What goes on without a result is called, step by step; the last step has nothing to go on to. */
export const goOnWords: Readonly<Partial<Record<SessionStep, string>>> = {
  space: 'Skip',
  joints: 'Skip this joint',
  proportions: 'Skip',
  roles: 'Skip',
  tPose: 'Skip',
  putOn: 'Go on',
};

/** The decisions of the present step: what is found is taken or done again, what is not wanted is skipped. */
export function wearActions(controller: WearController): readonly RoomAction[] {
  const { step, history } = controller.session;
  const command = (type: 'accept' | 'repeat' | 'skip' | 'back') => () => controller.command({ type });
  const actions: RoomAction[] = [];
  const goOn = goOnWords[step];
  if (history.proposal !== null) {
    actions.push({ id: 'accept', label: 'Take it', icon: 'accept', isOn: true, run: command('accept') });
    actions.push({ id: 'again', label: 'Again', icon: 'again', run: command('repeat') });
  } else if (goOn) actions.push({ id: 'skip', label: goOn, icon: 'skip', run: command('skip') });
  if (step !== 'putOn') actions.push({ id: 'back', label: 'Back', icon: 'back', run: command('back') });
  if (step === 'mirror') {
    const start = () => controller.command({ type: 'goTo', step: 'putOn' });
    actions.push({ id: 'start', label: 'From the start', icon: 'again', run: start });
  }
  return actions;
}

/** What the present step asks for, with its picture. */
export function wearCard({ session }: WearController): RoomCard {
  const { step, text, progress, problems, history, space } = session;
  const { proposal } = history;
  const role = step === 'joints' ? (session.joints[0] ?? null) : null;
  return {
    title: `${shownSteps(session).indexOf(step) + 1}  ${stepTitle(session)}`,
    text: step === 'roles' && proposal !== null ? `${text} ${describeProposal(proposal)}` : text,
    figure: stepFigure(step, role),
    // Rounded, so that the card is not redrawn for every frame.
    progress: step === 'mirror' || proposal !== null ? null : Math.round(progress * 100) / 100,
    warning: problems.find((problem) => problem !== text) ?? space.drifted ?? '',
  };
}

type Point = readonly [x: number, y: number];

/** Positions of tracker dots on the figure, which is seen from the front: its left is at the right. */
const places: Readonly<Record<TrackerRole, Point>> = {
  leftHand: [110, 35],
  rightHand: [10, 35],
  leftElbow: [85, 35],
  rightElbow: [35, 35],
  chest: [60, 44],
  hips: [60, 66],
  leftKnee: [69, 89],
  rightKnee: [51, 89],
  leftFoot: [71, 113],
  rightFoot: [49, 113],
};
const shownTrackers: readonly TrackerRole[] = ['leftHand', 'rightHand', 'chest', 'hips', 'leftFoot', 'rightFoot'];

const standing = 'M60 26 V68 M60 35 H10 M60 35 H110 M60 68 L51 90 L49 114 L43 116 M60 68 L69 90 L71 114 L77 116';
const moving =
  'M60 26 V66 M60 35 L42 47 L30 34 M60 35 L79 46 L92 58 M60 66 L49 86 L36 104 L30 103 M60 66 L74 84 L73 111 L80 113';
const movingArrows = 'M20 34 q-2 -12 8 -20 m-6 1 l6 -1 l1 6 M100 66 q8 8 4 20 m-3 -5 l3 5 l5 -3';
const armsOut = 'M20 24 H6 m4 -4 l-4 4 l4 4 M100 24 H114 m-4 -4 l4 4 l-4 4';
const mirrorGlass = 'M19 4 H101 a5 5 0 0 1 5 5 V117 a5 5 0 0 1 -5 5 H19 a5 5 0 0 1 -5 -5 V9 a5 5 0 0 1 5 -5 Z';
const visor =
  'M53 12 H67 a2.5 2.5 0 0 1 2.5 2.5 v2 a2.5 2.5 0 0 1 -2.5 2.5 H53 a2.5 2.5 0 0 1 -2.5 -2.5 v-2 a2.5 2.5 0 0 1 2.5 -2.5 Z';

const path = (look: FigureLook, d: string): FigureShape => ({ kind: 'path', look, d });
const dot = ([x, y]: Point): FigureShape => ({ kind: 'circle', look: 'dot', x, y, r: 4 });

/** A figure of what a step asks for. @param role the joint that is turned, in the step of the joints */
export function stepFigure(step: SessionStep, role: TrackerRole | null): readonly FigureShape[] {
  const isMoving = step === 'space' || step === 'proportions' || step === 'mirror';
  return [
    ...(step === 'mirror' ? [path('glass', mirrorGlass)] : []),
    { kind: 'circle', look: 'body', x: 60, y: 16, r: 9 },
    ...(step === 'mirror' ? [] : [path('visor', visor)]),
    ...(isMoving ? [path('body', moving), path('arrow', movingArrows)] : [path('body', standing)]),
    ...(isMoving ? [] : (role === null ? shownTrackers : [role]).map((point) => dot(places[point]))),
    ...(role === null ? [] : [roundArrow(places[role])]),
    ...(step === 'tPose' ? [path('arrow', armsOut)] : []),
    ...(step === 'space' ? [dot([60, 5])] : []),
    ...(step === 'roles' ? [{ kind: 'letter', look: 'mark', x: 60, y: 104, text: '?' } as const] : []),
  ];
}

function roundArrow([x, y]: Point): FigureShape {
  return path('arrow', `M${x - 9} ${y - 3} a9.5 9.5 0 1 1 4 11 m0 -5 l0 5 l5 1`);
}
