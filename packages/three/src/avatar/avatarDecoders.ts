import type { WebGLRenderer } from 'three';
import type { DRACOLoader } from 'three/examples/jsm/loaders/DRACOLoader.js';
import type { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import type { KTX2Loader } from 'three/examples/jsm/loaders/KTX2Loader.js';
import { AvatarError, messageOf } from './readSource.js';

/** What unpacks Draco meshes and KTX2 textures. Fetched only for files that need it. */
export interface AvatarDecoders {
  /** Address of a folder with draco_wasm_wrapper.js and draco_decoder.wasm. Default: three's own, as the bundler serves them. */
  readonly draco?: string;
  /** Address of a folder with basis_transcoder.js and basis_transcoder.wasm. Default: three's own, as the bundler serves them. */
  readonly basis?: string;
  /** Renderer that will draw the avatar: KTX2 is unpacked to what its GPU reads. Default: this page's WebGL 2. */
  readonly renderer?: Pick<WebGLRenderer, 'extensions'>;
}

/** Gives a loader the decoders for these glTF extensions. Call the returned function when the file is loaded. */
export async function addDecoders(
  loader: GLTFLoader,
  extensionsUsed: readonly string[],
  decoders: AvatarDecoders,
): Promise<() => void> {
  const disposables: { dispose(): unknown }[] = [];
  const fetches: (() => Promise<void>)[] = [];
  if (extensionsUsed.some((name) => name.endsWith('_meshopt_compression'))) {
    const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
    loader.setMeshoptDecoder(MeshoptDecoder);
  }
  if (extensionsUsed.includes('KHR_draco_mesh_compression')) {
    const { DRACOLoader, DRACO_GLTF_CONFIG } = await import('three/examples/jsm/loaders/DRACOLoader.js');
    const draco = new DRACOLoader();
    draco.setDecoderPath(decoders.draco === undefined ? DRACO_GLTF_CONFIG : asFolder(decoders.draco));
    loader.setDRACOLoader(draco);
    disposables.push(draco);
    fetches.push(() => fetched('Draco', pendingDecoder(draco)));
  }
  if (extensionsUsed.includes('KHR_texture_basisu')) {
    const { KTX2Loader } = await import('three/examples/jsm/loaders/KTX2Loader.js');
    const ktx2 = new KTX2Loader();
    if (decoders.basis !== undefined) ktx2.setTranscoderPath(asFolder(decoders.basis));
    detectTextures(ktx2, decoders.renderer);
    loader.setKTX2Loader(ktx2);
    disposables.push(ktx2);
    fetches.push(() => fetched('KTX2', ktx2.init()));
  }
  const release = () => {
    for (const each of disposables) each.dispose();
  };
  try {
    await Promise.all(fetches.map((start) => start()));
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** The loader tells of its decoder's arrival only inside. */
function pendingDecoder(draco: DRACOLoader): Promise<unknown> | undefined {
  return (draco.preload() as unknown as { readonly decoderPending?: Promise<unknown> }).decoderPending;
}

/** Fetches a decoder before the file is read, so that a missing one is not taken for a damaged file. */
async function fetched(name: string, decoder: unknown): Promise<void> {
  try {
    await decoder;
  } catch (cause) {
    const advice = 'give the folder that you serve it from in the option decoders';
    throw new AvatarError(`The decoder for ${name} could not be fetched: ${messageOf(cause)}; ${advice}.`, { cause });
  }
}

/** Asks what the GPU reads: the renderer's, or this page's in a context of its own. */
function detectTextures(ktx2: KTX2Loader, renderer: AvatarDecoders['renderer']): void {
  if (renderer) {
    ktx2.detectSupport(renderer as WebGLRenderer);
    return;
  }
  const gl = document.createElement('canvas').getContext('webgl2');
  const get = (name: string) => gl?.getExtension(name) ?? null;
  // Of the renderer only its extensions are asked.
  ktx2.detectSupport({ extensions: { get, has: (name: string) => get(name) !== null } } as WebGLRenderer);
  // Browsers allow few contexts at once.
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
}

function asFolder(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
