// Sources of tracked devices: the server's bridge (UDP feeds), programs with a WebSocket, several sources as one.
export { type BridgeSource, createBridgeSource } from './bridge/bridgeSource.js';
export { createSlimeVrSource } from './slimevr/slimeVrSource.js';
export { createJsonSource, readJsonFeed } from './json/jsonDecoder.js';
export { createDatagramSource, type DatagramSource } from './source/datagramSource.js';
export { createMergedSource } from './source/mergedSource.js';
export { type FeedSource, looksBack } from './source/feedSource.js';

// Recordings of feeds; @leib/formats reads and writes their files.
export {
  appendFeedDevices,
  feedMoment,
  feedOfTrack,
  type FeedRecording,
  feedTrackSpec,
  trackOfFeed,
} from './recorded/feedRecording.js';
export { createRecordedFeedSource } from './recorded/recordedFeedSource.js';

// Sending: VMC (a whole body), VRChat (trackers), DTrack (bodies).
export {
  createVmcEncoder,
  encodeVmcFrame,
  encodeVmcTracker,
  flushVmcTrackers,
  type VmcEncoder,
} from './vmc/vmcEncoder.js';
export { createVrChatEncoder, encodeVrChatFrame, encodeVrChatPose, vrChatTrackers } from './vrchat/vrChatEncoder.js';
export { type DTrackFrame, createDTrackFrame, encodeDTrackFrame } from './dtrack/dtrackFrame.js';

// OSC, for other messages than these.
export { createOscMessage, type OscMessage, readOscPacket } from './osc/oscReader.js';
export { createOscWriter, flushOscBundle, type OscWriter, writeOscMessage } from './osc/oscWriter.js';

// Protocols one by one: datagrams to packets, and all that a DTrack packet holds.
export { type FeedProtocol, feedProtocols, turnUpright, type UpAxis } from './protocol/feedDecoder.js';
export { createFeedDecoder, defaultUpAxis } from './bridge/feedInput.js';
export { describeDTrackFaults } from './dtrack/dtrackDecoder.js';
export { parseDTrack } from './dtrack/parseDTrack.js';
export { checkSequence, createSequenceState } from './source/sequenceCheck.js';

// The bridge's messages, for servers.
export {
  BRIDGE_HEADER_SIZE,
  type BridgeFeed,
  type BridgeOutput,
  decodeBridgeOutput,
  encodeBridgeDatagram,
  encodeFeedList,
  MAX_DATAGRAM_SIZE,
  setBridgeDropped,
} from './bridge/bridgeMessage.js';
export { countSenderPacket, createSenderTable, enterSender, type SenderTable } from './source/senderTable.js';
export { encodeNatNetRequest, NATNET_COMMAND_PORT } from './natnet/natNetMessages.js';
