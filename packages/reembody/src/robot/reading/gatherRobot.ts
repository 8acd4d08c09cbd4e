import {
  ChoiceError,
  checkCount,
  type FileSet,
  FormatError,
  fileLimits,
  filesWithExtension,
  findFile,
  missingFiles,
  readXml,
  type SetFile,
  writeXml,
  type XmlElement,
} from '@leib/formats';
import type { RobotFiles } from './robotFiles.js';
import { robotLimits } from './robotLimits.js';

export interface GatherOptions {
  /** Path of the description; absent: the only one. */
  readonly chosen?: string | undefined;
  /** Loads a robot without the meshes that are missing; they are listed in RobotFiles.missing. */
  readonly isWithoutMissing?: boolean;
  /** How much of its files was read, 0..1. */
  readonly onProgress?: (share: number) => void;
}

/** Meshes of a robot did not come with it. It can be loaded without them: set `isWithoutMissing`. */
export class MissingMeshesError extends FormatError {
  readonly path: string;
  readonly missing: readonly string[];

  constructor(path: string, missing: readonly string[]) {
    const { reason } = missingFiles(path, missing, 'mesh file');
    super('file', path, reason);
    this.path = path;
    this.missing = missing;
  }
}

const extensions = ['urdf', 'mjcf', 'xml'];
/** Largest size of a robot with all its meshes. */
const MAX_BYTES = 1_000_000_000;

/**
 * The robot in a set of files: its description with all includes, and the meshes that it names. Throws ChoiceError where
 * several files describe one, FormatError that names all files that are missing.
 */
export async function gatherRobot(set: FileSet, options: GatherOptions = {}): Promise<RobotFiles> {
  const file = await chooseDescription(set, options.chosen);
  const missing: string[] = [];
  const root = await withIncludes(set, file, { top: file.path, open: [], missing, counts: { files: 0, elements: 0 } });
  const references = [...meshReferences(root)];
  const folder = meshFolder(root);
  const found = new Map<string, SetFile>();
  const missingMeshes: string[] = [];
  for (const reference of references) {
    const mesh = (folder && findFile(set, `${folder}/${reference}`, file.path)) || findFile(set, reference, file.path);
    if (mesh) found.set(reference, mesh);
    else missingMeshes.push(reference);
  }
  if (missing.length > 0) throw missingFiles(file.path, [...missing, ...missingMeshes]);
  if (missingMeshes.length > 0 && !options.isWithoutMissing) throw new MissingMeshesError(file.path, missingMeshes);
  const meshes = await readMeshes(set, found, options.onProgress);
  return { name: nameOf(set, file), description: writeXml(root), meshes, missing: missingMeshes };
}

function nameOf(set: FileSet, { path }: SetFile): string {
  return set.files.length > 1 && set.name !== 'the files' ? `${set.name}: ${path.split('/').at(-1)}` : path;
}

async function readMeshes(
  set: FileSet,
  found: ReadonlyMap<string, SetFile>,
  onProgress: GatherOptions['onProgress'],
): Promise<Map<string, Uint8Array>> {
  const total = [...found.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > MAX_BYTES) throw new FormatError('file', set.name, `expected meshes of up to 1 GB together, got more`);
  const meshes = new Map<string, Uint8Array>();
  let done = 0;
  for (const [reference, mesh] of found) {
    meshes.set(reference, await mesh.read());
    done += mesh.sizeBytes;
    onProgress?.(done / total);
  }
  return meshes;
}

/** The file that describes the robot. Files that are included by others can be meant, too: a robot with and without floor. */
async function chooseDescription(set: FileSet, chosen: string | undefined): Promise<SetFile> {
  if (chosen !== undefined) {
    const file = findFile(set, chosen);
    if (file) return file;
    throw new FormatError('file', set.name, `expected a file "${chosen}" in it, got none of that name`);
  }
  const files = filesWithExtension(set, extensions);
  const descriptions: SetFile[] = [];
  for (const file of files) if (describesRobot(await textOf(file))) descriptions.push(file);
  if (descriptions.length === 1) return descriptions[0];
  if (descriptions.length > 1) {
    throw new ChoiceError(
      set,
      'robot',
      descriptions.map(({ path }) => path),
    );
  }
  const got = files.length === 1 ? `${files[0].path} with neither` : `${files.length} of them with neither`;
  const xacro = set.files.find(({ path }) => /\.xacro$/i.test(path));
  const advice = xacro ? `run xacro on ${xacro.path} first` : 'choose the zip or folder of a robot’s description';
  throw new FormatError(
    'file',
    set.name,
    `expected MJCF (<mujoco> with a <worldbody>) or URDF (<robot> with a <link>) as .xml, .mjcf or .urdf, got ${files.length === 0 ? 'none' : got}; ${advice}`,
  );
}

/** A description of a whole robot, or of a scene that includes one, rather than of a piece, a package or a launch. */
function describesRobot(text: string): boolean {
  const isMjcf = /<mujoco[\s>]/.test(text) && /<(worldbody|include)[\s>/]/.test(text);
  return isMjcf || (/<robot[\s>]/.test(text) && /<link[\s>]/.test(text));
}

async function textOf(file: SetFile): Promise<string> {
  return new TextDecoder().decode(await file.read());
}

interface Including {
  /** Path of the outermost file: MJCF's includes are relative to it. */
  readonly top: string;
  readonly open: readonly string[];
  readonly missing: string[];
  /** Files that were included so far: two that each include the next twice double at every step. */
  readonly counts: { files: number; elements: number };
}

async function withIncludes(set: FileSet, file: SetFile, including: Including): Promise<XmlElement> {
  if (including.open.includes(file.path)) {
    throw new FormatError('file', file.path, `expected includes that end, got a circle: ${including.open.join(' > ')}`);
  }
  const { counts } = including;
  const element = readXml(await textOf(file), file.path);
  checkCount(++counts.files, robotLimits.includes + 1, 'file', file.path, 'included files');
  counts.elements += everyElement(element).length;
  checkCount(counts.elements, fileLimits.xmlElements, 'file', file.path, 'elements with all includes');
  return spliced(set, element, file.path, { ...including, open: [...including.open, file.path] });
}

async function spliced(set: FileSet, element: XmlElement, from: string, including: Including): Promise<XmlElement> {
  const children: XmlElement[] = [];
  for (const child of element.children) {
    const reference = child.attributes.file;
    if (child.name !== 'include' || reference === undefined) {
      children.push(child.children.length === 0 ? child : await spliced(set, child, from, including));
      continue;
    }
    const file = findFile(set, reference, including.top) ?? findFile(set, reference, from);
    if (file) {
      const { children: included } = await withIncludes(set, file, including);
      for (const each of included) children.push(each);
    } else including.missing.push(reference);
  }
  return { ...element, children };
}

/** The folder that MJCF's compiler looks for meshes in; empty where it says none. */
function meshFolder(root: XmlElement): string {
  const compilers = everyElement(root).filter(({ name }) => name === 'compiler');
  const last = (key: string) => compilers.findLast(({ attributes }) => attributes[key] !== undefined)?.attributes[key];
  return (last('meshdir') ?? last('assetdir') ?? '').replace(/(?<![\\/])[\\/]+$/, '');
}

function meshReferences(root: XmlElement): Set<string> {
  const names = new Set<string>();
  for (const { name, attributes } of everyElement(root)) {
    const reference = name === 'mesh' ? (attributes.file ?? attributes.filename) : undefined;
    if (reference !== undefined) names.add(reference);
  }
  return names;
}

function everyElement(root: XmlElement): XmlElement[] {
  const found = [root];
  for (let i = 0; i < found.length; i++) for (const child of found[i].children) found.push(child);
  return found;
}
