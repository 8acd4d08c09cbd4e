// For tests of other packages only; not part of the API.
export { FakeSocket } from './room/fakeSocket.js';
