import { getDescription, getTitle } from 'valibot';
import { protocolSchema } from '../protocol/protocolSchema.js';

/** One field of a form, read from the schema of leib-study/1. */
export type StudyField = {
  /** Of the object that it is in. */
  readonly key: string;
  readonly label: string;
  readonly help: string;
  /** What holds where it is absent; undefined where nothing does. */
  readonly initial: unknown;
  /** May be absent without a default, or null. */
  readonly isOptional: boolean;
  /** Absent as null rather than left out. */
  readonly isNullable: boolean;
} & FieldShape;

type FieldShape =
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly isWhole: boolean }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'words' }
  /** A text, or one for each language. */
  | { readonly kind: 'text' }
  | { readonly kind: 'group'; readonly fields: readonly StudyField[]; readonly hasOthers: boolean }
  | { readonly kind: 'list'; readonly entry: FieldShape }
  | { readonly kind: 'json' };

/** What is read of a valibot schema. */
interface SchemaLike {
  readonly type: string;
  readonly wrapped?: SchemaLike;
  readonly item?: SchemaLike;
  readonly entries?: Readonly<Record<string, SchemaLike>>;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly default?: unknown;
  readonly pipe?: readonly (SchemaLike & { readonly requirement?: unknown })[];
}

/** What says only that something may be absent. */
const wrappers = new Set(['optional', 'exact_optional', 'nullable']);

const root = protocolSchema as unknown as SchemaLike;

/** Fields of the study itself; its flow is a tree of its own. */
export const studyFields: readonly StudyField[] = fieldsIn(root.entries ?? {});

/** Fields of a step by its kind, without the steps in a block. */
export const stepFields: Readonly<Record<string, readonly StudyField[]>> = Object.fromEntries(
  (root.entries?.flow.item?.options ?? []).map((option) => {
    const { entries = {} } = option as SchemaLike;
    return [String(entries.kind.literal), fieldsIn(entries)];
  }),
);

function fieldsIn(entries: Readonly<Record<string, SchemaLike>>): readonly StudyField[] {
  return Object.entries(entries).flatMap(([key, schema]) => {
    if (key === 'flow' || bareOf(schema).literal !== undefined) return [];
    return [fieldOf(key, schema)];
  });
}

function bareOf(schema: SchemaLike): SchemaLike {
  return wrappers.has(schema.type) && schema.wrapped ? bareOf(schema.wrapped) : schema;
}

function layersOf(schema: SchemaLike): readonly SchemaLike[] {
  return wrappers.has(schema.type) && schema.wrapped ? [schema, ...layersOf(schema.wrapped)] : [schema];
}

function fieldOf(key: string, schema: SchemaLike): StudyField {
  const layers = layersOf(schema);
  const initial = layers.find((layer) => layer.default !== undefined)?.default;
  const isNullable = layers.some(({ type }) => type === 'nullable');
  const isOptional = isNullable || layers.some((layer) => layer.type === 'exact_optional' || layer.type === 'optional');
  const saidOf = (read: (schema: never) => string | undefined) =>
    layers.map((layer) => read(layer as never)).find((text) => text !== undefined);
  return {
    key,
    label: saidOf(getTitle) ?? key,
    help: saidOf(getDescription) ?? '',
    initial: initial ?? (isNullable ? null : undefined),
    isOptional: isOptional && (initial === undefined || isNullable),
    isNullable,
    ...shapeOf(bareOf(schema)),
  };
}

function shapeOf(schema: SchemaLike): FieldShape {
  const { type, options = [], entries = {}, item } = schema;
  switch (type) {
    case 'picklist':
      return { kind: 'choice', options: options.map(String) };
    case 'boolean':
      return { kind: 'toggle' };
    case 'number':
      return { kind: 'number', ...rangeOf(schema) };
    case 'string':
      return { kind: 'words' };
    case 'union':
      return { kind: 'text' };
    case 'array':
      return item ? { kind: 'list', entry: shapeOf(bareOf(item)) } : { kind: 'json' };
    case 'strict_object':
    case 'loose_object':
      return { kind: 'group', fields: fieldsIn(entries), hasOthers: type === 'loose_object' };
    default:
      return { kind: 'json' };
  }
}

function rangeOf(schema: SchemaLike): { readonly min: number; readonly max: number; readonly isWhole: boolean } {
  const checks = checksOf(schema);
  const numberOf = (...types: readonly string[]) => {
    const found = checks.find(({ type }) => types.includes(type))?.requirement;
    return typeof found === 'number' ? found : null;
  };
  return {
    min: numberOf('min_value', 'gt_value') ?? Number.NEGATIVE_INFINITY,
    max: numberOf('max_value') ?? Number.POSITIVE_INFINITY,
    isWhole: checks.some(({ type }) => type === 'integer'),
  };
}

function checksOf({ pipe = [] }: SchemaLike): readonly { readonly type: string; readonly requirement?: unknown }[] {
  const [inner, ...checks] = pipe;
  return inner ? [...checksOf(inner), ...checks] : [];
}
