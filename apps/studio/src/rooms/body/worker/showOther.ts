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
import type { OtherSpec } from '../bodySpec.js';
import type { Shown, ShownOther, ShowRequest } from './bodyServiceTypes.js';
import type { ComparedFiles } from './comparedFiles.js';
import type { BodyBuilder, BuiltBody } from './createBodyBuilder.js';
import { drawSurface, poseBody } from './poseBody.js';

interface Found {
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
}

/** Finds the second body, poses it and compares it with the first. */
export function showOther(
  request: ShowRequest,
  first: BuiltBody,
  tools: OtherTools,
): Pick<Shown, 'other' | 'otherProblem'> {
  if (!request.other) return { other: null, otherProblem: null };
  const found = findOther(request, request.other, first, tools);
  if (typeof found === 'string') return { other: null, otherProblem: found };
  return { other: drawOther(found, first, request, tools.mannequin), otherProblem: null };
}

/** The second body, or the reason why there is none. */
function findOther(
  { body: spec }: ShowRequest,
  other: OtherSpec,
  first: BuiltBody,
  { builder, files }: OtherTools,
): Found | string {
  if (other.kind === 'file') {
    const measure = (positions: Float64Array, joints: Float64Array) => builder.measure(spec.sex, positions, joints);
    return findFile(other, first, files, measure);
  }
  const otherSpec =
    other.kind === 'body' ? other.body : { ...spec, take: other.take, name: `${spec.name}, ${takeWords(other.take)}` };
  const { body, findings } = builder.build(otherSpec);
  if (!body) return `${otherSpec.name} cannot be built: ${findings.map(({ message }) => message).join(' ')}`;
  return {
    name: otherSpec.name,
    surface: { positions: body.shaped.positions, triangles: body.model.triangles },
    measured: [...body.measured],
    posable: body,
    notes: [],
  };
}

function takeWords(take: string): string {
  return take === 'any' ? 'all measures' : `take ${take}`;
}

function findFile(
  { name, betas }: OtherSpec & { readonly kind: 'file' },
  first: BuiltBody,
  files: ComparedFiles,
  measure: (positions: Float64Array, joints: Float64Array) => Float64Array,
): Found | string {
  const file = files.find(name, betas);
  if (!file) return `${name} was opened in another visit; open it again to compare with it.`;
  const { surface, model, measured, notes } = file;
  if (!model) return { name, surface, measured, posable: null, notes };
  const shaped: ShapedBody = { ...createShapedBody(model), positions: surface.positions };
  regressJoints(model, surface.positions, shaped.joints);
  if (!isTPosed(model, shaped)) return { name, surface, measured, posable: null, notes };
  // Measuring at landmarks is more accurate than on any mesh.
  const isOwn = model.vertexCount === first.model.vertexCount;
  return {
    name,
    surface,
    measured: isOwn ? [...measure(surface.positions, shaped.joints)] : measured,
    posable: { model, shaped },
    notes: isOwn ? notes.filter((note) => !note.includes('cannot be taken')) : notes,
  };
}

function isTPosed({ jointNames }: BodyModel, { positions, joints }: ShapedBody): boolean {
  let top = Number.NEGATIVE_INFINITY;
  for (let at = 1; at < positions.length; at += 3) top = Math.max(top, positions[at]);
  const height = (bone: 'leftUpperArm' | 'leftHand') => joints[jointNames.indexOf(bone) * 3 + 1];
  return Math.abs(height('leftUpperArm') - height('leftHand')) < T_POSE_DROP * top;
}

function drawOther(
  found: Found,
  first: BuiltBody,
  { pose, sameStature }: ShowRequest,
  mannequin: Mannequin,
): ShownOther {
  const { name, surface, posable, notes } = found;
  const a = placeBody({
    name: 'first',
    surface: { positions: first.shaped.positions, triangles: first.model.triangles },
    names: null,
  });
  const stature = first.measured[0];
  const b = placeBody({ name, surface, names: null }, sameStature ? { stature } : {});
  const between = surfaceDistance(a, b);
  const isOwn = posable?.model.triangles.length === first.model.triangles.length && between !== null;
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
