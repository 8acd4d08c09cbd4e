import {
  type BridgeOutput,
  type BridgeSource,
  createBridgeSource,
  createVmcEncoder,
  createVrChatEncoder,
  encodeVmcFrame,
  encodeVrChatPose,
  type FeedSource,
  type VmcEncoder,
} from '@leib/feeds';
import type { StageBody } from '../world/stageBody.js';
import type { World } from '../world/world.js';

type Bridge = Pick<BridgeSource, 'outputs' | 'connection' | 'send' | 'dispose'>;

/**
 * Sends the solved body to other programs through the page's server, whatever moves it. Targets are those that the server
 * was started with (--vmc-out, --vrchat-out).
 */
export class BodyOutput {
  readonly #connect: () => Bridge;
  readonly #vrChat = createVrChatEncoder((datagram) => this.#bridge.send('vrchat', datagram));
  /** The connection in use: a feed's, or one of its own. */
  #bridge: Bridge;
  #ownBridge: Bridge | null = null;
  #vmc: VmcEncoder | null = null;
  /** Frames that were sent to at least one target. */
  sentCount = 0;

  /** @param shared the connection of a feed that is open; @param connect opens one where there is none */
  constructor(shared: Bridge | null, connect: () => Bridge = () => createBridgeSource(location.href)) {
    this.#connect = connect;
    this.#bridge = shared ?? this.#openOwn();
  }

  get connection(): FeedSource['connection'] {
    return this.#bridge.connection;
  }

  get targets(): readonly BridgeOutput[] {
    return this.#bridge.outputs;
  }

  /** Another source: the feed's connection is used where there is one. */
  share(bridge: Bridge | null): void {
    if (bridge !== null) {
      this.#ownBridge?.dispose();
      this.#ownBridge = null;
    }
    this.#bridge = bridge ?? this.#ownBridge ?? this.#openOwn();
  }

  /** Sends one solved frame. */
  send({ avatar, pose }: Pick<StageBody, 'avatar' | 'pose'>, scales: World['scales'], seconds: number): void {
    const { skeleton } = avatar;
    const isWanted = (protocol: BridgeOutput['protocol']) =>
      this.targets.some((target) => target.protocol === protocol);
    if (isWanted('vmc')) {
      if (this.#vmc?.skeleton !== skeleton) {
        this.#vmc = createVmcEncoder(skeleton, (datagram) => this.#bridge.send('vmc', datagram));
      }
      encodeVmcFrame(this.#vmc, pose, seconds);
    }
    if (isWanted('vrchat')) {
      // VRChat expects the metres of the person, not those of the avatar.
      encodeVrChatPose(this.#vrChat, skeleton, pose, scales.wearer);
    }
    if (this.connection === 'open' && this.targets.length > 0) this.sentCount++;
  }

  dispose(): void {
    this.#ownBridge?.dispose();
    this.#ownBridge = null;
  }

  #openOwn(): Bridge {
    this.#ownBridge = this.#connect();
    return this.#ownBridge;
  }
}
