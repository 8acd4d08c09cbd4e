import { findTrack, InputError } from '@leib/core';
import { bodiesOfFeed, createRecordedBodySource } from '@leib/mocap';
import { devicesOfTrack } from '@leib/tracking';
import type { KeptTake } from '../../../files/takes/take.js';
import type { MocapController } from '../mocapController.js';
import { useMocapPanel } from '../mocapTabStore.js';
import { bodyMapOf } from '../settings/bodyIds.js';
import { takeSettingText } from '../settings/loadSettingFile.js';
import { type MocapFile, readMocapFile } from './mocapFile.js';

/** Opens a dropped or chosen file in the room; false for one of another room. Throws InputError where it is wrong. */
export async function openMocapFile(controller: MocapController, file: File): Promise<boolean> {
  try {
    const opened = await readMocapFile(file);
    if (opened.kind === 'other') return false;
    await take(controller, file, opened);
    return true;
  } catch (error) {
    throw new InputError(file.name, (error as Error).message, { cause: error });
  }
}

async function take(controller: MocapController, file: File, opened: MocapFile): Promise<void> {
  const { markers, takes } = controller;
  switch (opened.kind) {
    case 'bodies':
      return controller.playBodies(createRecordedBodySource(opened.recording, file.name));
    case 'feed': {
      const bodies = bodiesOfFeed(opened.recording, bodyMapOf(controller.settings.values().bodyIds));
      return controller.playBodies(createRecordedBodySource(bodies, file.name));
    }
    case 'dtrack':
      return controller.playLog({ bytes: opened.bytes, name: file.name });
    case 'offsets':
    case 'bodyIds':
    case 'skeleton':
      return takeSettingText(controller, opened.kind, opened.text);
    case 'take': {
      const kept = await takes.open(opened.bytes, file.name);
      if (opened.bodies === null) return controller.playTake(kept);
      return controller.playBodies(createRecordedBodySource(opened.bodies, file.name));
    }
    case 'markers':
      if (await markers.open(opened.bytes, file.name)) controller.playMarkers();
      return;
    case 'markerMap':
      if (await markers.refit(opened.text)) controller.playMarkers();
      return;
    case 'combination':
      return combine(controller, opened.text);
    case 'agent':
      return controller.showAgentFile(file);
    case 'mesh':
      useMocapPanel.setState({ tab: 'rig' });
      return controller.rigging.open(file);
    case 'other':
  }
}

/** Solves the bodies that a take was solved from again, with the settings of now. */
export async function solveBodiesOf(controller: MocapController, take: KeptTake): Promise<void> {
  const track = findTrack(await controller.takes.kept.recordingOf(take), 'devices');
  if (!track) throw new InputError(take.name, 'expected bodies in it, got none; play the take');
  controller.playBodies(createRecordedBodySource(devicesOfTrack(track), take.name));
}

/** Kept takes as a file puts them together. */
async function combine(controller: MocapController, text: string): Promise<void> {
  const { kept, notes } = await controller.takes.combineFile(text);
  for (const note of notes) controller.say('info', note);
  useMocapPanel.setState({ tab: 'takes' });
  await controller.playTake(kept);
}
