/**
 * The part of SolarXR (github.com/SlimeVR/SolarXR-Protocol, schema/) that SlimeVR's server sends to programs that request
 * a data feed. A field's number is its position in the schema's table; a union takes two, its type and itself. This is
 * the layout of schema/data_feed/tracker.fbs; the draft beside it (tracker_data.fbs) numbers a tracker's fields
 * differently and begins with a greeting.
 */
export const SOLARXR_IDENTIFIER = 'SXMB';

export const solarXr = {
  messageBundle: { dataFeedMessages: 0 },
  dataFeedMessageHeader: { messageType: 0, message: 1 },
  /** Of the union DataFeedMessage. */
  messageType: { pollDataFeed: 1, startDataFeed: 2, dataFeedUpdate: 3 },
  startDataFeed: { dataFeeds: 0 },
  dataFeedConfig: { minimumTimeSinceLast: 0, dataMask: 1, syntheticTrackersMask: 2, boneMask: 3 },
  deviceDataMask: { trackerData: 0, deviceData: 1 },
  trackerDataMask: { info: 0, status: 1, rotation: 2, position: 3, rotationReferenceAdjusted: 8 },
  dataFeedUpdate: { devices: 0, syntheticTrackers: 1, bones: 2 },
  deviceData: { customName: 1, trackers: 4 },
  trackerData: { trackerId: 0, info: 1, status: 2, rotation: 3, position: 4, rotationReferenceAdjusted: 9 },
  trackerId: { deviceId: 0, trackerNumber: 1 },
  trackerInfo: { bodyPart: 1, displayName: 7, customName: 8 },
  bone: { bodyPart: 0, rotation: 1, length: 2, headPosition: 3 },
  trackerStatus: { ok: 2, busy: 3, occluded: 5 },
} as const;

/** Body parts by number, as SolarXR numbers them. */
export const solarXrBodyParts: Readonly<Record<number, string>> = {
  1: 'head',
  2: 'neck',
  3: 'chest',
  4: 'waist',
  5: 'hip',
  6: 'left upper leg',
  7: 'right upper leg',
  8: 'left lower leg',
  9: 'right lower leg',
  10: 'left foot',
  11: 'right foot',
  14: 'left lower arm',
  15: 'right lower arm',
  16: 'left upper arm',
  17: 'right upper arm',
  18: 'left hand',
  19: 'right hand',
  20: 'left shoulder',
  21: 'right shoulder',
  22: 'upper chest',
};
