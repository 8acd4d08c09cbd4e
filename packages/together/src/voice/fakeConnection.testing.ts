/** Tests only. */

/** Work that is done later, in the order that a seed gives: what a browser and a network do by themselves. */
export class Later {
  readonly #lines: (() => void)[][] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** A line keeps its order; lines among each other do not. */
  line(): (work: () => void) => void {
    const line: (() => void)[] = [];
    this.#lines.push(line);
    return (work) => void line.push(work);
  }

  /** Does one thing; false where nothing is left. */
  async step(): Promise<boolean> {
    const lines = this.#lines.filter(({ length }) => length > 0);
    lines[Math.floor(this.#random() * lines.length)]?.shift()?.();
    // What waits for it goes on.
    for (let i = 0; i < 8; i++) await Promise.resolve();
    return lines.length > 0;
  }
}

type Direction = RTCRtpTransceiverDirection;

/** As far as offers and answers go: JSEP (RFC 9429) with one sound, rollback, and restarts of the search for a way. */
export class FakeConnection {
  onnegotiationneeded: (() => void) | null = null;
  onicecandidate: ((event: { candidate: unknown }) => void) | null = null;
  ontrack: ((event: { track: unknown }) => void) | null = null;
  signalingState: 'stable' | 'have-local-offer' | 'have-remote-offer' | 'closed' = 'stable';
  localDescription: { type: 'offer' | 'answer'; sdp: string } | null = null;
  /** What both ends have agreed on: own and other's direction, own and other's name for the search. */
  agreed: { own: Direction; other: Direction; ownWay: string; otherWay: string } | null = null;
  /** Candidates that fit no description. */
  lostCandidates = 0;
  readonly #name: string;
  readonly #do: (work: () => void) => void;
  #transceiver: {
    direction: Direction;
    sender: { track: unknown; replaceTrack(track: unknown): Promise<void> };
  } | null = null;
  #way = 1;
  #needsWay = false;
  #pending: { own?: string; other?: string } = {};
  #isChecking = false;
  #operations = 0;

  constructor(name: string, later: Later) {
    this.#name = name;
    this.#do = later.line();
  }

  get connectionState(): RTCPeerConnectionState {
    return this.signalingState === 'closed' ? 'closed' : this.agreed ? 'connected' : 'new';
  }

  addTransceiver(_kind: string, { direction }: { direction: Direction }) {
    this.#makeTransceiver(direction);
    this.#check();
    return this.#transceiver;
  }

  getTransceivers() {
    return this.#transceiver ? [this.#transceiver] : [];
  }

  restartIce(): void {
    this.#needsWay = true;
    this.#check();
  }

  setLocalDescription(): Promise<void> {
    return this.#operate(() => {
      const isAnswer = this.signalingState === 'have-remote-offer';
      if (!isAnswer && this.signalingState !== 'stable') throw new Error('an offer waits for its answer');
      if (this.#needsWay) this.#way++;
      this.#needsWay = false;
      const sdp = `v=0\r\nm=audio 9 X 111\r\na=${this.#transceiver?.direction}\r\na=way:${this.#name}${this.#way}`;
      this.localDescription = { type: isAnswer ? 'answer' : 'offer', sdp };
      this.#pending.own = sdp;
      this.signalingState = 'have-local-offer';
      if (isAnswer) this.#agree();
      this.onicecandidate?.({ candidate: { toJSON: () => ({ candidate: `${this.#name}${this.#way}` }) } });
    });
  }

  setRemoteDescription({ type, sdp }: { type: string; sdp: string }): Promise<void> {
    return this.#operate(() => {
      if (type === 'answer' && this.signalingState !== 'have-local-offer') throw new Error('nobody asked');
      // An offer takes the own one back (section 4.1.10.2).
      if (type === 'offer' && this.signalingState === 'have-local-offer') {
        this.#needsWay = this.#pending.own !== undefined && wayOf(this.#pending.own) !== this.agreed?.ownWay;
        this.#pending = {};
      }
      this.#pending.other = sdp;
      if (!this.#transceiver) this.#makeTransceiver('recvonly');
      if (type === 'offer') this.signalingState = 'have-remote-offer';
      else this.#agree();
    });
  }

  addIceCandidate({ candidate = '' }: { candidate?: string }): Promise<void> {
    return this.#operate(() => {
      const ways = [this.agreed?.otherWay, this.#pending.other && wayOf(this.#pending.other)];
      if (ways.includes(candidate)) return;
      this.lostCandidates++;
      throw new Error('no description that it fits');
    });
  }

  close(): void {
    this.signalingState = 'closed';
  }

  #makeTransceiver(first: Direction): void {
    let direction = first;
    const check = () => this.#check();
    this.#transceiver = {
      get direction() {
        return direction;
      },
      set direction(next) {
        direction = next;
        check();
      },
      sender: {
        track: null,
        async replaceTrack(track) {
          this.track = track;
        },
      },
    };
  }

  /** One after the other, each later: a browser's chain of operations. */
  #operate(work: () => void): Promise<void> {
    this.#operations++;
    return new Promise((resolve, reject) => {
      this.#do(() => {
        this.#operations--;
        this.#check();
        if (this.signalingState === 'closed') return;
        try {
          work();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #agree(): void {
    const { own = '', other = '' } = this.#pending;
    this.agreed = { own: directionIn(own), other: directionIn(other), ownWay: wayOf(own), otherWay: wayOf(other) };
    this.#pending = {};
    this.signalingState = 'stable';
    this.#check();
  }

  #check(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#do(() => {
      this.#isChecking = false;
      // Not before the chain of operations is empty (WebRTC, section 4.7.3); the last of them checks again.
      if (this.#operations > 0) return;
      const isOther = this.#transceiver?.direction !== this.agreed?.own;
      if (this.signalingState === 'stable' && (isOther || this.#needsWay)) this.onnegotiationneeded?.();
    });
  }
}

const wayOf = (sdp: string) => /a=way:(.*)$/.exec(sdp)?.[1] ?? '';
const directionIn = (sdp: string) => (/a=(sendrecv|recvonly)/.exec(sdp)?.[1] ?? 'inactive') as Direction;
