import { betasOfWords } from '@leib/body';
import type { StudyScan, StudyShape } from '@leib/study';
import type { BodySpec } from '../../body/bodySpec.js';

/** Lends avatars to who takes part: see RoomHost.wardrobe. */
interface Lender {
  lend(file: File | null): Promise<void>;
}

/** What makes a body a file: the room "Body" does. */
export type WriteShape = (spec: Omit<BodySpec, 'looks'>) => Promise<File>;

/** The body that a study wants to be worn: made in a worker, as fast as it can while one is adjusted. */
export class StudyBody {
  /** Why a body could not be made; null where none failed. */
  failure: unknown = null;
  readonly #lender: Lender;
  readonly #write: WriteShape;
  readonly #hold: () => () => void;
  #wanted = '';
  #worn = '';
  #isBusy = false;

  constructor(lender: Lender, hold: () => () => void, write: WriteShape = writeShape) {
    this.#lender = lender;
    this.#hold = hold;
    this.#write = write;
  }

  /** Whether the body that was wanted last is worn. */
  get isWorn(): boolean {
    return this.#wanted === this.#worn;
  }

  /** From now on this one; null: what the participant wears themselves. */
  want(shape: StudyShape | null): void {
    this.#wanted = shape === null ? '' : JSON.stringify(shape);
    if (!this.#isBusy && !this.isWorn && this.failure === null) void this.#make();
  }

  dispose(): void {
    this.failure = null;
    this.want(null);
  }

  async #make(): Promise<void> {
    this.#isBusy = true;
    const release = this.#hold();
    try {
      // What was wanted meanwhile comes next; in between nothing is made.
      while (!this.isWorn) {
        const text = this.#wanted;
        const shape = text === '' ? null : (JSON.parse(text) as StudyShape);
        await this.#lender.lend(shape && (await this.#write(await specOf(shape))));
        this.#worn = text;
      }
    } catch (error) {
      this.failure = error;
    } finally {
      this.#isBusy = false;
      release();
    }
  }
}

async function specOf({ sex, betas, measures, words }: StudyShape): Promise<Omit<BodySpec, 'looks'>> {
  const spec = { name: 'Participant', sex, take: 'any', measures: measures ?? {}, betas: betas ?? null } as const;
  if (!words) return spec;
  const { openBodyWorker } = await import('../../body/worker/openBodyWorker.js');
  const { info } = await openBodyWorker();
  return { ...spec, betas: [...betasOfWords(info.statistics[sex], words)] };
}

async function writeShape(spec: Omit<BodySpec, 'looks'>): Promise<File> {
  const { openBodyWorker } = await import('../../body/worker/openBodyWorker.js');
  const { name, bytes, type } = await (await openBodyWorker()).write('vrm', spec, 'dressed');
  return new File([bytes], name, { type });
}

/** A scan as the shape that was fitted to it. Throws where a study wants one and there is none. */
export function shapeOfScan(body: StudyShape | StudyScan, scan: StudyShape | null): StudyShape {
  if (body.kind === 'shape') return body;
  if (scan === null) throw new Error('This study wears the participant’s scan, and none was opened.');
  return scan;
}
