import { InputError } from '@leib/core';
import { type ExamplePuppetName, type OpenedPuppet, openPuppet } from '@leib/puppet';
import fishUrl from '@leib/puppet/fish.glb?url';
import frogUrl from '@leib/puppet/frog.glb?url';
import humanUrl from '@leib/puppet/human.glb?url';
import lampUrl from '@leib/puppet/lamp.glb?url';
import teddyUrl from '@leib/puppet/teddy.glb?url';

const urls: Readonly<Record<ExamplePuppetName, string>> = {
  frog: frogUrl,
  teddy: teddyUrl,
  lamp: lampUrl,
  fish: fishUrl,
  human: humanUrl,
};

/** What was opened on this page: an example is fetched and read once, and nothing of it is changed later. */
const opened = new Map<ExamplePuppetName, Promise<OpenedPuppet>>();

export function loadExamplePuppet(name: ExamplePuppetName): Promise<OpenedPuppet> {
  const before = opened.get(name);
  if (before) return before;
  const opening = openExample(name);
  opened.set(name, opening);
  // Asked for again, it is fetched again.
  opening.catch(() => opened.delete(name));
  return opening;
}

async function openExample(name: ExamplePuppetName): Promise<OpenedPuppet> {
  const response = await fetch(urls[name]);
  if (!response.ok) throw new InputError(urls[name], `expected the ${name}'s file, got status ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return openPuppet(bytes, (uri) => Promise.reject(new InputError(uri, 'expected one file, got another beside it')));
}
