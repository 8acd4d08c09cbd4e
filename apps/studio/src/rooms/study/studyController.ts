import { explainError } from '../../ui/explainError.js';
import type { RoomAction, RoomCard } from '../../world/roomScene.js';
import { StudyDocument } from './editor/studyDocument.js';
import { headsetActions, headsetCard } from './panel/headsetStep.js';
import { OperatorLink, type Station } from './station/operatorLink.js';
import type { StudyOrder } from './station/orders.js';
import { type AboutParticipant, ParticipantStation, type StationPage } from './station/participantStation.js';
import type { ShownNow, ShownStep } from './station/shownStudy.js';
import { looksLikeStudy, openStudyFiles, type StudyFiles } from './station/studyFiles.js';
import { sendUnsent } from './station/unsentSessions.js';

/** What the room asks of the page besides. */
export interface StudyPage extends StationPage {
  setAddress(address: string): void;
  /** The small picture of a station that an operator looks after. */
  pictureOf(id: string): HTMLCanvasElement;
}

/** One of the two pages of a study: a participant's, or the operator's beside it. */
export class StudyController {
  /** Null: nobody takes part here. */
  station: ParticipantStation | null = null;
  operator: OperatorLink | null = null;
  /** What is being done, or why something could not be. */
  problem: string | null = null;
  isOpening = false;
  /** A study of one's own: of files, or as it was edited. Null: one of the examples. */
  own: StudyFiles | null = null;
  isEditing = false;
  /** What the session waits for, in words; null where for nothing. */
  work: string | null = null;
  /** The questions in the headset come one at a time: the number of the one that is shown. */
  question = 0;
  readonly #page: StudyPage;
  #document: StudyDocument | null = null;
  /** Id of the station that the operator looks at. */
  #chosen: string | null = null;

  constructor(page: StudyPage) {
    this.#page = page;
    void sendUnsent(page);
    const study = operatedStudy(page.address);
    if (study !== null) this.operate(study);
    else void this.#open(() => ParticipantStation.resume(page));
  }

  /** @param scanFile a scan of the participant, where the study needs one */
  begin(files: StudyFiles, about: AboutParticipant, scanFile: File | null): Promise<void> {
    return this.#open(async () => {
      const onProgress = (share: number) => {
        this.work = `Fitting a body to ${scanFile?.name}: ${Math.round(100 * share)} %`;
      };
      const scan = scanFile && (await (await import('./station/readScan.js')).readScan(scanFile, about, onProgress));
      this.work = null;
      return ParticipantStation.begin(this.#page, files, about, scan);
    });
  }

  /** What is written in the editor, also after the page was loaded anew. */
  get document(): StudyDocument {
    this.#document ??= new StudyDocument(this.#page.storage);
    return this.#document;
  }

  /** A dropped file: for the editor where it is open. False where it is neither a study nor a questionnaire. */
  async openFile(file: File): Promise<boolean> {
    if (!(await looksLikeStudy(file))) return false;
    if (this.isEditing) await this.document.openFiles([file]);
    else this.own = await openStudyFiles([file]);
    return true;
  }

  /** Looks after the stations of a study from this page. */
  operate(study: string): void {
    this.leave();
    this.problem = null;
    this.operator = new OperatorLink(this.#page.address, study);
    this.#page.setAddress(addressOfOperator(this.#page.address, study));
  }

  /** No operator any more; the participant's session, where there was one, goes on. */
  endOperating(): void {
    this.leave();
    this.#page.setAddress(addressOfOperator(this.#page.address, null));
    void this.#open(() => ParticipantStation.resume(this.#page));
  }

  follow(order: StudyOrder): void {
    this.station?.follow(order);
  }

  /** Whose session is over: the next one begins at the form. */
  finish(): void {
    this.station?.finish();
    this.station = null;
    this.leave();
  }

  stations(): readonly Station[] {
    return this.operator?.stations() ?? [];
  }

  get chosen(): Station | null {
    const stations = this.stations();
    return stations.find(({ id }) => id === this.#chosen) ?? stations[0] ?? null;
  }

  pictureOf(id: string): HTMLCanvasElement {
    return this.#page.pictureOf(id);
  }

  choose(id: string): void {
    this.#chosen = id;
  }

  /** Where events cannot be kept, nothing goes on. */
  fail(error: unknown): void {
    this.problem = `The session stands still: ${explainError(error)}`;
    this.leave();
  }

  shown(): { readonly step: ShownStep; readonly now: ShownNow } | null {
    return this.station && { step: this.station.step(), now: this.station.now() };
  }

  /** For who wears a headset. */
  card(): RoomCard | null {
    const shown = this.shown();
    return shown && headsetCard(shown.step, shown.now, this.question);
  }

  actions(): readonly RoomAction[] {
    const shown = this.shown();
    return shown ? headsetActions(shown, this, this.station?.hasOperator ?? false) : [];
  }

  leave(): void {
    this.station?.dispose();
    this.operator?.dispose();
    [this.station, this.operator] = [null, null];
  }

  async #open(opening: () => Promise<ParticipantStation | null>): Promise<void> {
    if (this.isOpening) return;
    this.isOpening = true;
    this.problem = null;
    const release = this.#page.hold();
    try {
      this.station = await opening();
    } catch (error) {
      this.problem = explainError(error);
    } finally {
      this.isOpening = false;
      this.work = null;
      release();
    }
  }
}

/** `#/study?operator=latency`: the study that this page looks after; null for a participant's page. */
export function operatedStudy(address: string): string | null {
  const [, query = ''] = new URL(address).hash.split('?');
  return new URLSearchParams(query).get('operator');
}

export function addressOfOperator(address: string, study: string | null): string {
  const url = new URL(address);
  url.hash = study === null ? '#/study' : `#/study?operator=${encodeURIComponent(study)}`;
  return url.href;
}
