import type { ExamplePuppet } from './examples/examplePuppet.js';

export type { ExamplePuppet };

/** Puppets of our own making (`@leib/puppet/examples`). */
export const examplePuppetNames = ['frog', 'teddy', 'lamp', 'fish', 'human'] as const;

export type ExamplePuppetName = (typeof examplePuppetNames)[number];

/** One chunk per example, so that a page loads only the puppet that it shows. */
const loaders: Readonly<Record<ExamplePuppetName, () => Promise<ExamplePuppet>>> = {
  frog: async () => (await import('./examples/frog/frog.js')).buildFrog(),
  teddy: async () => (await import('./examples/teddy/teddy.js')).buildTeddy(),
  lamp: async () => (await import('./examples/lamp/lamp.js')).buildLamp(),
  fish: async () => (await import('./examples/fish/fish.js')).buildFish(),
  human: async () => (await import('./examples/human/human.js')).buildHuman(),
};

/** The file and the mesh of an example; each call makes them anew, always with the same numbers. */
export function loadExamplePuppet(name: ExamplePuppetName): Promise<ExamplePuppet> {
  return loaders[name]();
}
