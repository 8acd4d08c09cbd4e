import { defaultSkeleton } from '@leib/body';
import { createPersonKind, isPersonActor, type Person, personDoc } from '@leib/embody';
import { createStage, type Stage } from '@leib/stage';
import { isTracked, POSE_SIZE, pointNumber } from '@leib/tracking';
import { Group } from 'three';
import { expect, test } from 'vitest';
import { createSettingsStore } from '../../../files/settingsStore.js';
import { stageDemo } from '../../../world/demo/stageDemo.js';
import { Wearer } from '../../../world/wearer.js';
import type { World } from '../../../world/world.js';
import { WearController } from '../wearController.js';
import { wearRoom } from '../wearRoom.js';
import { TRACKED, wearShape } from '../wearShape.js';
import { WornPerson } from './wornPerson.js';

const hz = 60;
const { head, leftHand, rightFoot, hips } = pointNumber;

/** The room's two actors, moved by the demo. */
function openWear(values: { readonly simulate: boolean }) {
  const settings = createSettingsStore('wear', wearShape, { getItem: () => null, setItem() {} });
  settings.setAll(values);
  const controller = new WearController({ showProfile() {} });
  const page = stageDemo();
  const world = {
    locomotion: { root: new Group() },
    body: null,
    scales: { shown: 1, wearer: 1, eyes: 1 },
    renderer: { xr: { isPresenting: false } },
    wearer: new Wearer(),
    things: page.things,
    stage: null as Stage | null,
  };
  const worn = new WornPerson(world as unknown as World, settings, controller);
  const over = worn.sourceOver(page);
  const kind = createPersonKind({
    source: ({ source }) => (source.kind === 'room' ? over : page).source,
    body: (_doc, id) => {
      const source = id === TRACKED ? page : over;
      const devices = () => source.place(1);
      return { skeleton: defaultSkeleton, settings: { fit: null }, between: { devices } };
    },
  });
  const { actors } = wearRoom.docOf(settings.values());
  const doc = { format: 'leib-stage/1', things: [], ground: { height: 0 }, view: {}, script: null, sinks: [] } as const;
  const docs = Object.entries(actors).map(([id, { source }]) => [
    id,
    personDoc({ solver: 'none', fit: null }, { source }),
  ]);
  world.stage = createStage({ person: kind }, { ...doc, actors: Object.fromEntries(docs) });
  const personOf = (id: string): Person => {
    const actor = world.stage?.actors.get(id);
    if (!isPersonActor(actor)) throw new Error(`${id} is not there`);
    return actor.person;
  };
  return { stage: world.stage, controller, over, tracked: personOf(TRACKED), me: personOf('me') };
}

test('what trackers are found to sit on moves the person, whose source knows head and hands only', () => {
  const { stage, controller, over, tracked, me } = openWear({ simulate: true });
  for (let frame = 0; frame < 8 * hz; frame++) stage.step(1 / hz);
  expect(controller.session.step).toBe('roles');
  for (const point of [head, leftHand, rightFoot, hips]) expect(isTracked(me.reader.tracked, point)).toBe(true);
  for (const point of [rightFoot, hips]) expect(isTracked(tracked.reader.tracked, point)).toBe(false);
  // In the T-pose the hand is out to the side, wherever the demo has it.
  expect(me.reader.tracked.jointPoses[leftHand * POSE_SIZE]).toBeGreaterThan(0.6);
  expect(over.found?.stature).toBeCloseTo(controller.shownProfile.stature ?? 0, 9);
});

test('without trackers the person is what the page’s source measures', () => {
  const { stage, over, tracked, me } = openWear({ simulate: false });
  for (let frame = 0; frame < hz; frame++) {
    stage.step(1 / hz);
    expect([...me.reader.joints.quality]).toEqual([...tracked.reader.joints.quality]);
    for (let k = 0; k < 3 * POSE_SIZE; k++)
      expect(me.reader.joints.jointPoses[k]).toBeCloseTo(tracked.reader.joints.jointPoses[k], 9);
  }
  expect(over.found).toEqual({ stature: null, proportions: null });
});
