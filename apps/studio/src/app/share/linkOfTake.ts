import { recordingDuration, type TrackingRecording } from '@leib/tracking';
import { LINK_LIMIT, linkToView, type SharedView, toBase64Url } from './sharedView.js';
import { encodeTakeCode } from './takeCode.js';

/** What a take is shown with. */
interface SharedTake {
  readonly view: SharedView;
  readonly name: string;
  /** See BodyTake. */
  readonly headHeight: number | null;
}

/** A link, or how many seconds of the take would have fitted into one. */
export type TakeLink = { readonly link: string } | { readonly link: null; readonly fitsSeconds: number };

/** How closely the length that fits is looked for, seconds. */
const STEP_SECONDS = 0.5;

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
