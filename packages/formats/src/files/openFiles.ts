import { FormatError, reasonOf } from '../formatError.js';
import { shownBytes } from '../io/unpack.js';
import { mostUnpackedBytes } from '../limits/fileLimits.js';
import { createFileSet, type FileSet, type SetFile } from './fileSet.js';
import { looksLikeZip, readZipDirectory, readZipEntry } from './zipFile.js';

/** A file of a browser's with its place in the folder that it came with. */
interface PlacedFile {
  readonly path: string;
  readonly file: File;
}

/**
 * The files that an <input type="file"> holds, with `multiple` or `webkitdirectory`. A single zip is opened: the set is
 * what lies in it.
 */
export async function fileSetOfFiles(files: Iterable<File>): Promise<FileSet> {
  return setOfPlaced([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/**
 * What was dropped: files, folders with all that is in them, or a zip. Call it in the drop handler itself, before any
 * await: browsers empty the DataTransfer after it.
 */
export async function fileSetOfDrop({ items, files }: DataTransfer): Promise<FileSet> {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  if (entries.length === 0 || entries.includes(null)) return fileSetOfFiles(files);
  const placed = await Promise.all(entries.map((entry) => filesUnder(entry as FileSystemEntry)));
  return setOfPlaced(placed.flat());
}

/** What lies in a zip. */
export function fileSetOfZip(bytes: Uint8Array, name: string): FileSet {
  const entries = readZipDirectory(bytes).filter((entry) => !/[\\/]$/.test(entry.name));
  // Entries may overlap, so that each claims the same packed bytes.
  const unpackedBytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const most = mostUnpackedBytes(bytes.length);
  if (unpackedBytes > most) {
    const expected = `expected ${shownBytes(bytes.length)} to unpack to at most ${shownBytes(most)}`;
    throw new FormatError('zip', name, `${expected}, got ${shownBytes(unpackedBytes)}; unpack it and open its folder`);
  }
  const files = entries.map((entry) => ({
    path: entry.name,
    sizeBytes: entry.bytes,
    read: () => readZipEntry(bytes, entry),
  }));
  return createFileSet(name, files);
}

async function setOfPlaced(placed: readonly PlacedFile[]): Promise<FileSet> {
  if (placed.length === 1) {
    const { file } = placed[0];
    // Other kinds of file are zips inside (.npz, .usdz): those are for their own readers.
    const isZip = /\.zip$/i.test(file.name) && looksLikeZip(await bytesOf(file.slice(0, 4)));
    if (isZip) return fileSetOfZip(await bytesOf(file), file.name);
  }
  const files = placed.map(({ path, file }): SetFile => ({ path, sizeBytes: file.size, read: () => bytesOf(file) }));
  const [top = 'the files', ...below] = placed[0]?.path.split('/').filter((part) => part !== '') ?? [];
  return createFileSet(placed.length === 1 || below.length > 0 ? top : 'the files', files);
}

async function filesUnder(entry: FileSystemEntry): Promise<PlacedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: PlacedFile[] = [];
  // A reader hands out a folder in portions (100 files in Chromium); an empty one is the end.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return found;
    for (const each of portion) found.push(...(await filesUnder(each)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    // Moved or deleted since it was chosen, or no permission.
    const name = blob instanceof File ? blob.name : '';
    throw new FormatError('file', name, `expected a file that can be read, got "${reasonOf(error)}"; choose it again`);
  }
}
