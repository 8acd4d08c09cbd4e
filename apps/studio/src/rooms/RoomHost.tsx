import type { AvatarBones } from '@leib/three';
import { createContext, useContext } from 'react';
import type { KeptTakes } from '../files/takes/keptTakes.js';
import type { KeptTake } from '../files/takes/take.js';
import type { TakeFormat } from '../files/takes/takeFormats.js';
import type { ExportDesk } from '../ui/exportDesk.js';
import type { World } from '../world/world.js';
import type { WornBody } from './body/wornBody.js';

/** What a room's panels may ask of the studio around it. */
export interface RoomHost {
  readonly world: World;
  /** Opens a file as if it were dropped onto the page. */
  openFile(file: File): Promise<void>;
  /** Opens the side panel. */
  openPanel(): void;
  readonly sources: {
    /** Mouse and keys move the body. */
    playEmulator(): void;
    /** The same, and the person walks ahead from the start for so many seconds. */
    walkAhead(seconds: number): void;
  };
  /** Takes of all rooms, for a room without a person of its own. */
  readonly takes: {
    readonly kept: KeptTakes;
    readonly exports: ExportDesk;
    /** Replays a take; where nobody moves in the room, in the Mirror. */
    play(id: KeptTake['id']): Promise<void>;
    remove(id: KeptTake['id']): void;
    /** The list was changed. */
    onChanged(): Promise<void>;
    exportTake(id: KeptTake['id'], format: TakeFormat): Promise<void>;
  };
  readonly wardrobe: {
    /** Makes a body the avatar in every room; false when it could not be made. */
    wearBody(body: WornBody): Promise<boolean>;
    /** The same with an avatar file of the wearer's own body. */
    wearOwnFile(file: File): Promise<boolean>;
    /** Lends a body of its own stature while the room needs it; null: what the visitor wore before. */
    lend(file: File | null): Promise<void>;
    /** The worn avatar as a file, GLB, and its bones where they were set by hand; null for the default one, which everybody has. */
    ownFile(): Promise<{ readonly bytes: ArrayBuffer; readonly bones: AvatarBones } | null>;
  };
}

const RoomHostContext = createContext<RoomHost | null>(null);

export const RoomHostProvider = RoomHostContext.Provider;

export function useRoomHost(): RoomHost {
  const host = useContext(RoomHostContext);
  if (!host) throw new Error('useRoomHost() needs a RoomHostProvider above it.');
  return host;
}
