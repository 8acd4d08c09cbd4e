import { accept, type Decoded, decodeJson, decodeValue, InputError, refuse } from '@leib/core';
import { parseRemoteBodySettings } from '@leib/reembody';
import type { JsonObject } from '@leib/stage';
import type { BlockNode, FlowNode, LocalText, Protocol } from './protocol.js';
import { MOST_STEPS, protocolSchema } from './protocolSchema.js';

/** Reads a study (leib-study/1): text or parsed JSON. What it leaves out gets its default; the first thing that is wrong is named. */
export function decodeProtocol(input: unknown): Decoded<Protocol> {
  const decoded = typeof input === 'string' ? decodeJson(input, protocolSchema) : decodeValue(input, protocolSchema);
  if (!decoded.ok) return decoded;
  const protocol = decoded.value as unknown as Protocol;
  return (
    checkBody(protocol.body.settings, 'body') ??
    checkFlow(protocol.flow, 'flow', protocol) ??
    checkTexts(protocol) ??
    checkLength(protocol) ??
    accept(protocol)
  );
}

type Refused = Decoded<never> | null;

/** Settings of a simulated body are the engine's: it knows which there are. */
function checkBody(settings: JsonObject, at: string): Refused {
  try {
    parseRemoteBodySettings(settings);
    return null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return refuse(`${at}.${error.where}`, error.reason);
  }
}

/** What a schema cannot say of one node alone. */
function checkFlow(flow: readonly FlowNode[], place: string, protocol: Protocol): Refused {
  for (const [index, node] of flow.entries()) {
    const at = `${place}[${index}]`;
    const wrong = node.kind === 'block' ? checkBlock(node, at, protocol) : null;
    if (wrong) return wrong;
    if (node.kind === 'task' && node.seconds === null && endless.has(node.task))
      return refuse(`${at}.seconds`, `expected seconds, got nothing: "${node.task}" does not end by itself`);
  }
  return null;
}

/** Tasks that only time ends. */
const endless: ReadonlySet<string> = new Set(['handInBox', 'footInBox', 'explore', 'mirror', 'lookAtBody']);

function checkBlock({ conditions, order, flow }: BlockNode, at: string, protocol: Protocol): Refused {
  if (conditions.length === 0 && order !== 'fixed')
    return refuse(`${at}.conditions`, `expected conditions to order ("${order}"), got none`);
  if (order === 'permutations' && conditions.length > 6)
    return refuse(`${at}.order`, `expected at most 6 conditions for all permutations, got ${conditions.length}`);
  for (const [number, { set }] of conditions.entries()) {
    const wrong = checkBody(set.body?.settings ?? {}, `${at}.conditions[${number}].set.body`);
    if (wrong) return wrong;
    const unknown = Object.keys(set.steps ?? {}).find((id) => !hasTask(flow, id));
    if (unknown !== undefined)
      return refuse(`${at}.conditions[${number}].set.steps.${unknown}`, 'expected the id of a task in this block');
  }
  return checkFlow(flow, `${at}.flow`, protocol);
}

const hasTask = (flow: readonly FlowNode[], id: string): boolean =>
  flow.some((node) => (node.kind === 'block' ? hasTask(node.flow, id) : node.kind === 'task' && node.id === id));

function stepCount(flow: readonly FlowNode[]): number {
  return flow.reduce(
    (sum, node) =>
      sum + (node.kind === 'block' ? node.repeat * Math.max(1, node.conditions.length) * stepCount(node.flow) : 1),
    0,
  );
}

function checkLength({ flow }: Protocol): Refused {
  const count = stepCount(flow);
  return count <= MOST_STEPS ? null : refuse('flow', `expected at most ${MOST_STEPS} steps, got ${count}`);
}

/** Why a text without a language of the study is refused. */
export const noText = 'expected a text in this language, got nothing';

/** Texts by language have all languages of the study. */
function checkTexts(protocol: Protocol): Refused {
  for (const [place, text] of textsOf(protocol)) {
    if (typeof text === 'string') continue;
    const missing = protocol.languages.find((code) => !Object.hasOwn(text, code));
    if (missing !== undefined) return refuse(`${place}.${missing}`, noText);
  }
  return null;
}

function* textsOf({ title, ethics, consent, compensation, flow }: Protocol): Generator<[string, LocalText]> {
  yield ['title', title];
  yield ['ethics.text', ethics.text];
  yield ['consent.text', consent.text];
  for (const [index, point] of consent.points.entries()) yield [`consent.points[${index}]`, point];
  if (compensation !== null) yield ['compensation', compensation];
  yield* textsOfFlow(flow, 'flow');
}

function* textsOfFlow(flow: readonly FlowNode[], place: string): Generator<[string, LocalText]> {
  for (const [index, node] of flow.entries()) {
    const at = `${place}[${index}]`;
    if (node.kind === 'text' || node.kind === 'pause') yield [`${at}.text`, node.text];
    if (node.kind === 'task' && node.instruction !== null) yield [`${at}.instruction`, node.instruction];
    if (node.kind !== 'block') continue;
    for (const [number, { name }] of node.conditions.entries())
      if (name !== undefined) yield [`${at}.conditions[${number}].name`, name];
    yield* textsOfFlow(node.flow, `${at}.flow`);
  }
}
