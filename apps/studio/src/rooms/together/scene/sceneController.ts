import { InputError, isRecord, ownValue } from '@leib/core';
import { readGltfJson } from '@leib/formats';
import {
  type BuiltScan,
  buildScan,
  decodeScanAbout,
  isSplatPly,
  museumScan,
  openPoints,
  rangeSourceOf,
  readSplatsAbout,
  type ScanAbout,
  splatEndings,
} from '@leib/formats/scan';
import { fetchFile, sendFile } from '@leib/net';
import type { Change, Json } from '@leib/stage';
import { isReplayedId, type RoomReplay, type SharedRoom } from '@leib/together';
import type { WebGLRenderer } from 'three';
import { isTouchScreen } from '../../../ui/media.js';
import type { ScanFilesSource } from './scanItem.js';
import {
  isScanName,
  placeAtStart,
  poseOf,
  readSceneThing,
  type ScenePlace,
  type SceneThing,
  thingOf,
} from './sceneThing.js';
import type { SceneItem, SharedScene, ShownThing } from './sharedScene.js';
import type { SplatDrawing } from './splatItem.js';

/** A scan that the server offers. */
export interface OfferedScan {
  /** Its folder, or its file of splats. */
  readonly id: string;
  readonly name: string;
  readonly isSplats: boolean;
  /** Null for splats, and for tilesets of others. */
  readonly about: ScanAbout | null;
}

/** One line of the panel. */
export interface SceneLine {
  readonly thing: SceneThing;
  /** How far it is, in words. */
  readonly words: string;
  readonly isProblem: boolean;
}

/** What the scene asks of the room around it. */
export interface SceneHost {
  readonly address: string;
  readonly renderer: WebGLRenderer;
  room(): SharedRoom | null;
  /** A recorded room that is shown. */
  replay(): RoomReplay | null;
  /** What was changed is taken back by Ctrl+Z. */
  change(changes: readonly Change[]): void;
  /** Time stands still until what is on its way is there. */
  hold(): () => void;
}

/** Points of a scan in memory, by what the page runs on. */
const budgets = { small: 700_000, normal: 2_500_000, large: 6_000_000 } as const;
export type ScanBudget = keyof typeof budgets;
export const pointsOf = (budget: ScanBudget) => budgets[budget];

/** Files that are a scan of points, or splats; others are models. */
const pointEndings = /\.(ply|las|laz|e57)$/i;
/** Of a file of splats on the server, bytes. */
const MOST_SPLAT_BYTES = 256 << 20;

/** What people do with the scene of their room: add, place, remove; and what it costs here. */
export class SceneController {
  /** Of this page alone. */
  budget: ScanBudget = isTouchScreen() ? 'small' : 'normal';
  pointSize = 2;
  /** Null: not asked yet. */
  offered: readonly OfferedScan[] | null = null;
  /** Why there are none; null where there is nothing to say. */
  problem: string | null = null;
  isBusy = false;
  isCarrying = false;
  readonly #host: SceneHost;
  readonly #scene: SharedScene;
  /** The room whose server was asked, while the connection to it is open. */
  #askedIn: SharedRoom | null = null;
  /** Files that were opened here: a server that was started again has them no longer. */
  readonly #given = new Map<string, Uint8Array<ArrayBuffer>>();
  #splats: Promise<SplatDrawing> | null = null;

  constructor(host: SceneHost, scene: SharedScene) {
    this.#host = host;
    this.#scene = scene;
  }

  /** What stands in the room; of a recorded one, what stood there then. */
  lines(isThen: boolean): readonly SceneLine[] {
    const shown = this.#scene.shown.filter(({ thing }) => isReplayedId(thing.id) === isThen);
    return shown.map((one) => ({ thing: one.thing, ...wordsOf(one) }));
  }

  /** Asks the server once for each connection, and gives it again what it may have lost. */
  follow(room: SharedRoom | null): void {
    const open = room?.state === 'open' && room.doc ? room : null;
    if (open === this.#askedIn) return;
    this.#askedIn = open;
    if (open === null) return;
    void this.#askForScans();
    void this.#giveAgain(open);
  }

  addExample(): void {
    // The middle of the floor of the example, beside its pedestal.
    this.#add('scan', 'Museum (example)', { kind: 'example' }, placeAtStart(null));
  }

  addOffered({ id, name, about, isSplats }: OfferedScan): void {
    const place = placeAtStart(about?.start ?? null);
    const origin = { kind: 'server', scan: id } as const;
    if (isSplats) this.#add('splats', name, origin, { ...place, up: /\.spz$/i.test(id) ? 'y' : '-y' });
    else this.#add('scan', name, origin, place);
  }

  /** A file for all: read here first, so that what is wrong with it is said to who opens it. Throws InputError. */
  async addFile(file: File): Promise<void> {
    this.isBusy = true;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { kind, place } = await this.#check(file, bytes);
      const hash = await sendFile(this.#host.address, bytes, () => {}, new AbortController().signal);
      this.#given.set(hash, bytes);
      const name = file.name.replace(/\.[^.]*$/, '').slice(0, 80) || 'Scene';
      this.#add(kind, name, { kind: 'file', hash, file: file.name.slice(0, 200) }, place);
    } finally {
      this.isBusy = false;
    }
  }

  /** Whether a dropped file is for the scene: points, splats, or a model that has no bones, which is nobody's body. */
  async takesFile(file: File): Promise<boolean> {
    if (this.#host.room() === null) return false;
    if (pointEndings.test(file.name) || splatEndings.test(file.name)) return true;
    if (!/\.glb$/i.test(file.name)) return false;
    try {
      const { skins, extensionsUsed = [] } = readGltfJson(new Uint8Array(await file.arrayBuffer()));
      return (!Array.isArray(skins) || skins.length === 0) && !extensionsUsed.some((name) => name.startsWith('VRM'));
    } catch {
      return false;
    }
  }

  /** In a headset: what the right hand points at goes with it while its trigger is held. */
  setCarrying(isCarrying: boolean): void {
    this.isCarrying = isCarrying;
  }

  setBudget(budget: ScanBudget): void {
    this.budget = budget;
  }

  setPointSize(pixels: number): void {
    this.pointSize = pixels;
  }

  remove(id: string): void {
    this.#host.change([{ path: ['things', id] }]);
  }

  /** What is shown may be a moment old: the rest of its place is as the document has it now. Moves of one gesture are taken back together. */
  move({ id, place: shown }: SceneThing, change: Partial<ScenePlace>, gesture?: string): void {
    const thing = this.#host.room()?.doc?.things.find((one) => one.id === id);
    const place = (thing && readSceneThing(thing)?.place) ?? shown;
    const next = { ...place, ...change };
    const pose: Change = { path: ['things', id, 'pose'], value: poseOf(next) as unknown as Json };
    const changes: Change[] = [gesture === undefined ? pose : { ...pose, gesture }];
    if (next.scale !== place.scale) changes.push({ path: ['things', id, 'settings', 'scale'], value: next.scale });
    if (next.up && next.up !== place.up) changes.push({ path: ['things', id, 'settings', 'up'], value: next.up });
    this.#host.change(changes);
  }

  /** The floor in it comes to the floor of the stage. */
  putOnFloor(thing: SceneThing): void {
    const floorY = this.#scene.shown.find((shown) => shown.thing.id === thing.id)?.item?.floorY ?? null;
    if (floorY !== null) this.move(thing, { y: -floorY * thing.place.scale });
  }

  /** What a thing shows. Throws InputError. */
  async open(thing: SceneThing, signal: AbortSignal): Promise<SceneItem> {
    const release = this.#host.hold();
    try {
      return await this.#make(thing, signal);
    } finally {
      release();
    }
  }

  async #make({ id, kind, origin }: SceneThing, signal: AbortSignal): Promise<SceneItem> {
    const { address, renderer } = this.#host;
    if (origin.kind === 'server') {
      const token = new URL(address).searchParams.get('token');
      const url = new URL(`/api/scans/${encodeURIComponent(origin.scan)}`, address);
      if (kind !== 'splats') return scanItem({ url: `${url.href}/`, files: null, token });
      if (token !== null) url.searchParams.set('token', token);
      return (await this.#drawing()).open(origin.scan, await fetchSplats(url, signal));
    }
    if (origin.kind === 'example') {
      return scanInMemory(id, await buildScan('Museum', museumScan(), { up: 'z', metresPerUnit: 1 }));
    }
    const recorded = isReplayedId(id) ? this.#host.replay()?.recording.files?.get(origin.hash) : undefined;
    const bytes = recorded?.slice().buffer ?? (await fetchFile(address, origin.hash, () => {}, signal));
    if (kind === 'splats') return (await this.#drawing()).open(origin.file, new Uint8Array(bytes));
    if (kind === 'scan') return scanInMemory(id, await buildFromBytes(origin.file, new Uint8Array(bytes)));
    const { openModelItem } = await import('./modelItem.js');
    return openModelItem(new File([bytes], origin.file || 'model.glb'), renderer);
  }

  /** What a file shows, and where it stands first: its floor on that of the room. Throws InputError. */
  async #check(file: File, bytes: Uint8Array): Promise<Pick<SceneThing, 'kind' | 'place'>> {
    if (splatEndings.test(file.name) || isSplatPly(bytes)) {
      const { up } = await readSplatsAbout(rangeSourceOf(file.name, bytes));
      const item = await (await this.#drawing()).open(file.name, bytes);
      item.setUp?.(up);
      const place = { ...placeAtStart([0, item.floorY ?? 0, 0]), up };
      item.dispose();
      return { kind: 'splats', place };
    }
    if (pointEndings.test(file.name))
      return { kind: 'scan', place: placeAtStart((await buildFromBytes(file.name, bytes)).about.start) };
    const { openModelItem } = await import('./modelItem.js');
    (await openModelItem(file, this.#host.renderer)).dispose();
    return { kind: 'model', place: placeAtStart(null) };
  }

  /** What draws splats is loaded with the first of them. */
  #drawing(): Promise<SplatDrawing> {
    this.#splats ??= import('./splatItem.js').then(
      ({ SplatDrawing }) => new SplatDrawing(this.#host.renderer, this.#scene.root),
    );
    return this.#splats;
  }

  #add(kind: SceneThing['kind'], name: string, origin: SceneThing['origin'], place: ScenePlace): void {
    const taken = new Set((this.#host.room()?.doc?.things ?? []).map(({ id }) => id));
    let number = 1;
    while (taken.has(`scene-${number}`)) number++;
    // Of two who add at once, each has its own.
    const id = `scene-${number}-${Math.random().toString(36).slice(2, 6)}`;
    const thing = thingOf({ id, kind, name, origin, place });
    this.#host.change([{ path: ['things', id], value: thing as unknown as Json }]);
  }

  async #giveAgain({ doc }: SharedRoom): Promise<void> {
    const wanted = new Set(doc?.things.map(({ settings }) => settings.hash));
    for (const [hash, bytes] of this.#given) {
      if (!wanted.has(hash)) this.#given.delete(hash);
      // What fails now is tried again with the next connection.
      else await sendFile(this.#host.address, bytes, () => {}, new AbortController().signal).catch(() => {});
    }
    this.#scene.tryAgain();
  }

  async #askForScans(): Promise<void> {
    const url = new URL('/api/scans', this.#host.address);
    const token = new URL(this.#host.address).searchParams.get('token');
    if (token !== null) url.searchParams.set('token', token);
    try {
      const response = await fetch(url);
      const json: unknown = response.ok ? await response.json() : null;
      const scans = isRecord(json) && Array.isArray(json.scans) ? json.scans : [];
      this.offered = scans.flatMap(readOffered);
    } catch {
      this.offered = [];
    }
  }
}

function readOffered(entry: unknown): OfferedScan[] {
  const id = isRecord(entry) ? ownValue(entry, 'id') : null;
  if (!isRecord(entry) || typeof id !== 'string' || !isScanName(id)) return [];
  const decoded = decodeScanAbout(JSON.stringify(entry.about ?? null));
  const about = decoded.ok ? decoded.value : null;
  const isSplats = typeof entry.splatBytes === 'number';
  return [{ id, name: about?.name || (isSplats ? id.replace(/\.[^.]*$/, '') : id), about, isSplats }];
}

async function fetchSplats(url: URL, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new InputError('splats', `expected them on the server, got status ${response.status}`);
  const size = Number(response.headers.get('content-length'));
  if (!(size > 0 && size <= MOST_SPLAT_BYTES))
    throw new InputError(
      'splats',
      `expected at most ${MOST_SPLAT_BYTES >> 20} MB, got ${Math.ceil(size / (1 << 20))} MB`,
    );
  return new Uint8Array(await response.arrayBuffer());
}

async function buildFromBytes(name: string, bytes: Uint8Array): Promise<BuiltScan> {
  const noLaz = () =>
    Promise.reject(new InputError(name, 'LAZ is unpacked by leib scan convert; open a LAS, PLY or E57 file here'));
  const points = await openPoints(rangeSourceOf(name, bytes), noLaz);
  return buildScan(name, points, { up: 'z', metresPerUnit: 1 });
}

/** Streamed as any other, out of memory. */
const scanInMemory = (id: string, { files }: BuiltScan) =>
  scanItem({ url: `https://scan.invalid/${encodeURIComponent(id)}/`, files, token: null });

/** What draws tiles is loaded with the first scan. */
async function scanItem(source: ScanFilesSource): Promise<SceneItem> {
  const { ScanItem } = await import('./scanItem.js');
  const item = new ScanItem(source);
  await item.whenGround;
  return item;
}

const NO_GROUND = 'people are on the floor, or on the ground of another scan';

function wordsOf({ item, problem }: ShownThing): Pick<SceneLine, 'words' | 'isProblem'> {
  const stream = item?.stream;
  const reason = problem ?? stream?.problem ?? null;
  if (reason !== null) return { words: reason, isProblem: true };
  if (item === null) return { words: 'on its way …', isProblem: false };
  if (!stream) return { words: 'a model', isProblem: false };
  const points = `${countWords(stream.pointCount)} ${stream.unit} here`;
  if (stream.progress < 1)
    return { words: `loading ${Math.floor(stream.progress * 100)} %, ${points}`, isProblem: false };
  return { words: item.ground ? points : `${points}, nothing to stand on: ${NO_GROUND}`, isProblem: false };
}

export function countWords(count: number): string {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} million`;
  return count >= 1e4 ? `${Math.round(count / 1000)} thousand` : String(count);
}
