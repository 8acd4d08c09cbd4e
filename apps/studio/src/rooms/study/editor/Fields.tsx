import { isRecord } from '@leib/core';
import { readMember, type StudyField, type ValuePath } from '@leib/study/editor';
import { Trash2 } from 'lucide-react';
import { createContext, useContext, useEffect, useId, useState } from 'react';
import { Button } from '../../../ui/Button.js';
import { Choice, Toggle } from '../../../ui/controls.js';
import { IconButton } from '../../../ui/IconButton.js';
import { NumberField } from '../../../ui/NumberField.js';
import { Select } from '../../../ui/Select.js';
import { wordOf } from './editorWords.js';

/** What fields of all depths need. */
export interface FormHost {
  readonly languages: readonly string[];
  /** Ids of questionnaires that can be asked. */
  readonly questionnaires: readonly string[];
  set(path: ValuePath, value: unknown): void;
  endGesture(): void;
}

const FormContext = createContext<FormHost | null>(null);
export const FormProvider = FormContext.Provider;

function useForm(): FormHost {
  const form = useContext(FormContext);
  if (!form) throw new Error('expected a FormProvider above');
  return form;
}

interface FieldsProps {
  readonly fields: readonly StudyField[];
  readonly value: unknown;
  readonly path: ValuePath;
}

/** Fields of one object of the study. */
export function Fields({ fields, value, path }: FieldsProps) {
  const own = isRecord(value) ? value : {};
  return fields.map((field) => (
    <AnyField key={field.key} field={field} value={own[field.key]} path={[...path, field.key]} />
  ));
}

interface FieldProps<Kind extends StudyField['kind'] = StudyField['kind']> {
  readonly field: Extract<StudyField, { kind: Kind }>;
  readonly value: unknown;
  readonly path: ValuePath;
}

function AnyField({ field, value, path }: FieldProps) {
  const { set, endGesture, questionnaires } = useForm();
  const { label, help, isOptional, isNullable } = field;
  const shown = value ?? field.initial;
  const clear = isNullable ? null : undefined;
  const take = (next: unknown) => {
    set(path, next);
    endGesture();
  };
  switch (field.kind) {
    case 'choice':
    case 'toggle': {
      if (field.kind === 'toggle' && !isOptional)
        return (
          <Toggle
            control={{ kind: 'toggle', label, help, initial: field.initial === true }}
            value={shown === true}
            onChange={take}
          />
        );
      const options = field.kind === 'toggle' ? ['true', 'false'] : field.options;
      const words = (option: string) => (field.kind === 'choice' ? wordOf(option) : option === 'true' ? 'Yes' : 'No');
      const none = isOptional ? [{ value: '', label: '– as it is –' }] : [];
      return (
        <Choice
          control={{
            ...{ kind: 'choice', label, help, isList: true },
            initial: String(field.initial ?? (isOptional ? '' : shown)),
            options: [...none, ...options.map((option) => ({ value: option, label: words(option) }))],
          }}
          value={String(shown ?? '')}
          onChange={(next) => {
            if (next === '') take(clear);
            else take(field.kind === 'toggle' ? next === 'true' : next);
          }}
        />
      );
    }
    case 'number':
      return (
        <NumberField
          {...{ label, help }}
          {...{ min: field.min, max: field.max, isOptional }}
          value={typeof shown === 'number' ? shown : null}
          emptyText={isOptional ? '–' : ''}
          onChange={(next) => take(next === null ? clear : field.isWhole ? Math.round(next) : next)}
        />
      );
    case 'words':
      return (
        <Words
          {...{ label, help, path }}
          value={String(shown ?? '')}
          {...(field.key === 'of' && { offered: questionnaires })}
        />
      );
    case 'text':
      return <LocalText field={field} value={value} path={path} />;
    case 'group':
      return <Group field={field} value={value} path={path} />;
    case 'list':
      return <List field={field} value={value} path={path} />;
    case 'json':
      return <JsonMember {...{ label, help, path }} value={value} />;
  }
}

interface WordsProps extends Pick<FieldProps, 'path'> {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly offered?: readonly string[];
}

function Words({ label, help, path, value, offered }: WordsProps) {
  const { set, endGesture } = useForm();
  const id = useId();
  return (
    <label className="study-words" htmlFor={id} title={help}>
      <span>{label}</span>
      <input
        id={id}
        type="text"
        value={value}
        spellCheck={false}
        list={offered && `${id}-list`}
        onChange={({ target }) => set(path, target.value)}
        onBlur={endGesture}
      />
      {offered && (
        <datalist id={`${id}-list`}>
          {offered.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </label>
  );
}

/** One field for each language; a study of one language may have plain texts. */
function LocalText({ field, value, path }: FieldProps<'text'>) {
  const { languages, set, endGesture } = useForm();
  const { label, help, isOptional, isNullable, initial } = field;
  const isPlain = languages.length === 1 && (typeof value === 'string' || value === undefined || value === null);
  const textOf = (code: string) => (isRecord(value) ? String(value[code] ?? '') : String(value ?? initial ?? ''));
  const change = (code: string, text: string) => {
    const isEmpty = text === '' && languages.every((other) => other === code || textOf(other) === '');
    if (isEmpty && isOptional) set(path, isNullable ? null : undefined);
    else if (isPlain) set(path, text);
    else set(path, { ...Object.fromEntries(languages.map((each) => [each, textOf(each)])), [code]: text });
  };
  return (
    <fieldset className="study-text" title={help}>
      <legend>{label}</legend>
      {languages.map((code) => (
        <label key={code}>
          <span data-is-alone={languages.length === 1}>{code}</span>
          <textarea
            rows={1}
            aria-label={languages.length === 1 ? label : `${label}, ${code}`}
            lang={code}
            value={textOf(code)}
            onChange={({ target }) => change(code, target.value)}
            onBlur={endGesture}
          />
        </label>
      ))}
    </fieldset>
  );
}

function Group({ field, value, path }: FieldProps<'group'>) {
  const { set, endGesture } = useForm();
  const { label, help, fields, hasOthers, isNullable } = field;
  const own = isRecord(value) ? value : {};
  const known = fields.filter(({ key }) => key in own);
  const others = Object.fromEntries(Object.entries(own).filter(([key]) => fields.every((each) => each.key !== key)));
  const isOfChanges = fields.length > 2 && fields.every((each) => each.isOptional && !each.isNullable);
  return (
    <fieldset className="study-group">
      <legend title={help}>{label}</legend>
      {isNullable && (
        <Toggle
          control={{ kind: 'toggle', label: 'There is one', help, initial: false }}
          value={isRecord(value)}
          onChange={(isOn) => {
            set(path, isOn ? startOf(fields) : null);
            endGesture();
          }}
        />
      )}
      {isOfChanges && <Changes {...{ field, known, path }} value={own} />}
      {!isOfChanges && (isRecord(value) || !isNullable) && <Fields fields={fields} value={value} path={path} />}
      {hasOthers && (
        <JsonMember
          label="Everything else, as JSON"
          help={help}
          path={path}
          value={Object.keys(others).length > 0 ? others : undefined}
          write={(rest) => ({
            ...Object.fromEntries(known.map(({ key }) => [key, own[key]])),
            ...(isRecord(rest) ? rest : {}),
          })}
        />
      )}
    </fieldset>
  );
}

interface ChangesProps extends FieldProps<'group'> {
  /** Fields that are set. */
  readonly known: readonly StudyField[];
}

/** Of what may all be left out, only what is said; the rest can be added. */
function Changes({ field, known, value, path }: ChangesProps) {
  const { set, endGesture } = useForm();
  const left = field.fields.filter((each) => !known.includes(each));
  const own = isRecord(value) ? value : {};
  const put = (key: string, next: unknown) => {
    const isLast = next === undefined && Object.keys(own).every((each) => each === key);
    if (isLast && field.isOptional) set(path, undefined);
    else set([...path, key], next);
    endGesture();
  };
  return (
    <>
      {known.map((each) => (
        <div className="study-entry" key={each.key}>
          <div>
            <Fields fields={[{ ...each, isOptional: false }]} value={value} path={path} />
          </div>
          <IconButton icon={Trash2} label={`Take ${each.label} away`} onClick={() => put(each.key, undefined)} />
        </div>
      ))}
      {left.length > 0 && (
        <Select
          className="study-add"
          aria-label={`Set more: ${field.label}`}
          title="What is not set is as it is elsewhere"
          value=""
          options={[{ value: '', label: 'Set …' }, ...left.map(({ key, label }) => ({ value: key, label }))]}
          onChange={(key) => {
            const found = left.find((each) => each.key === key);
            if (found) put(key, firstValue(found));
          }}
        />
      )}
    </>
  );
}

function firstValue(field: StudyField): unknown {
  switch (field.kind) {
    case 'choice':
      return field.options[0];
    case 'toggle':
      return true;
    case 'number':
      return Math.max(field.min, Math.min(field.max, 1));
    case 'group':
      return startOf(field.fields);
    case 'json':
      return {};
    case 'list':
      return [];
    default:
      return '';
  }
}

/** A group that is switched on: words are there, empty; the rest is as by default. */
function startOf(fields: readonly StudyField[]): object {
  const needed = fields.filter(
    ({ kind, isOptional, initial }) => kind === 'words' && !isOptional && initial === undefined,
  );
  return Object.fromEntries(needed.map(({ key }) => [key, '']));
}

function List({ field, value, path }: FieldProps<'list'>) {
  const { set, endGesture, languages } = useForm();
  const { label, help, entry, initial } = field;
  const entries: readonly unknown[] = Array.isArray(value) ? value : Array.isArray(initial) ? initial : [];
  const take = (next: readonly unknown[]) => {
    set(path, next);
    endGesture();
  };
  const add = () => {
    if (entry.kind === 'group') take([...entries, { id: freeName(entries), set: {} }]);
    else if (entry.kind === 'text' && languages.length > 1)
      take([...entries, Object.fromEntries(languages.map((code) => [code, '']))]);
    else take([...entries, '']);
  };
  return (
    <fieldset className="study-group study-list">
      <legend title={help}>{label}</legend>
      {entries.map((each, index) => {
        const name = isRecord(each) && typeof each.id === 'string' ? each.id : `${label} ${index + 1}`;
        const at = [...path, index];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names of their own
          <div className="study-entry" key={index} data-is-group={entry.kind === 'group'}>
            {entry.kind === 'group' ? (
              <details>
                <summary>{name}</summary>
                <Fields fields={entry.fields} value={each} path={at} />
              </details>
            ) : (
              <AnyField
                field={{
                  ...entry,
                  key: String(index),
                  label: name,
                  help,
                  initial: undefined,
                  isOptional: false,
                  isNullable: false,
                }}
                value={each}
                path={at}
              />
            )}
            <IconButton icon={Trash2} label={`Take ${name} away`} onClick={() => take(entries.toSpliced(index, 1))} />
          </div>
        );
      })}
      <Button className="small" title={help} onClick={add}>
        Add to {label.toLowerCase()}
      </Button>
    </fieldset>
  );
}

function freeName(entries: readonly unknown[]): string {
  const taken = new Set(entries.map((entry) => (isRecord(entry) ? entry.id : '')));
  let number = entries.length + 1;
  while (taken.has(`c${number}`)) number++;
  return `c${number}`;
}

interface JsonMemberProps extends Omit<WordsProps, 'value' | 'offered'> {
  readonly value: unknown;
  /** What is set, of what was written; the same unless given. */
  readonly write?: (value: unknown) => unknown;
}

/** A member that has no form of its own; taken when the field is left. */
function JsonMember({ label, help, path, value, write = (next) => next }: JsonMemberProps) {
  const { set, endGesture } = useForm();
  const id = useId();
  const shown = value === undefined ? '' : JSON.stringify(value);
  const [text, setText] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setText(shown);
    setWrong(false);
  }, [shown]);
  const take = () => {
    const read = readMember(text);
    const isGood = read !== null && (read.value === undefined || isRecord(read.value));
    setWrong(!isGood);
    if (!isGood || text === shown) return;
    set(path, write(read.value));
    endGesture();
  };
  return (
    <label className="study-words" htmlFor={id} title={help} data-is-wide="true">
      <span>{label}</span>
      <textarea
        id={id}
        className="study-code"
        rows={Math.min(5, 1 + Math.floor(text.length / 60))}
        spellCheck={false}
        placeholder="{}"
        aria-invalid={isWrong}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={take}
      />
      {isWrong && (
        <span className="refusal" role="alert">
          Expected a JSON object such as {'{ "count": 10 }'}.
        </span>
      )}
    </label>
  );
}
