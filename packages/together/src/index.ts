// A room with several people: my body goes out, theirs come in, one document for all
export { type ConnectionFigures, type JoinOptions, SharedRoom } from './sharedRoom.js';

// Somebody else as an actor of a stage: the kind `remote` of its documents
export { createRemoteKind, type RemoteActor, type RemoteBody, type RemoteRefs } from './remoteKind.js';

// The parts, for programs with a connection of their own
export { PersonFeed } from './personFeed.js';
export { PersonSender, type SentForm } from './personSender.js';
