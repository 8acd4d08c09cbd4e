import { refusalOf } from '@leib/core';
import { tryMutations } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { HEADER_SIZE, readKind, roomKind } from '../room/message.js';
import {
  audioOf,
  decodeIce,
  decodeSignal,
  encodeIce,
  encodeSignal,
  type IceAdvice,
  personOfSignal,
  type Signal,
  setPersonOfSignal,
} from './voiceMessages.js';

const sdp = (media: string) => `v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n${media}`;
const audio = (rest: string) => `m=audio 9 UDP/TLS/RTP/SAVPF 111\r\nc=IN IP4 0.0.0.0\r\n${rest}`;
const signal: Signal = {
  ...{ call: 'a1', to: 'b2', hears: true },
  description: { type: 'offer', sdp: sdp(audio('a=sendrecv\r\n')) },
  candidates: [
    { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null },
  ],
};
const advice: IceAdvice = {
  servers: [{ urls: 'stun:stun.example:3478' }, { urls: 'turn:turn.example', username: '1:lab-7', credential: 'x' }],
  ...{ isRelayOnly: true, holdsSeconds: 60 },
};
const messages = [
  ['signal', encodeSignal(513, signal), decodeSignal, signal, roomKind.signal],
  ['ice', encodeIce(advice), decodeIce, advice, roomKind.ice],
] as const;

test.each(messages)('[PV1][PV6] %s arrives as it was sent', (_name, bytes, decode, value, kind) => {
  expect(readKind(bytes)).toEqual({ ok: true, value: kind });
  expect(decode(bytes)).toEqual({ ok: true, value });
});

test('[PV1] whom it is for stands in the header, and is replaced by whom it is from', () => {
  const bytes = encodeSignal(513, signal);
  expect(personOfSignal(bytes)).toBe(513);
  setPersonOfSignal(bytes, 65535);
  expect([personOfSignal(bytes), decodeSignal(bytes)]).toEqual([65535, { ok: true, value: signal }]);
});

test.each(messages)('[RM4] damaged bytes of %s are read or refused in a sentence', async (name, bytes, decode) => {
  const wrap = (json: Uint8Array) => Uint8Array.from([...bytes.subarray(0, HEADER_SIZE), ...json]);
  const files = [{ bytes: bytes.slice(HEADER_SIZE), kinds: ['json', 'text', 'bytes'] as const, wrap }];
  const figures = await tryMutations({ name, files, read: (damaged) => decode(damaged) }, 1, 300);
  expect(figures.failures).toEqual([]);
  expect(figures.refusedCount).toBeGreaterThan(100);
});

test('[PV2] a description is about one sound and nothing else, which is sent or only heard', () => {
  for (const [text, said] of [
    [sdp(audio('a=sendrecv\r\n')), 'sends'],
    [sdp(audio('a=sendonly\r\n')), 'sends'],
    [sdp(audio('a=recvonly\r\n')), 'hears'],
    [sdp(audio('a=inactive\r\n')), 'hears'],
    // Without a word it is both ways; a word for the whole session holds for its sound.
    [sdp(audio('a=mid:0\r\n')), 'sends'],
    [sdp(`a=recvonly\r\n${audio('a=mid:0\r\n')}`), 'hears'],
    [sdp(`a=recvonly\r\n${audio('a=sendrecv\r\n')}`), 'sends'],
    [sdp(audio('a=sendrecv\r\n')).replaceAll('\r\n', '\n'), 'sends'],
  ] as const)
    expect(audioOf(text), text).toEqual({ ok: true, value: said });
  for (const text of [
    ...['', 'm=audio', sdp(''), sdp('m=video 9 UDP/TLS/RTP/SAVPF 96\r\n')],
    ...[sdp('m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n'), sdp(audio('') + audio(''))],
  ])
    expect(refusalOf(audioOf(text)), text).toContain('one sound and nothing else');
});

test('[PV6] only STUN and TURN servers are taken', () => {
  for (const urls of ['https://elsewhere.example', 'javascript:1', 'turn:', 'stun:a b'])
    expect(decodeIce(encodeIce({ ...advice, servers: [{ urls }] })).ok, urls).toBe(false);
});
