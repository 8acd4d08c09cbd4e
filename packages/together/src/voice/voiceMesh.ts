import type { Signal } from '@leib/net';
import { audioOf } from '@leib/net';
import type { ActorId } from '@leib/stage';
import { type OwnVoice, VoiceLink } from './voiceLink.js';

export interface VoiceMeshOptions {
  createConnection(): RTCPeerConnection;
  /** A name that no other connection has. */
  nameCall(): string;
  /** Whether the other one begins, and goes on where two offers cross. */
  isPolite(other: ActorId): boolean;
  /** False: it was not sent. */
  send(to: ActorId, signal: Signal): boolean;
  /** Somebody's voice; null: there is none any more. */
  onVoice(of: ActorId, track: MediaStreamTrack | null): void;
}

/** Two people who hear each other, or one the other. */
interface Pair {
  readonly id: ActorId;
  link: VoiceLink | null;
  /** Whether I want to hear them, and they me; and what of it they know. */
  iHear: boolean;
  theyHear: boolean;
  toldHear: boolean | null;
  /** Since when there is no way through; null while there is one. */
  cutMs: number | null;
  hasRestarted: boolean;
  /** In a row, without a way through. */
  failures: number;
  /** Not before then is it tried again, and not before then is it said again that a connection is over. */
  nextMs: number;
  overMs: number;
}

/** Connections at a time: those whom I hear, and those who hear me. */
const MOST_LINKS = 40;
/** Without a way through for so long, another is looked for; after so long the connection is given up, milliseconds. */
const RESTART_MS = 2500;
const GIVE_UP_MS = 15_000;
/** It is tried again after so long, then after twice as long each time, at most so long, milliseconds. */
const RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;
/** Who waits for an offer says so again after this, milliseconds. */
const WISH_MS = 3000;
const OVER_MS = 1000;
/** Below what a server takes of one person: signals a second, and at once. */
const rate = { perSecond: 30, burst: 200 } as const;

/** Connections with those whom one hears and those who hear one, each with one other person: a mesh. */
export class VoiceMesh {
  readonly #options: VoiceMeshOptions;
  readonly #pairs = new Map<ActorId, Pair>();
  #voice: OwnVoice = { maySpeak: false, track: null };
  #left: number = rate.burst;
  #leftMs = Number.NaN;

  constructor(options: VoiceMeshOptions) {
    this.#options = options;
  }

  /** Those whom I want to hear and whom no way leads to, so far. */
  get unreachable(): readonly ActorId[] {
    return this.#idsOf(({ iHear, failures, link }) => iHear && failures > 0 && link?.isConnected !== true);
  }

  /** Those with whom I am connected. */
  get connected(): readonly ActorId[] {
    return this.#idsOf(({ link }) => link?.isConnected === true);
  }

  setVoice(voice: OwnVoice): void {
    this.#voice = voice;
    for (const { link } of this.#pairs.values()) link?.setVoice(voice);
  }

  /** Whom I want to hear from now on. */
  setWanted(ids: ReadonlySet<ActorId>): void {
    for (const id of ids) this.#pairOf(id).iHear = true;
    for (const pair of this.#pairs.values()) if (!ids.has(pair.id)) pair.iHear = false;
  }

  /** Somebody has gone. */
  drop(id: ActorId): void {
    const pair = this.#pairs.get(id);
    if (pair) this.#end(pair);
    this.#pairs.delete(id);
  }

  dispose(): void {
    for (const id of [...this.#pairs.keys()]) this.drop(id);
  }

  /** The room is back: what was said meanwhile is lost, and what was agreed on holds. */
  refresh(nowMs: number): void {
    for (const pair of this.#pairs.values()) {
      pair.nextMs = nowMs;
      pair.toldHear = null;
      if (pair.link && (!pair.link.isConnected || pair.link.isWaiting)) this.#close(pair);
    }
  }

  /** What somebody says ([PV5] of SPEC.md). */
  hear(from: ActorId, signal: Signal, nowMs: number): void {
    const pair = this.#pairOf(from);
    const { call, to, hears, description, isOver = false } = signal;
    if (isOver) this.#hearOver(pair, signal, nowMs);
    else if (to !== '' && to !== pair.link?.call) this.#sayOver(pair, call, nowMs);
    else {
      if (hears !== undefined) pair.theyHear = hears;
      const isOffer = description?.type === 'offer';
      // Pictures and data have no place here.
      if (description && !audioOf(description.sdp).ok) return;
      if (call === '') this.#hearWish(pair);
      else if (this.#takesOf(pair, call, isOffer, nowMs)) {
        if (pair.link) pair.link.remoteCall = call;
        void pair.link?.hear(signal);
      }
    }
  }

  /** Begins, mends and ends connections. */
  step(nowMs: number): void {
    this.#refill(nowMs);
    for (const pair of this.#pairs.values()) {
      if (pair.link) this.#stepLink(pair, pair.link, nowMs);
      else if (pair.iHear && nowMs >= pair.nextMs) this.#ask(pair, nowMs);
      else if (!pair.iHear && !pair.theyHear) this.#pairs.delete(pair.id);
    }
  }

  #stepLink(pair: Pair, link: VoiceLink, nowMs: number): void {
    if (!pair.iHear && !pair.theyHear) {
      this.#end(pair);
      return;
    }
    if (pair.toldHear !== pair.iHear && link.remoteCall !== '') this.#tell(pair, link, {});
    // A description that was lost, or refused by the server, is never answered.
    if (link.isConnected && !link.isWaiting) {
      Object.assign(pair, { cutMs: null, hasRestarted: false, failures: 0 });
      return;
    }
    pair.cutMs ??= nowMs;
    const cutMs = nowMs - pair.cutMs;
    if (link.isBroken || cutMs > GIVE_UP_MS) {
      this.#end(pair);
      this.#noteFailure(pair, nowMs);
    } else if (link.isCut && cutMs > RESTART_MS && !pair.hasRestarted) {
      pair.hasRestarted = true;
      link.restart();
    }
  }

  #ask(pair: Pair, nowMs: number): void {
    pair.nextMs = nowMs + WISH_MS;
    if (this.#options.isPolite(pair.id)) this.#send(pair.id, { call: '', to: '', hears: true });
    else this.#begin(pair);
  }

  /** The other one has no connection, and waits for an offer. */
  #hearWish(pair: Pair): void {
    if (this.#options.isPolite(pair.id) || !this.#wants(pair)) return;
    // The offer is on its way.
    if (pair.link?.remoteCall === '') return;
    this.#close(pair);
    this.#begin(pair);
  }

  #hearOver(pair: Pair, { to, hears }: Signal, nowMs: number): void {
    const { link } = pair;
    if (link === null || link.call !== to) return;
    const hasFailed = !link.isConnected && hears === undefined;
    this.#close(pair);
    pair.theyHear = false;
    if (hasFailed) this.#noteFailure(pair, nowMs);
    else pair.nextMs = nowMs + RETRY_MS;
  }

  /** Whether what comes is for the connection that there is, which may have to be made first. */
  #takesOf(pair: Pair, call: string, isOffer: boolean, nowMs: number): boolean {
    const isPolite = this.#options.isPolite(pair.id);
    const known = pair.link?.remoteCall ?? '';
    if (pair.link && (known === call || (known === '' && !isPolite))) return true;
    // The one who begins makes no connection by another's offer.
    if (!isOffer || !isPolite) return false;
    this.#close(pair);
    if (this.#linkCount() >= MOST_LINKS || !this.#wants(pair)) {
      // Not for want of a way through: `hears` says so.
      this.#sayOver(pair, call, nowMs, false);
      return false;
    }
    pair.link = this.#createLink(pair);
    return true;
  }

  /** Strangers learn nothing of the network of who neither speaks nor wants to hear them. */
  #wants({ iHear }: Pair): boolean {
    return iHear || this.#voice.track !== null;
  }

  #begin(pair: Pair): void {
    if (this.#linkCount() >= MOST_LINKS) return;
    pair.link = this.#createLink(pair);
    pair.link.begin();
  }

  #createLink(pair: Pair): VoiceLink {
    const { createConnection, isPolite, nameCall, onVoice } = this.#options;
    pair.cutMs = null;
    pair.hasRestarted = false;
    const link = new VoiceLink({
      connection: createConnection(),
      call: nameCall(),
      isPolite: isPolite(pair.id),
      voice: this.#voice,
      send: (part) => this.#tell(pair, link, part),
      onTrack: (track) => onVoice(pair.id, track),
    });
    return link;
  }

  #tell(pair: Pair, link: VoiceLink, part: Pick<Signal, 'description' | 'candidates'>): void {
    const { call, remoteCall: to } = link;
    if (this.#send(pair.id, { call, to, hears: pair.iHear, ...part })) pair.toldHear = pair.iHear;
  }

  #sayOver(pair: Pair, to: string, nowMs: number, hears?: boolean): void {
    if (to === '' || nowMs < pair.overMs) return;
    pair.overMs = nowMs + OVER_MS;
    this.#send(pair.id, { call: '', to, isOver: true, ...(hears !== undefined && { hears }) });
  }

  /** So that the other end knows it, too. */
  #end(pair: Pair): void {
    const to = pair.link?.remoteCall ?? '';
    if (to !== '') this.#send(pair.id, { call: '', to, isOver: true });
    this.#close(pair);
  }

  #close(pair: Pair): void {
    if (!pair.link) return;
    pair.link.close();
    pair.link = null;
    pair.toldHear = null;
    this.#options.onVoice(pair.id, null);
  }

  #noteFailure(pair: Pair, nowMs: number): void {
    pair.nextMs = nowMs + Math.min(LAST_RETRY_MS, RETRY_MS * 2 ** pair.failures);
    pair.failures++;
  }

  #pairOf(id: ActorId): Pair {
    const known = this.#pairs.get(id);
    if (known) return known;
    const pair: Pair = {
      ...{ id, link: null, iHear: false, theyHear: false, toldHear: null },
      ...{ cutMs: null, hasRestarted: false, failures: 0, nextMs: 0, overMs: 0 },
    };
    this.#pairs.set(id, pair);
    return pair;
  }

  #linkCount(): number {
    return this.#idsOf(({ link }) => link !== null).length;
  }

  #idsOf(test: (pair: Pair) => boolean): readonly ActorId[] {
    return [...this.#pairs.values()].filter(test).map(({ id }) => id);
  }

  #refill(nowMs: number): void {
    const seconds = Number.isNaN(this.#leftMs) ? 0 : Math.max(0, nowMs - this.#leftMs) / 1000;
    this.#leftMs = nowMs;
    this.#left = Math.min(rate.burst, this.#left + seconds * rate.perSecond);
  }

  /** Others who send much must not make me send so much that the server ends my connection. */
  #send(to: ActorId, signal: Signal): boolean {
    if (this.#left < 1 || !this.#options.send(to, signal)) return false;
    this.#left--;
    return true;
  }
}
