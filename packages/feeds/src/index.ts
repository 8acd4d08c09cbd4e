export {
  BRIDGE_HEADER_SIZE,
  BRIDGE_OUTPUT_HEADER_SIZE,
  BRIDGE_PATH,
  BRIDGE_VERSION,
  type BridgeFeed,
  type BridgeHello,
  type BridgeOutput,
  type BridgePong,
  decodeBridgeOutput,
  encodeBridgeDatagram,
  MAX_DATAGRAM_SIZE,
  readBridgePing,
  setBridgeDropped,
} from './bridge/bridgeMessage.js';
export { type BridgeSource, type BridgeSourceOptions, createBridgeSource } from './bridge/bridgeSource.js';
export { bridgeUrl } from './bridge/bridgeUrl.js';
export {
  createDTrackFrame,
  type DTrackBody,
  type DTrackFlystick,
  type DTrackFrame,
  type DTrackHand,
  type DTrackJoint,
  type DTrackMarker,
  type DTrackTool,
} from './dtrack/dtrackFrame.js';
export { type DTrackFrameToSend, encodeDTrackFrame } from './dtrack/encodeDTrack.js';
export { parseDTrack } from './dtrack/parseDTrack.js';
export { type FeedDecoder, type FeedProtocol, feedProtocols, type UpAxis } from './protocol/feedDecoder.js';
export { createFeedDecoder, defaultUpAxis } from './bridge/createFeedDecoder.js';
export type { CreateSocket } from './source/feedSocket.js';
export type { FeedConnection, FeedRoles, FeedSource, FeedSpaces, FeedStatus } from './source/feedSource.js';
export type { JsonFeedDevice, JsonFeedFrame } from './json/jsonDecoder.js';
export { createJsonSource } from './json/jsonSource.js';
export { createMergedSource } from './source/mergedSource.js';
export {
  encodeNatNetRequest,
  NATNET_COMMAND_PORT,
  NATNET_DATA_PORT,
  NATNET_MULTICAST_ADDRESS,
} from './natnet/natNetMessages.js';
export {
  FEED_RECORDING_FORMAT,
  type FeedChapter,
  type FeedRecording,
  FeedRecordingError,
  feedRecordingText,
  parseFeedRecording,
  type RecordedDevice,
} from './recorded/feedRecording.js';
export { createRecordedFeedSource, type RecordedFeedSource } from './recorded/recordedFeedSource.js';
export { createSlimeVrSource, SLIMEVR_URL } from './slimevr/slimeVrSource.js';
export type { SocketSourceOptions } from './source/socketSource.js';
export {
  createVmcEncoder,
  encodeVmcFrame,
  encodeVmcTracker,
  flushVmcTrackers,
  type VmcEncoder,
  type VmcFrameOptions,
} from './vmc/vmcEncoder.js';
export {
  createVrChatEncoder,
  encodeVrChatFrame,
  type VrChatEncoder,
  vrChatTrackers,
} from './vrchat/vrChatEncoder.js';
