// For tests of other packages only; not part of the API.
export { bytesOfBase64, dataFeedUpdate } from './slimevr/sampleUpdate.js';
export { FakeSocket } from '@leib/net/testing';
export { natNetFrame, natNetModelDef, natNetServerInfo } from './natnet/natNetMaker.js';
