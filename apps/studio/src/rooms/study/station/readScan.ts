import { readBetasJson } from '@leib/body';
import type { StudyParticipant, StudyShape } from '@leib/study';
import { startFit } from '../../body/worker/startFit.js';

/** The body in a scan (OBJ, PLY, GLB), or the betas that were fitted to one elsewhere (JSON). Throws where no body is found. */
export async function readScan(
  file: File,
  { sex: said }: Pick<StudyParticipant, 'sex'>,
  onProgress: (share: number) => void,
): Promise<StudyShape> {
  const known = said === 'average' ? null : said;
  if (/\.json$/i.test(file.name)) {
    const { sex, betas } = readBetasJson(await file.text());
    return { kind: 'shape', sex: sex ?? known ?? 'neutral', betas: [...betas] };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const fitted = await startFit({ bytes, model: null, sex: known }, onProgress).result;
  if (!fitted) throw new Error('The fit was cancelled.');
  return { kind: 'shape', sex: fitted.sex, betas: fitted.betas };
}
