import defaultAvatarUrl from '@leib/body/leib-neutral.vrm?url';
import { InputError } from '@leib/core';
import { agentProportions, agentStretch } from '@leib/mocap';
import { type Avatar, loadAvatar } from '@leib/three';
import { type PresetName, presetBody } from '../../body/presets.js';
import { openBodyWorker } from '../../body/worker/openBodyWorker.js';
import { rememberedBody } from '../../body/wornBody.js';
import { wornBodyFile } from '../../body/wornBodyFile.js';
import type { AgentChoice } from '../mocapShape.js';

/** Loads the person who is moved. `file`: what the visitor dropped, if anything. The caller disposes of it. */
export async function loadAgent(choice: AgentChoice, file: File | null): Promise<Avatar> {
  switch (choice) {
    case 'person':
      return loadAvatar(defaultAvatarUrl);
    case 'child':
    case 'giant':
    case 'longArms': {
      const avatar = await loadAvatar(defaultAvatarUrl);
      avatar.stretch(agentStretch(avatar.ownSkeleton, agentProportions[choice]));
      return avatar;
    }
    case 'thin':
    case 'heavy':
    case 'short':
    case 'tall':
      return loadAvatar(await presetFile(choice));
    case 'worn': {
      const worn = rememberedBody();
      if (!worn) throw new InputError('agent', 'expected a body that you wear, got none; build one in the room Body');
      return loadAvatar(await wornBodyFile(worn));
    }
    case 'file':
      if (!file) throw new InputError('agent', 'expected a file of yours, got none; drop a VRM or a rigged GLB here');
      return loadAvatar(file);
  }
}

/** A preset of the room Body. */
async function presetFile(preset: PresetName): Promise<File> {
  const service = await openBodyWorker();
  const body = presetBody(preset, 'neutral', service.info.usual.neutral, '2');
  const { name, bytes, type } = await service.write('vrm', body);
  return new File([bytes], name, { type });
}
