import { InputError } from '@leib/core';
import { explainFileError } from '../../ui/explainError.js';
import { notify, usePage } from '../../ui/pageStore.js';
import type { BodyController } from './bodyController.js';
import { checkBody, firstBody, looksOf } from './bodySpec.js';
import type { FittedFile } from './worker/fitFile.js';
import { startFit } from './worker/startFit.js';

/** Fits the body to a mesh or scan and makes the result the room's body; the body in the scan's pose, its alignment and the scan are compared with it. */
export async function fitScanFile(controller: BodyController, file: File): Promise<void> {
  controller.runningFit?.cancel();
  const name = file.name.replace(/\.(gz|obj|ply|glb|gltf|vrm)/gi, '');
  const modelName = controller.body.model;
  const model = modelName === undefined ? null : controller.openedFile(modelName);
  controller.state.setState({ fitting: { name, share: 0 }, fitted: null });
  try {
    const fit = startFit(
      {
        bytes: new Uint8Array(await file.arrayBuffer()),
        model: model && { name: model.name, bytes: new Uint8Array(await model.arrayBuffer()) },
        sex: null,
      },
      (share) => controller.state.setState({ fitting: { name, share } }),
    );
    controller.runningFit = fit;
    const result = await fit.result;
    if (controller.runningFit !== fit) return;
    if (result) await takeFit(controller, name, model?.name ?? null, result);
    else notify('info', `The fit to ${file.name} was cancelled.`);
  } catch (error) {
    notify('error', explainFileError(file.name, error));
  }
  controller.runningFit = null;
  controller.state.setState({ fitting: null });
}

async function takeFit(
  controller: BodyController,
  name: string,
  model: string | null,
  { sex, betas, residual, scan, posed, alignment, scanned, notes }: FittedFile,
): Promise<void> {
  const body = {
    ...firstBody,
    name,
    sex,
    betas,
    looks: looksOf(controller.body),
    ...(model !== null && { model }),
  };
  if (checkBody(body) !== null) {
    const got = 'expected a whole person who stands, got a surface that no body is like';
    throw new InputError('scan', `${got}; take out what is not of the person, and fit it again`);
  }
  const surfaces = { fitted: posed, alignment, scan };
  await controller.chooseBeside(
    body,
    new Map(Object.entries(surfaces).map(([kind, surface]) => [`${name}, ${kind}`, surface])),
  );
  const millimetres = (metres: number) => `${(metres * 1000).toFixed(1)} mm`;
  const share = Math.round(100 * residual.usedShare);
  controller.state.setState({
    fitted: {
      body,
      scanned,
      text: [
        `${name}: ${millimetres(residual.mean)} from the scan on average, ${millimetres(residual.p95)} at 95 %,`,
        `${share} % of its points used.`,
        ...notes,
      ].join(' '),
    },
  });
  controller.openTab(usePage.getState().level === 'expert' ? 'compare' : 'files');
  notify('info', `${name} has become a body; the panel shows how near it is.`);
}
