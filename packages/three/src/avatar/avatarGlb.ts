import type { Object3D } from 'three';
import { AvatarError } from './avatarError.js';
import { modelKind } from './modelKind.js';
import { type ModelOptions, openModel, wholeGltf } from './openModel.js';
import { type AvatarSource, messageOf, readSource } from './readSource.js';

/**
 * An avatar as one glTF file with everything inside: a GLB as it is, a glTF with its data and pictures packed into it, an
 * FBX converted. Throws AvatarError.
 */
export async function avatarGlb(source: AvatarSource, options: ModelOptions = {}): Promise<ArrayBuffer> {
  const file = await readSource(source, options.file);
  if (modelKind(new Uint8Array(file.bytes), file.label) === 'gltf') return (await wholeGltf(file)).bytes;
  const { model, label } = await openModel(source, options);
  const { GLTFExporter } = await import('three/examples/jsm/exporters/GLTFExporter.js');
  useOriginalNames(model);
  try {
    // With `binary` the result is always a buffer.
    return (await new GLTFExporter().parseAsync(model, { binary: true, onlyVisible: false })) as ArrayBuffer;
  } catch (cause) {
    throw new AvatarError(`${label} could not be converted to GLB: ${messageOf(cause)}.`, { cause });
  }
}

function useOriginalNames(model: Object3D): void {
  model.traverse((node) => {
    const { name } = node.userData as { name?: unknown };
    if (typeof name === 'string') node.name = name;
    // What else the loader has noted there would be written into the file.
    node.userData = {};
  });
}
