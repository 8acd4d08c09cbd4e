import { LinearToneMapping, PCFShadowMap, SRGBColorSpace, type WebGLRenderer } from 'three';

/**
 * How the stage is meant to be seen: colours as they were chosen. Its lights do not exceed white, so there is nothing
 * to compress; a film curve would grey the bright room (AgX, ACES) or sink dark clothes into black (Neutral), and VRM's
 * toon materials expect none.
 */
export function configureRenderer(renderer: WebGLRenderer): void {
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.toneMapping = LinearToneMapping;
  renderer.toneMappingExposure = 1;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  // Checking a program for errors waits until it is compiled; without the check several compile side by side.
  renderer.debug.checkShaderErrors = false;
}
