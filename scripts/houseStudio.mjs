import { parseSync, Visitor } from 'vite';

const studio = 'apps/studio/';

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} meaning what counts, in one line
 * @property {[path: string, count: number][]} places
 * @property {boolean} [isLong] too many places to be listed
 */

/**
 * The studio's own wiring, read from its syntax, so that another name or another way of writing the same counts the same.
 * @param {import('./houseFiles.mjs').HouseFile[]} files
 * @returns {Figure[]}
 */
export function countStudio(files) {
  const own = files.filter(({ path }) => path.startsWith(studio));
  const sources = own.filter(({ kind }) => kind === 'source');
  const wirings = sources.map(({ path, text }) => readWiring(path, text));
  const place = (count) => wirings.map((wiring) => [wiring.path, count(wiring)]);
  return [
    {
      name: 'callback slots',
      meaning:
        'functions that somebody else puts in later: fields of classes and interfaces that may be assigned, setters, variables of modules, and sets of listeners',
      places: place(slotCounter(wirings)),
    },
    {
      name: 'stores',
      meaning:
        "places that make a store: calls of zustand's create() and createStore(), and our own members named subscribe",
      places: place(({ stores }) => stores),
    },
    {
      name: 'global controllers',
      meaning:
        "variables of modules that hold an object of one of the studio's classes, or, in a store or a `let`, of an interface with methods: anybody reaches it from anywhere",
      places: place(controllerCounter(wirings)),
    },
    {
      name: 'polled panels',
      meaning: 'files outside time/ that look again and again by a timer: refreshEvery(), use...Every(), setInterval()',
      places: sources
        .filter(({ path }) => !path.startsWith(`${studio}src/time/`))
        .map(({ path, text }) => [path, /\b(?:refreshEvery|use\w*Every|setInterval)\(/.test(text) ? 1 : 0]),
    },
    {
      name: 'files with classes',
      meaning: 'source files that declare a class',
      places: place(({ classes }) => (classes.length > 0 ? 1 : 0)),
      isLong: true,
    },
    {
      name: 'CSS lines',
      meaning: 'lines of .css files',
      places: own.filter(({ kind }) => kind === 'css').map(({ path, lines }) => [path, lines]),
      isLong: true,
    },
  ];
}

/** A slot that an interface promises and a class has is one slot, where the class has it. */
function slotCounter(wirings) {
  const aliases = new Set(wirings.flatMap((wiring) => wiring.aliases));
  const isFunction = (type) => isFunctionType(type, aliases);
  const slotsOfClass = ({ fields }) => fields.filter(({ type, isSlot }) => isSlot && isFunction(type));
  const inClasses = new Set(wirings.flatMap((wiring) => slotsOfClass(wiring).map(({ name }) => name)));
  return (wiring) =>
    slotsOfClass(wiring).length +
    wiring.members.filter(({ name, type }) => isFunction(type) && !inClasses.has(name)).length +
    [...wiring.setters, ...wiring.sets, ...wiring.lets].filter(isFunction).length;
}

function controllerCounter(wirings) {
  const classes = new Set(wirings.flatMap((wiring) => wiring.classes));
  const doing = new Set(wirings.flatMap((wiring) => wiring.interfacesWithMethods));
  return ({ globals }) =>
    globals.filter(({ canChange, held }) => held.some((name) => classes.has(name) || (canChange && doing.has(name))))
      .length;
}

/** What one file declares. */
function readWiring(path, text) {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const lists = { aliases: [], classes: [], interfacesWithMethods: [], fields: [], members: [], setters: [], sets: [] };
  const wiring = { path, ...lists, stores: 0 };
  const makers = zustandMakers(module);
  new Visitor({
    TSTypeAliasDeclaration({ id, typeAnnotation }) {
      if (isFunctionType(typeAnnotation, new Set())) wiring.aliases.push(id.name);
    },
    ClassDeclaration: (node) => readClass(node, text, wiring),
    TSInterfaceDeclaration({ id, body }) {
      for (const { type, key, readonly, typeAnnotation } of body.body) {
        if (type === 'TSMethodSignature') wiring.interfacesWithMethods.push(id.name);
        if (type !== 'TSPropertySignature' || readonly || !typeAnnotation) continue;
        wiring.members.push({ name: key.name, type: typeAnnotation.typeAnnotation });
      }
    },
    NewExpression({ callee, typeArguments }) {
      if (callee.name === 'Set' && typeArguments) wiring.sets.push(typeArguments.params[0]);
    },
    CallExpression({ callee }) {
      if (makers.has(callee.name)) wiring.stores++;
    },
    Property({ key, method, value }) {
      if (key.name === 'subscribe' && (method || /Function/.test(value.type))) wiring.stores++;
    },
  }).visit(program);
  const variables = program.body.flatMap((node) => variablesOf(node));
  const lets = variables.filter(({ kind, id }) => kind === 'let' && id.typeAnnotation);
  return {
    ...wiring,
    lets: lets.map(({ id }) => id.typeAnnotation.typeAnnotation),
    globals: variables.map((variable) => ({
      canChange: variable.kind === 'let' || makers.has(variable.init?.callee?.name),
      held: typesHeld(variable, program),
    })),
  };
}

function readClass({ id, body }, text, wiring) {
  if (id) wiring.classes.push(id.name);
  for (const member of body.body) {
    const { type, key, readonly, typeAnnotation, accessibility, kind, value } = member;
    if (type === 'MethodDefinition' && key.name === 'subscribe') wiring.stores++;
    if (type === 'MethodDefinition' && kind === 'set') {
      const annotation = value.params[0]?.typeAnnotation;
      if (annotation) wiring.setters.push(annotation.typeAnnotation);
    }
    if (type !== 'PropertyDefinition' || readonly) continue;
    const declared = typeAnnotation?.typeAnnotation ?? value;
    if (!declared) continue;
    const isPublic = key.type !== 'PrivateIdentifier' && accessibility !== 'private';
    const isSlot = isPublic || body.body.some((method) => isSetBy(method, text.slice(key.start, key.end), text));
    wiring.fields.push({ name: key.name, type: declared, isSlot });
  }
}

/** A method that puts what it was given into a private field: a slot by another name. */
function isSetBy({ type, kind, value }, field, text) {
  if (type !== 'MethodDefinition' || kind === 'constructor') return false;
  const names = value.params.map(({ name }) => name).filter(Boolean);
  const inside = text.slice(value.start, value.end);
  return names.some((name) => inside.includes(`this.${field} = ${name};`));
}

/** What this file calls create() and createStore() of zustand's. */
function zustandMakers({ staticImports }) {
  const entries = staticImports
    .filter(({ moduleRequest }) => /^zustand(\/|$)/.test(moduleRequest.value))
    .flatMap((item) => item.entries);
  return new Set(
    entries
      .filter(({ importName }) => ['create', 'createStore'].includes(importName.name))
      .map(({ localName }) => localName.value),
  );
}

/** Of a type, or of the value that stands for it. */
function isFunctionType(type, aliases) {
  if (['TSFunctionType', 'ArrowFunctionExpression', 'FunctionExpression'].includes(type.type)) return true;
  if (type.type === 'TSParenthesizedType') return isFunctionType(type.typeAnnotation, aliases);
  if (type.type === 'TSUnionType') return type.types.some((part) => isFunctionType(part, aliases));
  return type.type === 'TSTypeReference' && aliases.has(type.typeName.name);
}

function variablesOf(node) {
  const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.map(({ id, init }) => ({ kind: declaration.kind, id, init }));
}

/**
 * Types of what a variable holds: as declared, as given to what makes it, and those of an interface of this file. A
 * function that takes an object holds none, and what React hands down a tree is not everybody's.
 */
function typesHeld({ id, init }, program) {
  if (init?.callee?.name === 'createContext') return [];
  const made = init?.type === 'NewExpression' ? [init.callee.name] : [];
  const names = [...made, ...namesOfType(id.typeAnnotation), ...namesOfType(init?.typeArguments)];
  const interfaces = program.body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .filter((node) => node?.type === 'TSInterfaceDeclaration' && names.includes(node.id.name));
  return [...names, ...interfaces.flatMap(({ body }) => namesOfType(body))];
}

function namesOfType(node) {
  if (typeof node !== 'object' || node === null) return [];
  if (['TSFunctionType', 'TSMethodSignature'].includes(node.type)) return [];
  const own = node.type === 'TSTypeReference' ? [node.typeName.name] : [];
  return [...own, ...Object.values(node).flatMap(namesOfType)];
}
