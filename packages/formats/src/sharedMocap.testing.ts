/** Tests only: the development set that lies beside the repository on some machines; it is not committed. */

interface FileSystem {
  existsSync(path: URL): boolean;
  readFileSync(path: URL): Uint8Array;
  readdirSync(path: URL): string[];
}

export interface ManifestClip {
  readonly clip: string;
  readonly category: string;
  readonly file: string;
  readonly stature_m: number;
  /** Frames in the file, the invented first one included. */
  readonly frames: number;
  readonly fps: number;
  readonly skip_first_frames: number;
  readonly floor_y_m: number;
}

export interface SharedMocap {
  readonly clips: readonly ManifestClip[];
  read(file: string): Uint8Array;
  list(folder: string): string[];
}

/** null where the set is absent: tests that need it are then skipped. */
export async function findSharedMocap(): Promise<SharedMocap | null> {
  const folder = new URL('../../../../shared/mocap/', import.meta.url);
  // The library itself runs in browsers, so this package has no types of Node's.
  const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as FileSystem;
  const manifest = new URL('manifest.json', folder);
  if (!fs.existsSync(manifest)) return null;
  const { clips } = JSON.parse(new TextDecoder().decode(fs.readFileSync(manifest))) as { clips: ManifestClip[] };
  return {
    clips,
    read: (file) => new Uint8Array(fs.readFileSync(new URL(file, folder))),
    list: (path) => fs.readdirSync(new URL(path, folder)),
  };
}
