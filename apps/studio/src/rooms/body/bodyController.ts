import { looksLikeBetas, type MeasureName, measureNames, readBetasJson, readPeople, sexOfFileName } from '@leib/body';
import type { wearerLengths } from '@leib/calibration';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { saveFile } from '../../files/saveFile.js';
import type { SettingsStore } from '../../files/settingsStore.js';
import type { WorkerJob } from '../../files/workerJob.js';
import { explainError, explainFileError } from '../../ui/explainError.js';
import { notify } from '../../ui/pageStore.js';
import type { bodyShape } from './bodyShape.js';
import {
  type BodySpec,
  firstBody,
  looksOf,
  MOST_OTHERS,
  type OtherSpec,
  takesWearer,
  withoutWords,
} from './bodySpec.js';
import { type BodyRoomState, type BodyTab, type FittedScan, figureOfTab, initialBodyState } from './bodyState.js';
import type { CompareRequest, Figure, OpenedFile, ShowRequest, WrittenKind } from './worker/bodyServiceTypes.js';
import type { FittedFile } from './worker/fitFile.js';
import { openBodyWorker, type RemoteBodyService } from './worker/openBodyWorker.js';

type KeptSurface = Parameters<RemoteBodyService['keepMesh']>[1];

/** Parts of the room's state that the worker is asked with. */
const requestParts: readonly (keyof BodyRoomState)[] = ['figure', 'tab', 'vertices', 'distances', 'circumferences'];

export type BodyStore = SettingsStore<typeof bodyShape>;

/** Files, people and bodies are there again at the next visit of the room. */
const visits = createStore<BodyRoomState>(() => initialBodyState);

/**
 * What scene and panels share. Connects the room's settings with the body worker while the room is open: sends a request
 * when settings change, one at a time and always for the latest settings.
 */
export class BodyController {
  readonly settings: BodyStore;
  /** What the room shows, besides its settings. */
  readonly state: StoreApi<BodyRoomState> = visits;
  #service: RemoteBodyService | null = null;
  readonly #openedFiles = new Map<string, File>();
  /** The fit that is under way. */
  runningFit: WorkerJob<FittedFile> | null = null;
  #lastRequest = '';
  #isWaiting = false;
  #isDisposed = false;
  readonly #stopListening: () => void;

  constructor(settings: BodyStore) {
    this.settings = settings;
    const stopListening = [
      settings.store.subscribe(() => void this.#update()),
      this.state.subscribe((state, before) => {
        if (requestParts.some((part) => state[part] !== before[part])) void this.#update();
      }),
    ];
    this.#stopListening = () => {
      for (const stop of stopListening) stop();
    };
    void this.load();
  }

  get body(): BodySpec {
    return this.settings.values().body ?? firstBody;
  }

  /** Changes parts of the body. Until the gesture ends, changes of one field are one step of the history. */
  change(changes: Partial<BodySpec>): void {
    const isRebuilt = 'betas' in changes || 'measures' in changes;
    this.settings.set('body', { ...(isRebuilt ? withoutWords(this.body) : this.body), ...changes });
  }

  /** Replaces the body, as a step of its own in the history. */
  choose(body: BodySpec): void {
    this.settings.endGesture();
    this.settings.set('body', body);
    this.settings.endGesture();
  }

  get others(): readonly OtherSpec[] {
    return this.settings.values().others ?? [];
  }

  /** Replaces the bodies to compare with, as a step of its own in the history. */
  compareWith(others: readonly OtherSpec[]): void {
    this.settings.endGesture();
    this.settings.set('others', others.length === 0 ? null : others);
    this.settings.endGesture();
    const { selected } = this.state.getState();
    this.state.setState({ selected: Math.max(0, Math.min(selected, others.length - 1)) });
  }

  /** Adds a body to compare with, and selects it. */
  addOther(other: OtherSpec): void {
    if (this.others.length >= MOST_OTHERS) {
      notify('error', `At most ${MOST_OTHERS} bodies beside the first; take one out.`);
      return;
    }
    this.compareWith([...this.others, other]);
    this.state.setState({ selected: this.others.length - 1 });
  }

  /** The worker; null while it is loading. */
  get service(): RemoteBodyService | null {
    return this.#service;
  }

  openTab(tab: BodyTab): void {
    const figure = figureOfTab[tab];
    this.state.setState(figure ? { tab, figure } : { tab });
  }

  /** Opens the measures, and puts the cursor into the first one. */
  askForHeight(): void {
    this.openTab('measures');
    this.state.setState({ isHeightAsked: true });
  }

  pointAt(name: MeasureName | null): void {
    if (this.state.getState().pointedAt !== name) this.state.setState({ pointedAt: name });
  }

  /** Starts measuring the wearer by the trackers, or ends it. */
  switchMeter(isOn: boolean): void {
    this.state.setState({ meter: isOn ? { advice: '', progress: 0, lengths: {} } : null });
  }

  /** The room's bodies and files, for tables and pictures of all of them. */
  get compareRequest(): CompareRequest {
    const { vertices, distances, circumferences } = this.state.getState();
    const { sameStature } = this.settings.values();
    return { body: this.body, others: this.others, sameStature, vertices, distances, circumferences };
  }

  /** Starts the worker and loads the body space; can be repeated after a failure. */
  async load(): Promise<void> {
    this.state.setState({ loading: { kind: 'loading', loadedBytes: 0, totalBytes: 0 } });
    try {
      this.#service = await openBodyWorker((loadedBytes, totalBytes) =>
        this.state.setState({ loading: { kind: 'loading', loadedBytes, totalBytes } }),
      );
    } catch (error) {
      this.state.setState({ loading: { kind: 'failed', reason: explainError(error) } });
      return;
    }
    this.state.setState({ loading: { kind: 'ready' }, info: this.#service.info });
    await this.#update();
  }

  /** Saves the body as a file, avatars as the given figure. */
  async save(kind: WrittenKind, figure: Figure): Promise<void> {
    await this.#save(this.#service?.write(kind, this.body, figure));
  }

  /** Saves the body of a fit as the scan has it, rigged. */
  async saveScanned({ body, scanned }: FittedScan): Promise<void> {
    await this.#save(this.#service?.write('vrm', body, 'bare', scanned));
  }

  async #save(writing: ReturnType<RemoteBodyService['write']> | undefined): Promise<void> {
    if (!writing) return;
    try {
      const { name, type, bytes } = await writing;
      saveFile(name, bytes, type);
      notify('info', `Saved as ${name}.`);
    } catch (error) {
      notify('error', `Not saved. ${explainError(error)}`);
    }
  }

  /** Opens a file of people, betas, vertices, distances, a body or a model; returns false for other files. Errors become notices. */
  async openFile(file: File): Promise<boolean> {
    try {
      if (/\.csv$/i.test(file.name)) this.#openPeople(await file.text(), file.name);
      else if (/\.json$/i.test(file.name) && looksLikeBetas(await file.text())) this.#openBetas(await file.text());
      else if (/\.txt$/i.test(file.name)) this.openText(file.name, await file.text());
      else if (/\.(obj|ply|npz|pkl)(\.gz)?$/i.test(file.name)) await this.openOther(file);
      else return false;
    } catch (error) {
      notify('error', explainFileError(file.name, error));
    }
    return true;
  }

  /** Opens a file of vertices ("Name = index") or of distances ("From, To, Name"). */
  openText(name: string, text: string): void {
    const isVertices = text.split('\n').some((line) => /^[^#/][^=]*=/.test(line.trimStart()));
    const { vertices } = this.state.getState();
    const file = { name, text };
    this.openTab('compare');
    this.state.setState(
      isVertices ? { vertices: [file, ...vertices.filter((each) => each.name !== name)] } : { distances: file },
    );
  }

  /** Opens a mesh, a point cloud or an SMPL model to compare with. */
  async openOther(file: File): Promise<void> {
    const opened = await this.#open(file);
    if (!opened) return;
    this.openTab('compare');
    this.addOther({ kind: 'file', name: file.name, betas: [] });
    await this.#update();
  }

  /** Opens the user's own SMPL model and makes it the model of the body. */
  async openModel(file: File): Promise<void> {
    const opened = await this.#open(file);
    if (opened?.kind === 'model') this.chooseModel(file.name, sexOfFileName(file.name));
    else if (opened) notify('error', `${file.name}: expected an SMPL model (npz, pkl), got a mesh`);
  }

  /** The model of the body: one of the user's by its file name, or Leib's. Betas mean another body there. */
  chooseModel(name: string | null, sex = this.body.sex): void {
    const { model: _, ...body } = withoutWords(this.body);
    this.choose({ ...body, sex, betas: null, ...(name !== null && { model: name }) });
  }

  /** Replaces the body and what it is compared with, surfaces by their names, in one step of the history. */
  async chooseBeside(body: BodySpec, surfaces: ReadonlyMap<string, KeptSurface>): Promise<void> {
    const others: OtherSpec[] = [];
    for (const [name, surface] of surfaces) {
      const opened = await this.#service?.keepMesh(name, surface);
      if (!opened) continue;
      this.#keep(opened);
      others.push({ kind: 'file', name, betas: [] });
    }
    this.settings.endGesture();
    this.settings.setAll({ body, others });
    this.state.setState({ selected: Math.max(0, others.length - 1) });
  }

  /** A file opened in this visit; null for a name that is none. */
  openedFile(name: string): File | null {
    return this.#openedFiles.get(name) ?? null;
  }

  /** Takes over the measures of a person whose joints the trackers have seen. */
  async takeWearer(lengths: ReturnType<typeof wearerLengths>): Promise<void> {
    const measures = await this.#service?.measureWearer(this.body.sex, lengths);
    if (!measures || this.#isDisposed) return;
    this.choose(takesWearer(this.body, measures));
    this.openTab('measures');
    notify('info', 'Measured by the trackers. Weight and girths are expected values: type them if you know them.');
  }

  dispose(): void {
    this.#isDisposed = true;
    this.runningFit?.cancel();
    this.#stopListening();
    this.state.setState({ pointedAt: null, meter: null });
  }

  /** Reads a file in the worker; null where that fails, with a notice. */
  async #open(file: File): Promise<OpenedFile | null> {
    if (!this.#service) return null;
    try {
      const opened = await this.#service.openFile(file.name, new Uint8Array(await file.arrayBuffer()));
      this.#openedFiles.set(file.name, file);
      this.#keep(opened);
      return opened;
    } catch (error) {
      notify('error', explainFileError(file.name, error));
      return null;
    }
  }

  #keep(opened: OpenedFile): void {
    // A file of the same name may have changed: request again in any case.
    this.#lastRequest = '';
    const { files } = this.state.getState();
    this.state.setState({ files: [...files.filter(({ name }) => name !== opened.name), opened] });
  }

  #openPeople(text: string, fileName: string): void {
    const { people, refused } = readPeople(text, measureNames);
    if (refused.length > 0) {
      const [{ id, line, field, reason }] = refused;
      const where = `line ${line}, ${id}${field === '' ? '' : `, ${field}`}`;
      const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
      notify('error', `${fileName}: ${where}: ${reason}${more}`);
    }
    if (people.length === 0) return;
    const [{ id, sex, given }] = people;
    this.state.setState({ people });
    this.choose({ name: id, sex, take: '1', measures: given, betas: null, looks: looksOf(this.body) });
    notify('info', `${people.length === 1 ? 'One person' : `${people.length} people`} from ${fileName}.`);
  }

  #openBetas(text: string): void {
    const { name, sex, betas, looks = looksOf(this.body), model } = readBetasJson(text);
    this.choose({ ...firstBody, name: name || 'From betas', sex, betas, looks, ...(model !== undefined && { model }) });
  }

  async #update(): Promise<void> {
    if (!this.#service || this.#isWaiting) return;
    const request = this.#request();
    const { figure, tab } = this.state.getState();
    const comparing = tab === 'compare' && request.others.length > 0 ? this.compareRequest : null;
    const text = JSON.stringify({ request, figure, comparing });
    if (text === this.#lastRequest) return;
    this.#lastRequest = text;
    this.#isWaiting = true;
    this.state.setState({ isBuilding: true });
    try {
      const shown = await this.#service.show(request);
      const isDressed = figure === 'dressed' && request.body.model === undefined;
      const dressed = shown.body && isDressed ? await this.#service.dress(request) : null;
      if (this.#isDisposed) return;
      // Where no body could be built, the last one stays.
      this.state.setState((state) => ({ shown, body: shown.body ?? state.body, dressed: dressed ?? state.dressed }));
      await this.#compare(shown.body ? comparing : null);
    } catch (error) {
      notify('error', explainError(error));
    } finally {
      this.state.setState({ isBuilding: false });
      this.#isWaiting = false;
    }
    // Settings may have changed meanwhile.
    await this.#update();
  }

  async #compare(request: CompareRequest | null): Promise<void> {
    try {
      const comparison = request && this.#service ? await this.#service.compare(request) : null;
      this.state.setState({ comparison, comparisonProblem: null });
    } catch (error) {
      this.state.setState({ comparison: null, comparisonProblem: explainError(error) });
    }
  }

  #request(): ShowRequest {
    const { pose, sameStature } = this.settings.values();
    return { body: this.body, others: this.others, pose, sameStature };
  }
}
