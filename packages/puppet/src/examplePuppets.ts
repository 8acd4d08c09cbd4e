/** Puppets of our own making: each is a file, `@leib/puppet/<name>.glb`, that openPuppet() opens like any other. */
export const examplePuppetNames = ['frog', 'teddy', 'lamp', 'fish', 'human'] as const;

export type ExamplePuppetName = (typeof examplePuppetNames)[number];
