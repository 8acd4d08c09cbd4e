import { findTrack, InputError } from '@leib/core';
import { devicesOfTrack, recordingDuration, type TrackingRecording } from '@leib/tracking';
import { initialValues } from '../../files/settings.js';
import { settingsToJson } from '../../files/settingsFile.js';
import { rememberedBody } from '../../rooms/body/wornBody.js';
import { clipList, isClipId } from '../../world/clips/clipList.js';
import type { Studio } from '../studio.js';
import { useStudioStore } from '../studioStore.js';
import { stageTake } from '../takes/stageTake.js';
import {
  decodeSharedView,
  LINK_LIMIT,
  linkToView,
  type SharedView,
  sharedCodeOf,
  sharedViewFromJson,
  sharedViewToJson,
  toBase64Url,
} from './sharedView.js';
import { decodeTakeText, encodeTakeCode } from './takeCode.js';

/** What a take is shown with. */
interface SharedTake {
  readonly view: SharedView;
  readonly name: string;
  /** See BodyTake. */
  readonly headHeight: number | null;
}

/** A link, or how many seconds of the take would have fitted into one. */
type TakeLink = { readonly link: string } | { readonly link: null; readonly fitsSeconds: number };

/** How closely the length that fits is looked for, seconds. */
const STEP_SECONDS = 0.5;

/** Millimetres are enough for a camera. */
const round = (value: number) => Math.round(value * 1000) / 1000;

/** What is shown now, as far as a link can hold it. */
export function viewOf(studio: Studio): SharedView {
  const { settings, id } = studio.room;
  const initial = initialValues(settings.shape);
  const changed = Object.entries(settings.values()).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(initial[key]),
  );
  const { camera, controls } = studio.world.rig;
  const [position, target] = [camera.position, controls.target].map(({ x, y, z }): [number, number, number] => [
    round(x),
    round(y),
    round(z),
  ]);
  const body = studio.wardrobe.isOwnBody ? rememberedBody() : null;
  const source = sourceOf();
  return {
    room: id,
    settings: Object.fromEntries(changed),
    camera: { position, target },
    ...(source && { source }),
    ...(body && { body: { ...body, betas: body.betas.map(round) } }),
  };
}

function sourceOf(): SharedView['source'] | null {
  const { kind, label } = useStudioStore.getState().source;
  const clip = clipList.find((each) => each.label === label);
  if (kind === 'demo') return clip ? { kind: 'clip', id: clip.id } : { kind };
  return kind === 'emulator' || kind === 'feed' ? { kind } : null;
}

/** What a link cannot bring along, in words; empty where it is whole. */
export function missingInView(studio: Studio): string {
  const { source, avatar } = useStudioStore.getState();
  const isForeign = avatar !== null && !avatar.isDefault && !studio.wardrobe.isOwnBody;
  return [
    ...(isForeign ? [`the avatar ${avatar.name}, which is a file of yours`] : []),
    ...(source.kind === 'file' ? [`the recording ${source.label}`] : []),
    ...(source.kind === 'headset' ? ['your headset'] : []),
  ].join(' and ');
}

/** A link to what is shown now. */
export async function linkToNow(studio: Studio): Promise<string> {
  return linkToView(pageAddress(), viewOf(studio));
}

/** The same as a file, to be dropped onto the page. */
export function fileOfNow(studio: Studio): { readonly name: string; readonly text: string } {
  return { name: `leib-${studio.room.id}-view.json`, text: sharedViewToJson(viewOf(studio)) };
}

/** A link to a take in the present view, or how much of it would fit into one; null where the take is gone. */
export async function linkToTake(studio: Studio, id: string): Promise<TakeLink | null> {
  const { kept } = studio.takes;
  const take = kept.find(id);
  if (!take) return null;
  const track = findTrack(await kept.recordingOf(take), 'devices');
  if (!track) return null;
  return linkOfTake(pageAddress(), { ...take, view: viewOf(studio) }, devicesOfTrack(track));
}

function pageAddress(): string {
  return `${location.origin}${location.pathname}`;
}

/** Shows what the address of the page brings along, where it does. Throws InputError in one sentence where it is damaged. */
export async function openSharedAddress(studio: Studio): Promise<void> {
  const code = sharedCodeOf(location.hash);
  if (code === null) return;
  const decoded = await decodeSharedView(code);
  if (!decoded.ok) throw new InputError(decoded.path || 'link', decoded.reason);
  await openView(studio, decoded.value);
}

/** Shows a view from a file. */
export async function openSharedFile(studio: Studio, text: string): Promise<void> {
  const decoded = sharedViewFromJson(text);
  if (!decoded.ok) throw new InputError(decoded.path || 'view', decoded.reason);
  await studio.goToRoom(decoded.value.room);
  await openView(studio, decoded.value);
}

async function openView(studio: Studio, { room, settings, camera, source, body }: SharedView): Promise<void> {
  if (room !== studio.room.id) throw new InputError('room', `expected a room of this page, got "${room}"`);
  // Refuses all of it where one setting is wrong.
  studio.room.settings.load(settingsToJson(room, settings as never));
  if (body) await studio.wardrobe.wearBody(body);
  if (source) await playShared(studio, source);
  if (camera) studio.world.rig.goTo(camera.position, camera.target);
}

async function playShared({ sources }: Studio, source: NonNullable<SharedView['source']>): Promise<void> {
  switch (source.kind) {
    case 'demo':
      return sources.playDemo();
    case 'emulator':
      return sources.playEmulator();
    case 'feed':
      return sources.playFeed();
    case 'clip':
      if (!isClipId(source.id)) throw new InputError('clip', `expected a clip of this page, got "${source.id}"`);
      return sources.playClip(source.id);
    case 'take': {
      const recording = decodeTakeText(source.data);
      if (!recording.ok) throw new InputError(recording.path, recording.reason);
      sources.openFile(stageTake(recording.value, source), source.name);
    }
  }
}

/** A link to a view of a page in which a take plays. */
export async function linkOfTake(
  page: string,
  { view, name, headHeight }: SharedTake,
  recording: TrackingRecording,
): Promise<TakeLink> {
  const linkOf = (seconds: number) => {
    const data = toBase64Url(encodeTakeCode(recording, seconds));
    return linkToView(page, { ...view, source: { kind: 'take', name, headHeight, data } });
  };
  const duration = recordingDuration(recording);
  const link = await linkOf(duration);
  if (link.length <= LINK_LIMIT) return { link };
  let [fits, tooLong] = [0, duration];
  while (tooLong - fits > STEP_SECONDS) {
    const middle = (fits + tooLong) / 2;
    if ((await linkOf(middle)).length <= LINK_LIMIT) fits = middle;
    else tooLong = middle;
  }
  return { link: null, fitsSeconds: Math.floor(fits * 10) / 10 };
}
