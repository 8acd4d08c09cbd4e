import type { Decoded } from '@leib/core';
import * as v from 'valibot';
import { decodeJsonMessage, encodeJson, HEADER_SIZE, roomKind } from '../room/message.js';

/** What a person may do in a room: everything; themselves and things; look on. */
export const peopleRoles = ['host', 'guest', 'watcher'] as const;
export type PeopleRole = (typeof peopleRoles)[number];

/** Bounds of messages. */
export const peopleLimits = {
  /** Of a `change`, with its header. */
  changeBytes: HEADER_SIZE + (64 << 10),
  /** Of a `document` and of `changed`: a million letters may take three bytes each. */
  documentBytes: 4 << 20,
} as const;

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const word = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const changes = v.pipe(v.array(v.unknown()), v.minLength(1));

const welcomeSchema = v.object({
  personId: v.pipe(whole, v.minValue(1), v.maxValue(65535)),
  actor: word,
  role: v.picklist(peopleRoles),
  room: word,
  tickHz: v.pipe(v.number(), v.minValue(1), v.maxValue(1000)),
  resume: word,
  heard: whole,
});
const nodesSchema = v.object({
  addresses: v.pipe(v.array(v.pipe(v.string(), v.url(), v.maxLength(300))), v.maxLength(64)),
});
const documentSchema = v.object({ version: whole, doc: v.unknown() });
const changeSchema = v.object({ id: v.pipe(whole, v.minValue(1)), changes });
const orderedSchema = v.object({ version: whole, by: v.string(), id: whole, changes });
const refusedSchema = v.object({ refused: v.string(), id: whole });
const changedSchema = v.union([orderedSchema, refusedSchema]);

/** Who one is in a room: the number on the wire, and the actor in the document. `heard`: the last of one's changes that it has. */
export type Welcome = Readonly<v.InferOutput<typeof welcomeSchema>>;
/** Addresses of other servers that have the same rooms. */
export type RoomNodes = Readonly<v.InferOutput<typeof nodesSchema>>;
/** The document at a version; `doc` is checked by decodeStageDoc() of @leib/stage. */
export type SharedDocument = Readonly<v.InferOutput<typeof documentSchema>>;
/** Changes of a person on their way to the server, which are checked by decodeChanges() of @leib/stage. */
export type PersonChange = Readonly<v.InferOutput<typeof changeSchema>>;
/** Changes of somebody, in the order of the room. */
export type RoomChange = Readonly<v.InferOutput<typeof orderedSchema>>;
/** What became of a change: it is in the document of everybody, or it was refused. */
export type ChangeAnswer = RoomChange | Readonly<v.InferOutput<typeof refusedSchema>>;

type Message = Uint8Array<ArrayBuffer>;

export const encodeWelcome = (welcome: Welcome): Message => encodeJson(roomKind.welcome, welcome);
export const encodeNodes = (nodes: RoomNodes): Message => encodeJson(roomKind.nodes, nodes);
export const encodeDocument = (document: SharedDocument): Message => encodeJson(roomKind.document, document);
export const encodeChange = (change: PersonChange): Message => encodeJson(roomKind.change, change);
export const encodeChanged = (answer: ChangeAnswer): Message => encodeJson(roomKind.changed, answer);

export const decodeWelcome = (bytes: Uint8Array): Decoded<Welcome> =>
  decodeJsonMessage(bytes, welcomeSchema, 'welcome');
export const decodeNodes = (bytes: Uint8Array): Decoded<RoomNodes> => decodeJsonMessage(bytes, nodesSchema, 'nodes');
export const decodeDocument = (bytes: Uint8Array): Decoded<SharedDocument> =>
  decodeJsonMessage(bytes, documentSchema, 'document', peopleLimits.documentBytes);
export const decodeChange = (bytes: Uint8Array): Decoded<PersonChange> =>
  decodeJsonMessage(bytes, changeSchema, 'change', peopleLimits.changeBytes);
export const decodeChanged = (bytes: Uint8Array): Decoded<ChangeAnswer> =>
  decodeJsonMessage(bytes, changedSchema, 'changed', peopleLimits.documentBytes);
