/** Puppets of our own making (`@leib/puppet/examples`). */
export const examplePuppetNames = ['frog', 'teddy', 'lamp', 'fish', 'human'] as const;

export type ExamplePuppetName = (typeof examplePuppetNames)[number];
