import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusalOf } from '@leib/core';
import { decodeJsonBytes, peopleRoles } from '@leib/net';
import * as v from 'valibot';
import { readBody } from '../common/readBody.js';
import { say } from '../common/say.js';
import { isAllowedOrigin } from '../common/upgrade.js';
import type { PeopleChannel } from './peopleChannel.js';

const MOST_BYTES = 2048;
const MOST_MINUTES = 7 * 24 * 60;

const schema = v.strictObject({
  room: v.pipe(v.string(), v.maxLength(40)),
  resume: v.pipe(v.string(), v.maxLength(200)),
  role: v.picklist(peopleRoles),
  minutes: v.pipe(v.number(), v.minValue(1), v.maxValue(MOST_MINUTES)),
});

/** Answers a request for /api/invites ([PT3] of SPEC.md). */
export async function answerInvite(
  people: Pick<PeopleChannel, 'invite'>,
  allowedOrigins: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    say(response, 405, 'expected POST.');
    return;
  }
  if (!isAllowedOrigin(request, allowedOrigins)) {
    say(response, 403, 'expected a page of this server.');
    return;
  }
  const body = await readBody(request, MOST_BYTES);
  if (body === null) {
    say(response, 413, `expected at most ${MOST_BYTES} bytes.`);
    return;
  }
  const wish = decodeJsonBytes(body, schema);
  if (!wish.ok) {
    say(response, 400, `${refusalOf(wish)}.`);
    return;
  }
  const invite = await people.invite(wish.value);
  if (invite === null) {
    say(response, 403, 'expected the word of a host of this room.');
    return;
  }
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.writeHead(201).end(JSON.stringify(invite));
}
