import { proposeRigPoints, rigMesh } from '@leib/mocap';
import { answerJob } from '../../../files/workerJob.js';
import type { RigCall } from './callRigWorker.js';

answerJob<RigCall, number>((call, onProgress) =>
  call.method === 'propose' ? proposeRigPoints(call.surface) : rigMesh(call.surface, call.points, { onProgress }),
);
