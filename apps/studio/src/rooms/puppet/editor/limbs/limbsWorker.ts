import { findPuppetLimbs } from '@leib/puppet';
import { answerJob } from '../../../../files/workerJob.js';

answerJob((mesh: Parameters<typeof findPuppetLimbs>[0]) => findPuppetLimbs(mesh));
