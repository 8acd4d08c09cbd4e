import { isRecord, parseJson } from '@leib/core';
import { createClockOffset } from '@leib/net';
import { createHttpTransport, openBrowserStorage, type StudyStation, StudyUplink } from '@leib/study';
import type { VisitorStorage } from '../../../files/visitorStorage.js';

/** Whose session is over in this browser, and may not be on the server as a whole. */
interface UnsentSession {
  readonly study: string;
  readonly participant: string;
}

/** The page, and where it keeps and sends to. */
interface SendingPage {
  readonly address: string;
  readonly storage: VisitorStorage;
  after(seconds: number, work: () => void): void;
  nowMs(): number;
  readonly openStorage?: typeof openBrowserStorage;
  readonly fetching?: typeof fetch;
}

const KEY = 'leib-study-unsent';

export function addUnsent(storage: VisitorStorage, session: UnsentSession): void {
  storage.setItem(KEY, JSON.stringify([...readUnsent(storage), session]));
}

/** Sends what former participants of this browser left behind; each is forgotten here when the server has it as a whole. */
export async function sendUnsent(page: SendingPage): Promise<void> {
  const { storage, after, openStorage = openBrowserStorage, fetching } = page;
  await Promise.all(
    readUnsent(storage).map(async ({ study, participant }) => {
      const kept = await openStorage(study, participant);
      const transport = createHttpTransport(stationOf(page, study, participant), fetching);
      const uplink = await StudyUplink.open({ storage: kept, transport, after });
      await uplink.saved();
      const { state } = uplink.status;
      uplink.dispose();
      if (state !== 'saved') return;
      const left = readUnsent(storage).filter((each) => each.participant !== participant);
      storage.setItem(KEY, JSON.stringify(left));
      await kept.clear();
    }),
  );
}

export function stationOf(
  { address, nowMs }: Pick<SendingPage, 'address' | 'nowMs'>,
  study: string,
  participant: string,
): StudyStation {
  const token = new URL(address).searchParams.get('token') ?? '';
  const clock = { nowMs, offset: createClockOffset() };
  return { server: new URL('.', address).href, study, participant, token, clock };
}

function readUnsent(storage: VisitorStorage): readonly UnsentSession[] {
  const parsed = parseJson(storage.getItem(KEY) ?? '[]');
  if (!parsed.ok || !Array.isArray(parsed.value)) return [];
  return parsed.value.flatMap((each) =>
    isRecord(each) && typeof each.study === 'string' && typeof each.participant === 'string'
      ? [{ study: each.study, participant: each.participant }]
      : [],
  );
}
