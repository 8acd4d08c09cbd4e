import defaultAvatarUrl from '@leib/body/leib-neutral.vrm?url';
import { InputError } from '@leib/core';
import { agentProportions, agentStretch } from '@leib/core/pack';
import { type Avatar, loadAvatar } from '@leib/three';
import { type PresetName, presetBody } from '../../body/presets.js';
import { openBodyWorker } from '../../body/worker/openBodyWorker.js';
import { rememberedBody } from '../../body/wornBody.js';
import { wornBodyFile } from '../../body/wornBodyFile.js';
import type { SentBody } from '../displays/sentAgents.js';
import type { AgentChoice } from '../mocapShape.js';

/** An agent, and what displays need to make the same one. */
export interface LoadedBody {
  /** The caller disposes of it. */
  readonly avatar: Avatar;
  readonly sent: SentBody;
}

/** Loads the person who is moved. `file`: what the visitor dropped, if anything. */
export async function loadAgent(choice: AgentChoice, file: File | null): Promise<LoadedBody> {
  switch (choice) {
    case 'person':
      return { avatar: await loadAvatar(defaultAvatarUrl), sent: { proportions: null, file: null } };
    case 'child':
    case 'giant':
    case 'longArms': {
      const avatar = await loadAvatar(defaultAvatarUrl);
      const proportions = agentProportions[choice];
      avatar.stretch(agentStretch(avatar.ownSkeleton, proportions));
      return { avatar, sent: { proportions, file: null } };
    }
    case 'thin':
    case 'heavy':
    case 'short':
    case 'tall':
      return loadFile(await presetFile(choice));
    case 'worn': {
      const worn = rememberedBody();
      if (!worn) throw new InputError('agent', 'expected a body that you wear, got none; build one in the room Body');
      return loadFile(await wornBodyFile(worn));
    }
    case 'file':
      if (!file) throw new InputError('agent', 'expected a file of yours, got none; drop a VRM or a rigged GLB here');
      return loadFile(file);
  }
}

async function loadFile(file: File): Promise<LoadedBody> {
  return {
    avatar: await loadAvatar(file),
    sent: { proportions: null, file: new Uint8Array(await file.arrayBuffer()) },
  };
}

/** A preset of the room Body. */
async function presetFile(preset: PresetName): Promise<File> {
  const service = await openBodyWorker();
  const body = presetBody(preset, 'neutral', service.info.usual.neutral, '2');
  const { name, bytes, type } = await service.write('vrm', body, 'dressed');
  return new File([bytes], name, { type });
}
