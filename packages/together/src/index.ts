export { createRemoteKind, type RemoteActor, type RemoteBody, type RemoteRefs } from './remoteKind.js';
export { PersonFeed } from './personFeed.js';
export { PersonSender, type SentForm } from './personSender.js';
