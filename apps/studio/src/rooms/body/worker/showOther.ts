import {
  type BodyModel,
  type BodySurface,
  createShapedBody,
  type Mannequin,
  measureDefinitions,
  placeBody,
  regressJoints,
  type ShapedBody,
  surfaceDistance,
} from '@leib/body';
import { type OtherSpec, withoutWords } from '../bodySpec.js';
import type { OtherResult, ShownOther, ShowRequest } from './bodyServiceTypes.js';
import type { ComparedFiles } from './comparedFiles.js';
import type { BodyBuilder, BuiltBody } from './createBodyBuilder.js';
import { drawSurface, poseBody } from './poseBody.js';

/** A body to compare with, before it is posed. */
export interface FoundBody {
  readonly name: string;
  readonly surface: BodySurface;
  readonly measured: readonly (number | null)[];
  /** A model and the surface as a shape of it; null for a mesh that cannot be posed. */
  readonly posable: { readonly model: BodyModel; readonly shaped: ShapedBody } | null;
  readonly notes: readonly string[];
}

/** Largest height of the shoulders above the hands in a T-pose, share of stature. */
const T_POSE_DROP = 0.06;

/** What showOther() works with. */
export interface OtherTools {
  readonly builder: BodyBuilder;
  readonly files: ComparedFiles;
  readonly mannequin: Mannequin;
  /** One of Leib's models: the topology that the page knows. */
  readonly own: BodyModel;
}

/** Finds the other bodies, poses them and compares each with the first. */
export function showOthers(request: ShowRequest, first: BuiltBody, tools: OtherTools): OtherResult[] {
  return request.others.map((other): OtherResult => {
    const found = findOther(request, other, tools);
    if (typeof found === 'string') return { shown: null, problem: found };
    return { shown: drawOther(found, first, request, tools), problem: null };
  });
}

/** A body to compare with, or the reason why there is none. */
export function findOther(
  { body: spec }: Pick<ShowRequest, 'body'>,
  other: OtherSpec,
  { builder, files, own }: OtherTools,
): FoundBody | string {
  if (other.kind === 'file') {
    const measure = (positions: Float64Array, joints: Float64Array) => builder.measure(spec.sex, positions, joints);
    return findFile(other, own, files, measure);
  }
  const otherSpec =
    other.kind === 'body'
      ? other.body
      : { ...withoutWords(spec), betas: null, take: other.take, name: `${spec.name}, ${takeWords(other.take)}` };
  const { body, findings } = builder.build(otherSpec);
  if (!body) {
    const why = findings.map(({ message }) => message).join(' ') || notOpen(otherSpec.model ?? '');
    return `${otherSpec.name} cannot be built: ${why}`;
  }
  return {
    name: otherSpec.name,
    surface: { positions: body.shaped.positions, triangles: body.model.triangles },
    measured: Array.from(body.measured, (value) => (Number.isNaN(value) ? null : value)),
    posable: body,
    notes: [],
  };
}

export function notOpen(fileName: string): string {
  return `${fileName} was opened in another visit; open it again.`;
}

function takeWords(take: string): string {
  return take === 'any' ? 'all measures' : `take ${take}`;
}

function findFile(
  { name, betas }: OtherSpec & { readonly kind: 'file' },
  own: BodyModel,
  files: ComparedFiles,
  measure: (positions: Float64Array, joints: Float64Array) => Float64Array,
): FoundBody | string {
  const file = files.find(name, betas);
  if (!file) return notOpen(name);
  const { surface, model, measured, notes } = file;
  if (!model) return { name, surface, measured, posable: null, notes };
  const shaped: ShapedBody = { ...createShapedBody(model), positions: surface.positions };
  regressJoints(model, surface.positions, shaped.joints);
  if (!isTPosed(model, shaped)) return { name, surface, measured, posable: null, notes };
  // Measuring at landmarks is more accurate than on any mesh.
  const isOwn = isTopologyOf(own, model);
  return {
    name,
    surface,
    measured: isOwn ? [...measure(surface.positions, shaped.joints)] : measured,
    posable: { model, shaped },
    notes: isOwn ? notes.filter((note) => !note.includes('cannot be taken')) : notes,
  };
}

/** Whether two models have the same vertices and triangles. */
export function isTopologyOf(own: BodyModel, model: BodyModel): boolean {
  return model.vertexCount === own.vertexCount && model.triangles.length === own.triangles.length;
}

function isTPosed({ jointNames }: BodyModel, { positions, joints }: ShapedBody): boolean {
  let top = Number.NEGATIVE_INFINITY;
  for (let at = 1; at < positions.length; at += 3) top = Math.max(top, positions[at]);
  const height = (bone: 'leftUpperArm' | 'leftHand') => joints[jointNames.indexOf(bone) * 3 + 1];
  return Math.abs(height('leftUpperArm') - height('leftHand')) < T_POSE_DROP * top;
}

function drawOther(
  found: FoundBody,
  first: BuiltBody,
  { pose, sameStature }: ShowRequest,
  { mannequin, own }: OtherTools,
): ShownOther {
  const { name, surface, posable, notes } = found;
  const a = placeBody({
    name: 'first',
    surface: { positions: first.shaped.positions, triangles: first.model.triangles },
    names: null,
  });
  const [stature] = first.measured;
  const b = placeBody({ name, surface, names: null }, sameStature ? { stature } : {});
  const between = surfaceDistance(a, b);
  const isOwn = posable !== null && isTopologyOf(own, posable.model);
  const drawn = posable
    ? poseBody(posable.model, posable.shaped, pose, isOwn ? mannequin : null)
    : drawSurface(surface.triangles, surface.positions);
  if (b.scale !== 1) for (let i = 0; i < drawn.positions.length; i++) drawn.positions[i] *= b.scale;
  return {
    name,
    ...drawn,
    triangles: isOwn ? null : surface.triangles,
    measured: found.measured.map((value, k) =>
      value === null ? null : value * (measureDefinitions[k].unit === 'kg' ? b.scale ** 3 : b.scale),
    ),
    distances: between && Float32Array.from(between.distances),
    meanDistance: between?.mean ?? 0,
    maxDistance: between?.max ?? 0,
    notes: between
      ? notes
      : [...notes, 'Another topology: no heat map, because its vertices do not correspond to ours.'],
  };
}
