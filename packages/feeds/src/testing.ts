// For tests of other packages only; not part of the API.
export { bytesOfBase64, dataFeedUpdate } from './slimevr/sampleUpdate.js';
export { FakeSocket } from './source/fakeSocket.js';
export { natNetFrame, natNetModelDef, natNetServerInfo } from './natnet/natNetMaker.js';
