import {
  type BodyModel,
  type BodySpace,
  type BodySurface,
  bodyModelOfSmpl,
  createShapedBody,
  type MeshMeasures,
  measureMesh,
  measureNames,
  placeBody,
  readSmpl,
  sexOfFileName,
  shapeBody,
} from '@leib/body';
import { InputError } from '@leib/core';
import { guessMeshUnit, meshUnits, readMesh, readMeshScene } from '@leib/formats';
import type { OpenedFile } from './bodyServiceTypes.js';

/** The body of a file, upright on the floor. */
interface FileBody {
  readonly surface: BodySurface;
  /** Null for measures that the mesh does not show. */
  readonly measured: readonly (number | null)[];
  /** The model of SMPL or of a mesh of our topology, with which it can be posed; null for other meshes. */
  readonly model: BodyModel | null;
  readonly notes: readonly string[];
}

type Kept =
  | { readonly kind: 'mesh'; readonly surface: BodySurface; readonly notes: readonly string[]; body: FileBody | null }
  | { readonly kind: 'model'; readonly model: BodyModel };

/** Number of betas read from an SMPL file, which holds up to 300; they are typed by hand. */
const MOST_BETAS = 20;

/** Meshes and body models opened for comparison, by file name. */
export class ComparedFiles {
  readonly #space: BodySpace;
  readonly #files = new Map<string, Kept>();

  constructor(space: BodySpace) {
    this.#space = space;
  }

  /** Throws where the file cannot be read. */
  async open(name: string, bytes: Uint8Array): Promise<OpenedFile> {
    if (/\.(npz|pkl)$/i.test(name)) {
      const smpl = await readSmpl(bytes, { betaCount: MOST_BETAS, withPoseDirections: true });
      if (smpl.triangles.length === 0) throw new InputError('f', 'expected the faces of the model, got none');
      const model = bodyModelOfSmpl(smpl, sexOfFileName(name));
      this.#files.set(name, { kind: 'model', model });
      return { name, kind: 'model', betaCount: model.betaCount, vertexCount: model.vertexCount };
    }
    const { surface, notes } = await readScan(bytes);
    return this.keep(name, surface, notes);
  }

  /** Keeps a surface or a point cloud under a name. */
  keep(name: string, surface: BodySurface, notes: readonly string[]): OpenedFile {
    this.#files.set(name, { kind: 'mesh', surface, notes, body: null });
    const kind = surface.triangles.length === 0 ? 'cloud' : 'mesh';
    return { name, kind, betaCount: 0, vertexCount: surface.positions.length / 3 };
  }

  /** A model of the user's; null where none of this name was opened in this visit. */
  model(name: string): BodyModel | null {
    const kept = this.#files.get(name);
    return kept?.kind === 'model' ? kept.model : null;
  }

  /** Null where no such file was opened in this visit. */
  find(name: string, betas: readonly number[]): FileBody | null {
    const kept = this.#files.get(name);
    if (!kept) return null;
    if (kept.kind === 'model') return measured(shapeSmpl(kept.model, betas), kept.model, []);
    kept.body ??= this.#place(kept.surface, kept.notes);
    return kept.body;
  }

  #place(surface: BodySurface, notes: readonly string[]): FileBody {
    const own = this.#space.neutral;
    const isOwn = surface.positions.length === own.vertexCount * 3 && surface.triangles.length === own.triangles.length;
    const placed = isOwn ? surface : placeBody({ name: '', surface, names: null }).surface;
    return measured(placed, isOwn ? own : null, notes);
  }
}

function shapeSmpl(model: BodyModel, betas: readonly number[]): BodySurface {
  const shaped = createShapedBody(model);
  shapeBody(model, betas, shaped);
  return { positions: shaped.positions, triangles: model.triangles };
}

function measured(surface: BodySurface, model: BodyModel | null, notes: readonly string[]): FileBody {
  if (surface.triangles.length === 0) {
    const why = 'A point cloud has no surface to measure; fit a body to it.';
    return { surface, measured: measureNames.map(() => null), model: null, notes: [...notes, why] };
  }
  const { lines, missing } = measureOrNot(surface);
  const values = new Map(lines.map(({ name, value }) => [name, value]));
  return {
    surface,
    measured: measureNames.map((name) => values.get(name) ?? null),
    model,
    notes: missing.length > 0 ? [...notes, `${missing.length} measures cannot be taken on it.`] : notes,
  };
}

/** A mesh that cannot be measured is shown without measures. */
function measureOrNot(surface: BodySurface): Pick<MeshMeasures, 'lines' | 'missing'> {
  try {
    return measureMesh(surface);
  } catch (error) {
    return { lines: [], missing: measureNames.map((name) => ({ name, reason: (error as Error).message })) };
  }
}

/** Reads a mesh or a point cloud, every mesh of a glTF file; its unit is guessed from its size, with a note. Metres. */
export async function readScan(bytes: Uint8Array): Promise<{ surface: BodySurface; notes: readonly string[] }> {
  const first = await readMesh(bytes);
  // Scanners save people in several meshes, too: skin, hair, clothes.
  const all = isGltf(bytes) ? await readMeshScene(bytes) : first;
  const mesh = all.positions.length > first.positions.length ? all : first;
  const unit = guessMeshUnit(mesh.positions);
  const positions = mesh.positions.map((value) => value * meshUnits[unit]);
  return {
    surface: { positions, triangles: mesh.triangles },
    notes: unit === 'm' ? [] : [`The unit is assumed to be ${unit}.`],
  };
}

/** By its first byte: of "glTF" in GLB and VRM, or of JSON. */
function isGltf(bytes: Uint8Array): boolean {
  return bytes[0] === 0x67 || bytes[0] === 0x7b;
}
