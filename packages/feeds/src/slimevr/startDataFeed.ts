import { createFlatWriter, finishFlat, pointTo, writeFlatTable, writeFlatVector } from './flatWriter.js';
import { SOLARXR_IDENTIFIER, solarXr } from './solarXr.js';

/** The request for trackers and bones, at most every `minimumMs` milliseconds. */
export function encodeStartDataFeed(minimumMs: number): Uint8Array<ArrayBuffer> {
  const writer = createFlatWriter(512, SOLARXR_IDENTIFIER);
  const offset = (slot: number) => ({ slot, type: 'offset' }) as const;
  const place = (places: Map<number, number>, slot: number) => places.get(slot) as number;

  const bundle = writeFlatTable(writer, [offset(solarXr.messageBundle.dataFeedMessages)]);
  pointTo(writer, 0, place(bundle, -1));
  const messages = writeFlatVector(writer, 1);
  pointTo(writer, place(bundle, solarXr.messageBundle.dataFeedMessages), messages.at);

  const { messageType, message } = solarXr.dataFeedMessageHeader;
  const header = writeFlatTable(writer, [
    { slot: messageType, type: 'uint8', value: solarXr.messageType.startDataFeed },
    offset(message),
  ]);
  pointTo(writer, messages.entries[0], place(header, -1));
  const start = writeFlatTable(writer, [offset(solarXr.startDataFeed.dataFeeds)]);
  pointTo(writer, place(header, message), place(start, -1));
  const feeds = writeFlatVector(writer, 1);
  pointTo(writer, place(start, solarXr.startDataFeed.dataFeeds), feeds.at);

  const config = writeFlatTable(writer, [
    { slot: solarXr.dataFeedConfig.minimumTimeSinceLast, type: 'uint16', value: minimumMs },
    offset(solarXr.dataFeedConfig.dataMask),
    offset(solarXr.dataFeedConfig.syntheticTrackersMask),
    { slot: solarXr.dataFeedConfig.boneMask, type: 'uint8', value: 1 },
  ]);
  pointTo(writer, feeds.entries[0], place(config, -1));
  const devices = writeFlatTable(writer, [
    offset(solarXr.deviceDataMask.trackerData),
    { slot: solarXr.deviceDataMask.deviceData, type: 'uint8', value: 1 },
  ]);
  pointTo(writer, place(config, solarXr.dataFeedConfig.dataMask), place(devices, -1));
  const trackers = writeFlatTable(
    writer,
    Object.values(solarXr.trackerDataMask).map((slot) => ({ slot, type: 'uint8', value: 1 }) as const),
  );
  pointTo(writer, place(devices, solarXr.deviceDataMask.trackerData), place(trackers, -1));
  const synthetic = writeFlatTable(
    writer,
    Object.values(solarXr.trackerDataMask).map((slot) => ({ slot, type: 'uint8', value: 1 }) as const),
  );
  pointTo(writer, place(config, solarXr.dataFeedConfig.syntheticTrackersMask), place(synthetic, -1));
  return finishFlat(writer);
}
