import { createHmac } from 'node:crypto';
import type { IceAdvice } from '@leib/net';

/** Servers by which two browsers find a way to each other. */
export interface IceServers {
  /** "stun:stun.example:3478": tells a browser which address others see. */
  readonly stun?: string;
  /** "turn:turn.example:3478": passes on what finds no way of its own. */
  readonly turn?: string;
  /** The word that Leib and the TURN server share (coturn's `static-auth-secret`). */
  readonly turnSecret?: string;
  /** Voices go by the TURN server alone: nobody sees the address of another. */
  readonly isRelayOnly?: boolean;
}

/** How long a word for the relay is good: a browser asks again before that. */
const HOLDS_SECONDS = 6 * 3600;

/**
 * What one person is told ([PV6] of SPEC.md). The password is good for a time and made of the name, so that nobody keeps a list of
 * users: draft-uberti-behave-turn-rest-00, section 2.2, as coturn has it.
 */
export function adviseIce(
  { stun, turn, turnSecret = '', isRelayOnly = false }: IceServers,
  person: string,
  nowMs: number,
): IceAdvice {
  const username = `${Math.floor(nowMs / 1000) + HOLDS_SECONDS}:${person}`;
  const credential = turnPassword(turnSecret, username);
  const servers = [...(stun ? [{ urls: stun }] : []), ...(turn ? [{ urls: turn, username, credential }] : [])];
  return { servers, isRelayOnly, holdsSeconds: HOLDS_SECONDS };
}

export function turnPassword(secret: string, username: string): string {
  return createHmac('sha1', secret).update(username).digest('base64');
}
