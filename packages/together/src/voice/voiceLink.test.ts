import { seededRandom, seeds } from '@leib/core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeConnection, Later } from './fakeConnection.testing.js';
import { type LinkPart, VoiceLink } from './voiceLink.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Two ends whose words take any time, each way in their order. */
function createEnds(seed: number) {
  const random = seededRandom(seed);
  const later = new Later(random);
  const connections = [new FakeConnection('a', later), new FakeConnection('b', later)];
  const ways = [later.line(), later.line()];
  const offers = [0, 0];
  const links: VoiceLink[] = connections.map(
    (connection, end) =>
      new VoiceLink({
        ...{ connection: connection as unknown as RTCPeerConnection, call: 'ab'[end], isPolite: end === 1 },
        voice: { maySpeak: true, track: null },
        send(part: LinkPart) {
          if (part.description?.type === 'offer') offers[end]++;
          ways[end](() => void links[1 - end].hear(part));
        },
        onTrack() {},
      }),
  );
  const settle = async () => {
    do vi.advanceTimersByTime(100);
    while (await later.step());
  };
  return { random, later, connections, links, offers, settle };
}

test.each(seeds(200))('offers may cross: both ends always agree in the end (seed %i)', async (seed) => {
  const { random, later, connections, links, settle } = createEnds(seed);
  links[0].begin();
  const may = [true, true];
  for (let i = 0; i < 40; i++) {
    const end = random() < 0.5 ? 0 : 1;
    const what = random();
    if (what < 0.15) {
      may[end] = !may[end];
      links[end].setVoice({ maySpeak: may[end], track: null });
    } else if (what < 0.25) links[end].restart();
    else {
      vi.advanceTimersByTime(20);
      await later.step();
    }
  }
  await settle();
  const [a, b] = connections;
  expect([a.signalingState, b.signalingState]).toEqual(['stable', 'stable']);
  const [ofA, ofB] = may.map((maySpeak) => (maySpeak ? 'sendrecv' : 'recvonly'));
  expect(a.agreed).toMatchObject({ own: ofA, other: ofB, ownWay: b.agreed?.otherWay, otherWay: b.agreed?.ownWay });
  expect(b.agreed).toMatchObject({ own: ofB, other: ofA });
  expect(links.map(({ isBroken }) => isBroken)).toEqual([false, false]);
});

test('of two offers that cross, the polite end takes its own back and makes it again', async () => {
  const { connections, links, offers, settle } = createEnds(1);
  links[0].begin();
  await settle();
  for (const link of links) link.setVoice({ maySpeak: false, track: null });
  await settle();
  expect(connections.map(({ agreed }) => agreed?.own)).toEqual(['recvonly', 'recvonly']);
  expect(offers[0] + offers[1]).toBeGreaterThan(1);
});

test('what makes no sense breaks this connection at most, and throws nothing', async () => {
  const { connections, links, settle } = createEnds(2);
  const [link] = links;
  link.begin();
  await settle();
  const way = { candidate: 'nowhere', sdpMid: null, sdpMLineIndex: null, usernameFragment: null };
  const heard = link.hear({ candidates: [way] });
  await settle();
  await heard;
  expect([link.isBroken, connections[0].lostCandidates]).toEqual([false, 1]);
  connections[0].setRemoteDescription = () => Promise.reject(new Error('no such codec'));
  await link.hear({ description: { type: 'offer', sdp: 'v=0' } });
  expect(link.isBroken).toBe(true);
});
