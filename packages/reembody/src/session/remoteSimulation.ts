import { createPose, type Pose, updateWorldPose } from '@leib/core';
import type { RemoteBody } from '../body/remoteBody.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import type { RemoteBuilt } from '../wire/built.js';
import type { RemoteCarrier, RemoteCarrierEvents } from '../wire/remoteClient.js';
import type { WorldObject } from '../world/worldObject.js';
import { CarrierLink, type Hold } from './carrierLink.js';
import {
  buildRemoteFrameLayout,
  inputAt,
  outputAt,
  type RemoteBodyLayout,
  type RemoteFrameLayout,
} from './remoteFrame.js';
import type { RemoteBodySetup } from './sessionBody.js';

/** What is to be simulated: the person's body, how many more of it, and the room. */
export interface SimulationSetup {
  readonly body: RemoteBodySetup;
  readonly otherCount: number;
  readonly objects: readonly WorldObject[];
}

/** Where a simulation can run, and how a carrier to it is opened. */
export interface SimulationPlace {
  /** In words that documents use: inline, worker, server. */
  readonly kind: string;
  /** May tell that it has built before it returns; throws InputError where it cannot. */
  open(setup: SimulationSetup, events: RemoteCarrierEvents): RemoteCarrier;
}

/** Another body of the world, where its numbers stand, and how it stands in the last frame. */
export interface OtherBody {
  readonly body: RemoteBody;
  readonly layout: RemoteBodyLayout;
  readonly pose: Pose;
  /** Whether its target is sent from here; otherwise it is another client's. */
  readonly isOwn: boolean;
}

/** The running simulation: the person's own body, and everything else. */
export interface BuiltBody {
  readonly body: RemoteBody;
  readonly layout: RemoteBodyLayout;
  readonly others: readonly OtherBody[];
  readonly frame: RemoteFrameLayout;
  /** People in the world, this client's among them. */
  readonly clientCount: number;
  /** Where this client's person stands in a shared world: its place by number, 0 the middle. */
  readonly seat: number;
}

/** From sending a frame to its coming back, and of that the time where it is simulated. */
export interface FrameTrip {
  readonly wholeMs: number;
  readonly thereMs: number;
}

/** What is heard of a simulation. */
export interface SimulationEvents {
  built(built: BuiltBody): void;
  /** `trip`: null for a frame that nobody asked for, of a shared world. */
  frame(output: Float64Array, built: BuiltBody, trip: FrameTrip | null): void;
  /** A request was refused; everything else goes on. */
  failed(reason: string): void;
  /** The place where it ran, or should run, is lost. */
  lost(reason: string): void;
}

/**
 * The bodies of a world as whoever steps them sees them, wherever they are simulated. A frame is sent when the one before has
 * come back, and time that passes meanwhile is made up for with the next: the picture never waits. Inline it comes back at once.
 */
export class RemoteSimulation {
  /** Where it runs now. */
  where: string;
  /** Null until it runs. */
  built: BuiltBody | null = null;
  /** The last frame that came back; null before the first. */
  output: Float64Array | null = null;
  /** The person's remote body in it. */
  readonly pose: Pose;
  readonly #hold: Hold;
  readonly #events: SimulationEvents;
  #setup: SimulationSetup;
  #current: CarrierLink | null = null;
  /** The next carrier: it takes over when it has built its first world. */
  #next: CarrierLink | null = null;
  #waitingSeconds = 0;
  #sentMs = 0;
  /** Set while a frame is on its way. */
  #waiting: (() => void) | null = null;

  constructor(setup: SimulationSetup, place: SimulationPlace, events: SimulationEvents, hold: Hold = () => () => {}) {
    this.#hold = hold;
    this.#events = events;
    this.#setup = setup;
    this.pose = createPose(setup.body.skeleton);
    this.where = place.kind;
    this.moveTo(place);
  }

  /** The next frame's numbers, to be filled before step(); null while the last is on its way. */
  get input(): Float64Array | null {
    return this.#current?.carrier.input ?? null;
  }

  /** Moves the simulation to another place, as soon as it is built there. */
  moveTo(place: SimulationPlace): void {
    this.#next?.dispose();
    this.#next = null;
    let link: CarrierLink | null = null;
    let early: RemoteBuilt | null = null;
    // Messages of a carrier that was given up are ignored.
    const heard = () => (link !== null && (link === this.#next || link === this.#current) ? link : null);
    const carrier = place.open(this.#setup, {
      built: (built) => {
        const from = heard();
        if (from) this.#hearBuilt(from, built);
        else if (link === null) early = built;
      },
      frame: (output, isAnswer, seconds) => {
        if (link !== null && link === this.#current) this.#hearFrame(output, isAnswer, seconds);
      },
      failed: (reason, isOver) => {
        const from = heard();
        if (from) this.#hearFailed(from, reason, isOver);
      },
    });
    link = new CarrierLink(place.kind, carrier, this.#hold);
    this.#next = link;
    if (early) this.#hearBuilt(link, early);
  }

  /** Other settings of all own bodies. */
  setSettings(settings: RemoteBodySettings): void {
    this.#setup = { ...this.#setup, body: { ...this.#setup.body, settings } };
    for (const link of this.#links()) link.setSettings(settings);
  }

  setOtherCount(otherCount: number): void {
    this.#setup = { ...this.#setup, otherCount };
    for (const link of this.#links()) link.setCount(1 + otherCount);
  }

  /** What carries it now; null before it runs. */
  get carrier(): RemoteCarrier | null {
    return this.#current?.carrier ?? null;
  }

  /** Other things in the room. Where the place cannot change them, the simulation is opened there anew. */
  setObjects(objects: readonly WorldObject[], place: SimulationPlace): void {
    this.#setup = { ...this.#setup, objects };
    const [link] = this.#links().toReversed();
    if (!link?.setObjects(objects)) this.moveTo(place);
  }

  resetObjects(): void {
    this.#current?.carrier.resetObjects();
  }

  /** Lets time pass for a frame that is not sent: the next one makes up for it. */
  wait(dtSeconds: number): void {
    this.#waitingSeconds += dtSeconds;
  }

  /** Lets time pass; sends `input` with all the time that has passed since the last one was sent. */
  step(dtSeconds: number): void {
    this.wait(dtSeconds);
    const { input } = this;
    if (input === null || this.#waitingSeconds === 0) return;
    input[inputAt.dtSeconds] = this.#waitingSeconds;
    this.#waitingSeconds = 0;
    this.#sentMs = performance.now();
    this.#current?.carrier.send();
    if (this.input === null) this.#waiting ??= this.#hold();
  }

  dispose(): void {
    for (const link of this.#links()) link.dispose();
    this.#endWaiting();
  }

  #endWaiting(): void {
    this.#waiting?.();
    this.#waiting = null;
  }

  #links(): CarrierLink[] {
    return [this.#current, this.#next].filter((link) => link !== null);
  }

  #hearBuilt(link: CarrierLink, built: RemoteBuilt): void {
    if (link === this.#next) {
      this.#current?.dispose();
      this.#endWaiting();
      this.#current = link;
      this.#next = null;
      this.where = link.where;
    }
    const frame = buildRemoteFrameLayout(built.bodies, this.#setup.objects.length, built.robotLength);
    const others = built.bodies.slice(1).map((body, i) => ({
      body,
      layout: frame.bodies[i + 1],
      pose: createPose(body.skeleton),
      isOwn: i + 1 < built.ownCount,
    }));
    const { clientCount, seat } = built;
    this.built = { body: built.bodies[0], layout: frame.bodies[0], others, frame, clientCount, seat };
    // What was drawn of the last frame has another layout.
    this.output = null;
    this.#events.built(this.built);
    link.endBuilding();
  }

  #hearFrame(output: Float64Array, isAnswer: boolean, simulationSeconds: number): void {
    if (!this.built) return;
    this.output = output;
    if (isAnswer) this.#endWaiting();
    const trip = isAnswer ? { wholeMs: performance.now() - this.#sentMs, thereMs: simulationSeconds * 1000 } : null;
    readPose(output, this.built.layout, this.built.body, this.pose);
    for (const { layout, body, pose } of this.built.others) readPose(output, layout, body, pose);
    this.#events.frame(output, this.built, trip);
  }

  #hearFailed(link: CarrierLink, reason: string, isOver: boolean): void {
    if (!isOver) {
      this.#endWaiting();
      link.endBuilding();
      this.#events.failed(reason);
      return;
    }
    if (link === this.#next) this.#next = null;
    else {
      this.#current = null;
      this.#endWaiting();
    }
    link.dispose();
    this.#events.lost(reason);
  }
}

function readPose(output: Float64Array, { output: at }: RemoteBodyLayout, { skeleton }: RemoteBody, pose: Pose): void {
  for (let k = 0; k < 3; k++) pose.rootPosition[k] = output[at + outputAt.rootPosition + k];
  for (let i = 0; i < pose.localRotations.length; i++) pose.localRotations[i] = output[at + outputAt.rotations + i];
  updateWorldPose(skeleton, pose);
}
