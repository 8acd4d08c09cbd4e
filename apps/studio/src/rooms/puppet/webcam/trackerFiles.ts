import fullModel from '@mediapipe/hands/hand_landmark_full.tflite?url';
import liteModel from '@mediapipe/hands/hand_landmark_lite.tflite?url';
import graph from '@mediapipe/hands/hands.binarypb?url';
import script from '@mediapipe/hands/hands.js?url';
import assets from '@mediapipe/hands/hands_solution_packed_assets.data?url';
import assetsLoader from '@mediapipe/hands/hands_solution_packed_assets_loader.js?url';
import simdScript from '@mediapipe/hands/hands_solution_simd_wasm_bin.js?url';
import simdCode from '@mediapipe/hands/hands_solution_simd_wasm_bin.wasm?url';

/**
 * Files of @mediapipe/hands as this server hands them out: the build copies them, and they are loaded when a camera is
 * first used. Nothing comes from elsewhere. The code without SIMD is left out: every browser that can run the rest has
 * SIMD.
 */
export function trackerFiles(): Readonly<Record<string, string>> {
  const files = {
    'hands.binarypb': graph,
    'hands.js': script,
    'hand_landmark_full.tflite': fullModel,
    'hand_landmark_lite.tflite': liteModel,
    'hands_solution_packed_assets.data': assets,
    'hands_solution_packed_assets_loader.js': assetsLoader,
    'hands_solution_simd_wasm_bin.js': simdScript,
    'hands_solution_simd_wasm_bin.wasm': simdCode,
  };
  return Object.fromEntries(Object.entries(files).map(([name, url]) => [name, new URL(url, location.href).href]));
}
