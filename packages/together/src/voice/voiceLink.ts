import type { Signal } from '@leib/net';

/** What the two ends of a connection tell each other. */
export type LinkPart = Pick<Signal, 'description' | 'candidates'>;

/** What one may say on a connection. */
export interface OwnVoice {
  /** False: one only listens. */
  readonly maySpeak: boolean;
  /** Null while the microphone is off. */
  readonly track: MediaStreamTrack | null;
}

export interface VoiceLinkOptions {
  readonly connection: RTCPeerConnection;
  /** This end's name. */
  readonly call: string;
  /** Gives way where two offers cross. */
  readonly isPolite: boolean;
  readonly voice: OwnVoice;
  send(part: LinkPart): void;
  onTrack(track: MediaStreamTrack): void;
}

/** Ways through the network are found one after the other; those of a moment are told together, milliseconds. */
const GATHER_MS = 30;

/**
 * One connection with one other person, for one voice each way. Either end may make an offer at any time; where two cross, the impolite
 * end goes on with its own and the polite one takes it back: "perfect negotiation" of https://www.w3.org/TR/webrtc/#perfect-negotiation-example
 */
export class VoiceLink {
  readonly call: string;
  /** The other end's name, once it is known. */
  remoteCall = '';
  /** It has failed for good: another one may do better. */
  isBroken = false;
  readonly #connection: RTCPeerConnection;
  readonly #options: VoiceLinkOptions;
  #voice: OwnVoice;
  #transceiver: RTCRtpTransceiver | null = null;
  #isOffering = false;
  #isSettingAnswer = false;
  #ignoresOffer = false;
  #candidates: NonNullable<LinkPart['candidates']> = [];
  #isClosed = false;

  constructor(options: VoiceLinkOptions) {
    this.#options = options;
    this.call = options.call;
    this.#voice = options.voice;
    const connection = options.connection;
    this.#connection = connection;
    connection.onnegotiationneeded = () => void this.#try(() => this.#offer());
    connection.onicecandidate = ({ candidate }) => candidate && this.#gather(candidate.toJSON());
    connection.ontrack = ({ track }) => options.onTrack(track);
  }

  get isConnected(): boolean {
    return this.#connection.connectionState === 'connected';
  }

  /** Whether it was connected and no longer is. */
  get isCut(): boolean {
    return ['failed', 'disconnected'].includes(this.#connection.connectionState);
  }

  /** Whether an offer waits for its answer. */
  get isWaiting(): boolean {
    return this.#connection.signalingState !== 'stable';
  }

  /** Makes the first offer; the other end waits for it. */
  begin(): void {
    const direction = directionOf(this.#voice);
    this.#transceiver = this.#connection.addTransceiver('audio', { direction });
    this.#sendVoice();
  }

  /** What the other end says. Does not throw: what cannot be done breaks the connection. */
  async hear({ description, candidates = [] }: LinkPart): Promise<void> {
    if (description) await this.#try(() => this.#hearDescription(description));
    for (const candidate of candidates) {
      try {
        await this.#connection.addIceCandidate(candidate);
      } catch {
        // One way less; those of an offer that was passed over are for nothing.
      }
    }
  }

  /** Who may no longer speak says so to the other end; the microphone alone is switched without a word. */
  setVoice(voice: OwnVoice): void {
    this.#voice = voice;
    const transceiver = this.#transceiver;
    if (transceiver === null || this.#isClosed) return;
    const direction = directionOf(voice);
    if (transceiver.direction !== direction) transceiver.direction = direction;
    this.#sendVoice();
  }

  /** Looks for another way through the network. */
  restart(): void {
    if (!this.#isClosed) this.#connection.restartIce();
  }

  close(): void {
    this.#isClosed = true;
    const connection = this.#connection;
    connection.onnegotiationneeded = null;
    connection.onicecandidate = null;
    connection.ontrack = null;
    connection.close();
  }

  async #offer(): Promise<void> {
    this.#isOffering = true;
    try {
      await this.#connection.setLocalDescription();
      this.#sendDescription();
    } finally {
      this.#isOffering = false;
    }
  }

  async #hearDescription(description: NonNullable<LinkPart['description']>): Promise<void> {
    const connection = this.#connection;
    // While an answer is being set the connection is not stable yet, and will be when the offer's turn comes.
    const isFree = !this.#isOffering && (connection.signalingState === 'stable' || this.#isSettingAnswer);
    this.#ignoresOffer = description.type === 'offer' && !isFree && !this.#options.isPolite;
    if (this.#ignoresOffer) return;
    // The answer to an offer that was taken back meanwhile.
    const isLate = description.type === 'answer' && connection.signalingState !== 'have-local-offer';
    if (isLate) return;
    this.#isSettingAnswer = description.type === 'answer';
    try {
      await connection.setRemoteDescription(description);
    } finally {
      this.#isSettingAnswer = false;
    }
    if (description.type === 'answer') return;
    this.#transceiver ??= connection.getTransceivers()[0] ?? null;
    this.setVoice(this.#voice);
    await connection.setLocalDescription();
    this.#sendDescription();
  }

  #sendDescription(): void {
    const description = this.#connection.localDescription;
    if (this.#isClosed || !description) return;
    const { type, sdp } = description;
    if (type === 'offer' || type === 'answer') this.#options.send({ description: { type, sdp } });
  }

  #gather({ candidate = '', sdpMid = null, sdpMLineIndex = null, usernameFragment = null }: RTCIceCandidateInit): void {
    if (candidate === '') return;
    this.#candidates.push({ candidate, sdpMid, sdpMLineIndex, usernameFragment });
    if (this.#candidates.length > 1) return;
    setTimeout(() => {
      const candidates = this.#candidates;
      this.#candidates = [];
      for (let at = 0; at < candidates.length && !this.#isClosed; at += PER_SIGNAL)
        this.#options.send({ candidates: candidates.slice(at, at + PER_SIGNAL) });
    }, GATHER_MS);
  }

  #sendVoice(): void {
    const { maySpeak, track } = this.#voice;
    const sent = maySpeak ? track : null;
    const sender = this.#transceiver?.sender;
    if (!sender || sender.track === sent) return;
    // Fails on a connection that was closed meanwhile.
    sender.replaceTrack(sent).catch(() => {});
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch {
      this.isBroken = !this.#isClosed;
    }
  }
}

/** Within the 8 kB of a signal. */
const PER_SIGNAL = 16;

const directionOf = ({ maySpeak }: OwnVoice): RTCRtpTransceiverDirection => (maySpeak ? 'sendrecv' : 'recvonly');
