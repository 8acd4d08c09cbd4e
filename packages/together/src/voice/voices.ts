import type { IceAdvice, Signal } from '@leib/net';
import type { ActorId } from '@leib/stage';
import type { PersonFeed } from '../personFeed.js';
import type { SharedRoom } from '../sharedRoom.js';
import { chooseSpeakers, type Speaker } from './chooseSpeakers.js';
import { type AskForMicrophone, askForMicrophone, Microphone } from './microphone.js';
import { sentenceOfVoices, type VoiceFigures } from './voiceFigures.js';
import { VoiceMesh } from './voiceMesh.js';
import { type HeardVoice, VoiceSound } from './voiceSound.js';

/** What voices need of a room. */
export type VoiceRoom = Pick<
  SharedRoom,
  'me' | 'role' | 'doc' | 'others' | 'state' | 'waitingCount' | 'nowMs' | 'feed' | 'change' | 'numberOf' | 'signal'
> &
  Pick<SharedRoom, 'askForIce' | 'hearVoices'>;

export interface VoicesOptions {
  /** The app's own, and where in it voices go; one of their own, to the loudspeakers, unless given. */
  readonly context?: AudioContext;
  readonly output?: AudioNode;
  /** How the microphone is asked for; by the browser unless given. */
  readonly ask?: AskForMicrophone;
  readonly createConnection?: (configuration: RTCConfiguration) => RTCPeerConnection;
}

/** One whose voice comes. */
interface Heard {
  readonly track: MediaStreamTrack;
  /** Null until the browser lets the page play. */
  voice: HeardVoice | null;
  loudness: number;
  /** When they were last loud. */
  loudMs: number;
}

/** Who is heard, and with whom one is connected, is looked at so often, milliseconds. */
const LOOK_MS = 200;
/** Louder than this is speech, and lasts for so long after it, milliseconds. */
const LOUD = 0.012;
const LOUD_MS = 350;
/** Nobody is called who was not heard of for so long, milliseconds. */
const AWAY_MS = 3000;
/** Of a body that is sent whole: from the hips to the mouth, metres. */
const MOUTH_ABOVE_HIPS = 0.65;
/** The word for a relay is asked for again when this share of its time is over. */
const RENEWS = 0.7;

/**
 * The voices of a room: mine to those who are near, theirs from where they stand. Opus from page to page, each with each, so that the
 * nearest twelve are heard. Call step() in every frame.
 */
export class Voices {
  readonly microphone: Microphone;
  readonly #room: VoiceRoom;
  readonly #options: VoicesOptions;
  readonly #mesh: VoiceMesh;
  readonly #heard = new Map<ActorId, Heard>();
  readonly #muted = new Set<ActorId>();
  readonly #endings: (() => void)[];
  #chosen: ReadonlySet<ActorId> = new Set();
  #context: AudioContext | null;
  #sound: VoiceSound | null = null;
  #ice: IceAdvice | null = null;
  #iceMs = 0;
  #me: ActorId | null = null;
  #state: VoiceRoom['state'] | null = null;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #ownLoudMs = Number.NEGATIVE_INFINITY;
  #isDisposed = false;

  constructor(room: VoiceRoom, options: VoicesOptions = {}) {
    this.#room = room;
    this.#options = options;
    this.#context = options.context ?? null;
    this.microphone = new Microphone(options.ask ?? askForMicrophone, () => this.#tellVoice());
    this.#mesh = new VoiceMesh({
      createConnection: () => this.#connect(),
      nameCall: () => crypto.randomUUID().slice(0, 8),
      isPolite: (other) => (room.numberOf(room.me ?? '') ?? 0) > (room.numberOf(other) ?? 0),
      send: (to, signal) => room.signal(to, signal),
      onVoice: (of, track) => this.#takeVoice(of, track),
    });
    const listener = {
      onSignal: (from: ActorId, signal: Signal) => this.#mesh.hear(from, signal, room.nowMs()),
      onIce: (advice: IceAdvice) => {
        this.#ice = advice;
        this.#iceMs = room.nowMs();
      },
    };
    this.#endings = [room.hearVoices(listener), ...this.#listenForTouch()];
  }

  /**
   * Opens the microphone, or another one: call it when the visitor presses something. Rejects with the reason where there is none or it is
   * not allowed.
   * @param device of devices(); the one that the browser chooses unless given
   */
  async openMicrophone(device: string | null = null): Promise<void> {
    const context = this.#ownContext();
    void context.resume();
    await this.microphone.open(context, device);
    if (this.#isDisposed) this.microphone.close();
  }

  closeMicrophone(): void {
    this.microphone.close();
  }

  /** Microphones that there are; without names before one was allowed. */
  async devices(): Promise<readonly { readonly id: string; readonly name: string }[]> {
    const all = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
    return all
      .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  }

  /** Whether I do not want to hear somebody. */
  isMuted(id: ActorId): boolean {
    return this.#muted.has(id);
  }

  /** For me alone. */
  setMuted(id: ActorId, isMuted: boolean): void {
    if (isMuted) this.#muted.add(id);
    else this.#muted.delete(id);
  }

  /** How loud somebody speaks, 0 to 1, heard or not; null where no voice comes of them. */
  loudness(id: ActorId): number | null {
    return this.#mayBeHeard(id) ? (this.#heard.get(id)?.loudness ?? null) : null;
  }

  /** Whether somebody speaks now; oneself, too. */
  isSpeaking(id: ActorId): boolean {
    const heard = this.#heard.get(id);
    const loudMs = id === this.#room.me ? this.#ownLoudMs : heard && this.#mayBeHeard(id) ? heard.loudMs : undefined;
    return loudMs !== undefined && this.#room.nowMs() - loudMs < LOUD_MS;
  }

  /** @param ears of the listener in the room's metres, looking along -Z: `camera.matrixWorld.elements` */
  step(ears: ArrayLike<number>): void {
    if (this.#isDisposed) return;
    const nowMs = this.#room.nowMs();
    if (nowMs - this.#lookedMs >= LOOK_MS) {
      this.#lookedMs = nowMs;
      this.#followRoom(nowMs);
      this.#choose(ears);
      this.#mesh.step(nowMs);
    }
    if (this.microphone.loudness() > LOUD) this.#ownLoudMs = nowMs;
    this.#sound?.setListener(ears);
    for (const [id, heard] of this.#heard) {
      const { voice } = heard;
      const place = placeOf(this.#room.feed(id));
      if (!voice) continue;
      heard.loudness = voice.loudness();
      if (heard.loudness > LOUD) heard.loudMs = nowMs;
      const isAudible = place !== null && this.#mayBeHeard(id) && !this.#muted.has(id);
      const [x, y, z] = place ?? [0, 0, 0];
      voice.place(x, y, z, metresFrom(ears, [x, y, z]), isAudible);
    }
  }

  figures(): VoiceFigures {
    const connected = new Set(this.#mesh.connected);
    const { unreachable } = this.#mesh;
    const heard = [...this.#chosen].filter((id) => connected.has(id));
    const { role, me } = this.#room;
    const figures = {
      isOn: this.microphone.track !== null,
      isTalking: this.microphone.isTalking && this.#maySpeak(),
      isMuted: role !== 'watcher' && this.#settingOf(me, 'muted') === true,
      ...{ heard, unreachable },
      isBlocked: heard.length > 0 && this.#sound?.isRunning !== true,
    };
    return { ...figures, sentence: sentenceOfVoices(figures, this.#hasRelay()) };
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const end of this.#endings) end();
    this.#mesh.dispose();
    this.microphone.close();
    if (this.#options.context === undefined) void this.#context?.close();
  }

  /** As somebody else, or on a connection to the server that is new. */
  #followRoom(nowMs: number): void {
    const { me, state, others } = this.#room;
    if (me !== this.#me && this.#me !== null) this.#mesh.dispose();
    else if (state === 'open' && this.#state !== 'open') this.#mesh.refresh(nowMs);
    this.#me = me;
    this.#state = state;
    for (const id of this.#heard.keys()) if (!others.includes(id)) this.#mesh.drop(id);
    if (this.#ice && nowMs - this.#iceMs > this.#ice.holdsSeconds * 1000 * RENEWS) {
      this.#iceMs = nowMs;
      this.#room.askForIce();
    }
    this.#sayWhetherOn();
    this.#tellVoice();
  }

  /** The others see in the document whose microphone is on. */
  #sayWhetherOn(): void {
    const { me, state, role, waitingCount, doc } = this.#room;
    if (!me || state !== 'open' || role === 'watcher' || waitingCount > 0 || !doc?.actors[me]) return;
    const isOn = this.microphone.track !== null;
    if (isOn !== (this.#settingOf(me, 'voice') === true))
      this.#room.change([{ path: ['actors', me, 'settings', 'voice'], value: isOn }], false);
  }

  #choose(ears: ArrayLike<number>): void {
    const connected = new Set(this.#mesh.connected);
    const speakers = this.#room.others.flatMap((id): Speaker[] => {
      const feed = this.#room.feed(id);
      const place = placeOf(feed);
      const isOn = this.#settingOf(id, 'voice') === true && this.#mayBeHeard(id) && !this.#muted.has(id);
      const isHere = connected.has(id) || (feed?.staleMs ?? Number.POSITIVE_INFINITY) < AWAY_MS;
      return isOn && isHere && place !== null ? [{ id, metres: metresFrom(ears, place) }] : [];
    });
    this.#chosen = chooseSpeakers(speakers, this.#chosen);
    this.#mesh.setWanted(this.#chosen);
  }

  #takeVoice(of: ActorId, track: MediaStreamTrack | null): void {
    this.#heard.get(of)?.voice?.dispose();
    this.#heard.delete(of);
    if (track === null) return;
    this.#heard.set(of, { track, voice: null, loudness: 0, loudMs: Number.NEGATIVE_INFINITY });
    if (mayPlay()) this.#playAll();
  }

  #playAll(): void {
    const context = this.#ownContext();
    if (context.state === 'suspended') void context.resume();
    this.#sound ??= new VoiceSound(context, this.#options.output ?? context.destination);
    for (const heard of this.#heard.values()) heard.voice ??= this.#sound.add(heard.track);
  }

  /** Made late: browsers complain of one that was made before the page was touched. */
  #ownContext(): AudioContext {
    this.#context ??= new AudioContext({ latencyHint: 'interactive' });
    return this.#context;
  }

  /** What was blocked plays as soon as the page is touched. */
  #listenForTouch(): (() => void)[] {
    if (typeof addEventListener === 'undefined') return [];
    const onTouch = () => {
      if (this.#heard.size > 0) this.#playAll();
    };
    return (['pointerdown', 'keydown'] as const).map((name) => {
      addEventListener(name, onTouch);
      return () => removeEventListener(name, onTouch);
    });
  }

  #connect(): RTCPeerConnection {
    const { servers = [], isRelayOnly = false } = this.#ice ?? {};
    const configuration: RTCConfiguration = {
      iceServers: servers.map(({ urls, username, credential }) => ({
        urls,
        ...(username !== undefined && { username }),
        ...(credential !== undefined && { credential }),
      })),
      iceTransportPolicy: isRelayOnly ? 'relay' : 'all',
    };
    const { createConnection = (wanted) => new RTCPeerConnection(wanted) } = this.#options;
    return createConnection(configuration);
  }

  #tellVoice(): void {
    this.#mesh.setVoice({ maySpeak: this.#maySpeak(), track: this.microphone.track });
  }

  #maySpeak(): boolean {
    const { me } = this.#room;
    return me !== null && this.#mayBeHeard(me);
  }

  /** [PV4] of SPEC.md: whatever comes of a watcher or of somebody who is muted is not heard. */
  #mayBeHeard(id: ActorId): boolean {
    const role = this.#settingOf(id, 'role');
    return (role === 'host' || role === 'guest') && this.#settingOf(id, 'muted') !== true;
  }

  #settingOf(id: ActorId | null, name: string): unknown {
    return id === null ? undefined : this.#room.doc?.actors[id]?.settings[name];
  }

  #hasRelay(): boolean {
    return this.#ice?.servers.some(({ urls }) => urls.startsWith('turn')) ?? false;
  }
}

/** Without it a browser makes no sound; one that does not tell may. */
function mayPlay(): boolean {
  return typeof navigator === 'undefined' || navigator.userActivation?.hasBeenActive !== false;
}

type Place = readonly [x: number, y: number, z: number];

/** Where a voice comes from; null before anything has come of the body. */
function placeOf(feed: PersonFeed | null): Place | null {
  if (!feed || feed.updateCount === 0) return null;
  const { form, jointPoses, rootPosition } = feed.shown;
  const [x, y, z] = form === 'targets' ? jointPoses : rootPosition;
  return [x, form === 'targets' ? y : y + MOUTH_ABOVE_HIPS, z];
}

const metresFrom = (ears: ArrayLike<number>, [x, y, z]: Place) => Math.hypot(x - ears[12], y - ears[13], z - ears[14]);
