import { InputError, type RigJudgement } from '@leib/core';
import {
  ChoiceError,
  chooseFile,
  createFileSet,
  type FileSet,
  FormatError,
  fileSetOfBytes,
  fileSetOfZip,
  filesWithExtension,
  findFile,
  gltfFileNames,
  looksLikeZip,
  readGltfJson,
  type SetFile,
} from '@leib/formats';

/**
 * Where an avatar comes from: an address, bytes, a file, or several files that belong together (fileSetOfFiles,
 * fileSetOfDrop). Each of the first three may be a zip.
 */
export type AvatarSource = string | ArrayBuffer | File | FileSet;

export interface SourceFile {
  readonly bytes: ArrayBuffer;
  /** What the file is called in messages. */
  readonly label: string;
  /** Address of the folder with the files that it refers to; empty where they are looked up in `set`. */
  readonly baseUrl: string;
  /** The file among those that came with it. */
  readonly file: SetFile;
  readonly set: FileSet;
}

/** Kinds of file that can be avatars, best first: where one avatar comes in several, the first is taken. */
export const avatarExtensions = ['vrm', 'glb', 'gltf', 'fbx'] as const;

/** Models that people have beside or instead of these; modelKind() says of each why it is no avatar. */
const otherModelExtensions = ['obj', 'dae', 'blend', 'ply', 'stl', 'pmx', 'pmd', 'unitypackage'] as const;

/** The avatar's file and those that came with it. `chosen` is its path where there are several avatars. */
export async function readSource(source: AvatarSource, chosen?: string): Promise<SourceFile> {
  if (typeof source === 'string') return readAddress(source, chosen);
  if (source instanceof ArrayBuffer) return readBytes(source, 'the avatar', '', chosen);
  if (isFileSet(source)) return readSet(source, chosen);
  const label = `"${source.name}"`;
  let bytes: ArrayBuffer;
  try {
    bytes = await source.arrayBuffer();
  } catch (cause) {
    throw new AvatarError(`${label} could not be read from disk: ${messageOf(cause)}.`, { cause });
  }
  return readBytes(bytes, label, '', chosen);
}

async function readAddress(address: string, chosen: string | undefined): Promise<SourceFile> {
  const isInline = address.startsWith('data:') || address.startsWith('blob:');
  const label = isInline ? 'the avatar' : `"${lastPart(address)}"`;
  let response: Response;
  try {
    response = await fetch(address);
  } catch (cause) {
    throw new AvatarError(`${label} could not be fetched: ${messageOf(cause)}.`, { cause });
  }
  if (!response.ok) {
    throw new AvatarError(`${label} could not be fetched: the server answered ${response.status}.`);
  }
  return readBytes(
    await response.arrayBuffer(),
    label,
    isInline ? '' : address.slice(0, address.lastIndexOf('/') + 1),
    chosen,
  );
}

async function readBytes(bytes: ArrayBuffer, label: string, baseUrl: string, chosen?: string): Promise<SourceFile> {
  const name = label.replace(/^"|"$/g, '');
  const content = new Uint8Array(bytes);
  if (looksLikeZip(content))
    return readSet(
      inSet(label, () => fileSetOfZip(content, name)),
      chosen,
    );
  const set = fileSetOfBytes(name, [[name, content]]);
  return { bytes, label, baseUrl, file: set.files[0], set };
}

async function readSet(set: FileSet, chosen: string | undefined): Promise<SourceFile> {
  const label = `"${set.name}"`;
  // What it is, a single file tells itself.
  const file = set.files.length === 1 ? set.files[0] : await chosenFile(set, label, chosen);
  try {
    const bytes = await file.read();
    return { bytes: bufferOf(bytes), label: `"${lastPart(file.path)}"`, baseUrl: '', file, set };
  } catch (cause) {
    throw new AvatarError(`${label} could not be unpacked: ${messageOf(cause)}.`, { cause });
  }
}

async function chosenFile(set: FileSet, label: string, chosen: string | undefined): Promise<SetFile> {
  try {
    return inSet(label, () => chooseAvatar(set, chosen));
  } catch (error) {
    if (!(error instanceof AvatarError) || error.candidates.length > 0 || chosen !== undefined) throw error;
    // Models of other kinds: the reason why they cannot be worn says more than a list of what is there.
    for (const file of filesWithExtension(set, otherModelExtensions)) {
      modelKind(await file.read(), `"${lastPart(file.path)}"`);
    }
    throw error;
  }
}

/** Paths of a set's avatars. Of one that comes in several kinds (knight.glb and knight.fbx) the best kind. */
export function avatarCandidates(set: FileSet): readonly string[] {
  return withoutOtherKinds(filesWithExtension(set, avatarExtensions).map(({ path }) => path));
}

function chooseAvatar(set: FileSet, chosen: string | undefined): SetFile {
  const choice = { what: 'avatar', extensions: avatarExtensions };
  const candidates = avatarCandidates(set);
  if (chosen === undefined && candidates.length > 1) throw new ChoiceError(set, choice.what, candidates);
  return chooseFile(set, { ...choice, chosen: chosen ?? candidates[0] });
}

/** Paths without those whose file is there in a better kind as well. */
function withoutOtherKinds(paths: readonly string[]): readonly string[] {
  const rank = (path: string) => avatarExtensions.findIndex((extension) => path.toLowerCase().endsWith(extension));
  const stem = (path: string) =>
    lastPart(path)
      .replace(/\.\w+$/, '')
      .toLowerCase();
  return paths.filter((path) => !paths.some((other) => stem(other) === stem(path) && rank(other) < rank(path)));
}

/** Errors of files and zips become the avatar's, with what can be chosen. */
function inSet<T>(label: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    const candidates = cause instanceof ChoiceError ? cause.candidates : [];
    throw new AvatarError(`${label}: ${cause.reason}.`, { cause, candidates });
  }
}

function isFileSet(source: File | FileSet): source is FileSet {
  return 'byLastPart' in source;
}

/** The bytes alone in a buffer, as three's loaders want them. */
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
  return isWhole ? buffer : (bytes.slice().buffer as ArrayBuffer);
}

/** Why a loader of three.js gave up. Errors of its code say nothing to the person who opened the file. */
export function loaderReason(cause: unknown): string {
  const isOfCode = cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError;
  const message = isOfCode ? '' : messageOf(cause).replace(/^THREE\.\w+: /, '');
  if (message !== '' && message.length < 300) return message;
  return 'a part of it is not as its format prescribes; export it again';
}

export function messageOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.replace(/\s+/g, ' ').replace(/\.$/, '');
}

function lastPart(url: string): string {
  return url.split(/[?#]/)[0].split('/').pop() || url;
}

/** Files that people have and that cannot be avatars: how they begin, what they are, and what to do. */
const otherKinds: readonly (readonly [start: RegExp, reason: string])[] = [
  [/^HIERARCHY\b/i, 'is a motion (BVH), not an avatar; open it as a source'],
  [
    /^(?:[^\S\n]*(?:#[^\n]*)?\n)*(?:mtllib|o|g|v|vn|vt|usemtl|s|f)\s/,
    'is an OBJ model, and OBJ files have no skeleton: rig it (for example with Mixamo or Blender) and export it as GLB or FBX',
  ],
  [/^ply\r?\n/, 'is a PLY mesh, and PLY files have no skeleton: rig it and export it as GLB or FBX'],
  [/^solid\s/, 'is an STL mesh, and STL files have no skeleton: rig it and export it as GLB or FBX'],
  [/^[^{}]{0,400}<COLLADA/, 'is a Collada file; open it in Blender and export it as GLB'],
  [/^BLENDER/, 'is a Blender file; open it in Blender and export it as GLB'],
  [/^(?:Pmd|PMX )/, 'is an MMD model; convert it to VRM and load that'],
  [
    /^(?:Rar!|7z\xbc\xaf)/,
    'is a packed archive of a kind that is not read; unpack it and open its folder, or a zip of it',
  ],
];

/** What a file is by how it begins. Throws AvatarError where it is nothing that can be an avatar. */
export function modelKind(bytes: Uint8Array, label: string): 'gltf' | 'fbx' {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new AvatarError(`${label} is packed with gzip (a Unity package?); unpack it and open the model in it.`);
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4096)).replace(/^\xef\xbb\xbf/, '');
  if (bytes.length === 0) throw new AvatarError(`${label} is empty.`);
  if (start.startsWith('glTF') || start.trimStart().startsWith('{')) return 'gltf';
  if (start.startsWith('Kaydara FBX') || /^\s*; FBX/.test(start)) return 'fbx';
  const other = otherKinds.find(([beginning]) => beginning.test(start));
  if (other) throw new AvatarError(`${label} ${other[1]}.`);
  throw new AvatarError(`${label} is not a VRM, GLB, glTF or FBX file.`);
}

/** The avatar of a set and the files that it refers to, as far as they are there: what to keep of a whole folder or zip. */
export async function avatarFiles(source: AvatarSource, chosen?: string): Promise<FileSet> {
  const read = await readSource(source, chosen);
  const { file, set } = read;
  const bytes = new Uint8Array(read.bytes);
  const named = modelKind(bytes, read.label) === 'fbx' ? fbxPictures(read) : gltfFiles(bytes, file, set);
  return createFileSet(set.name, new Set([file, ...named]));
}

function gltfFiles(bytes: Uint8Array, file: SetFile, set: FileSet): SetFile[] {
  const { dataNames, pictureNames } = gltfFileNames(readGltfJson(bytes));
  return [...dataNames, ...pictureNames].flatMap((name) => findFile(set, name, file.path) ?? []);
}

/** Pictures of the set whose names occur in an FBX. They are plain text in it, in its binary form as well. */
export function fbxPictures({ bytes, set }: SourceFile): SetFile[] {
  const text = new TextDecoder().decode(bytes).toLowerCase();
  const isPicture = (path: string) => /\.(png|jpe?g|webp|avif|bmp|gif|tga)$/i.test(path);
  const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return set.files.filter(({ path }) => isPicture(path) && text.includes(lastPart(path)));
}

interface AvatarErrorOptions extends ErrorOptions {
  readonly judgement?: RigJudgement;
  readonly candidates?: readonly string[];
}

/** An avatar that cannot be loaded, and why: one sentence for the person who dropped the file. */
export class AvatarError extends InputError {
  override readonly name = 'AvatarError';
  /** Where the file was read and its skeleton is no person's: what was found. Null for files that cannot be read. */
  readonly judgement: RigJudgement | null;
  /** Several avatars came at once: paths to choose from, for the option `file`. Empty otherwise. */
  readonly candidates: readonly string[];

  constructor(message: string, { judgement, candidates = [], ...options }: AvatarErrorOptions = {}) {
    super('', message, options);
    this.judgement = judgement ?? null;
    this.candidates = candidates;
  }
}
