import { gunzipIfNeeded, readHandLines, sniffFormat } from '@leib/formats';
import { createRecordedHandSource, type RecordedHandSource } from '@leib/tracking/hands';

/** What a hand file is. */
export interface OpenedHand {
  readonly source: RecordedHandSource;
  /** Lines that could not be read and were left out, in one sentence; null: none. */
  readonly remark: string | null;
}

/** Opens a recorded hand; null for files of other kinds. Throws FormatError where the file has no hand in it. */
export async function openRecordedHand(file: File): Promise<OpenedHand | null> {
  const bytes = await gunzipIfNeeded(new Uint8Array(await file.arrayBuffer()));
  if (sniffFormat(bytes, file.name) !== 'hand') return null;
  const reasons: string[] = [];
  const recording = readHandLines(bytes, { onBadLine: ({ message }) => void reasons.push(message) });
  const others = reasons.length > 1 ? `, and ${reasons.length - 1} more` : '';
  return {
    source: createRecordedHandSource(recording, file.name),
    remark:
      reasons.length > 0 ? `${file.name}: lines that cannot be read were left out: ${reasons[0]}${others}.` : null,
  };
}
