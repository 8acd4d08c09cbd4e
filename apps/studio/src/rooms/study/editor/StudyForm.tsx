import { placeOfStep, type StudyField, stepAt, stepFields, studyFields } from '@leib/study/editor';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../ui/Button.js';
import { OpenFile } from '../../../ui/FileInput.js';
import { IconButton } from '../../../ui/IconButton.js';
import { type Tab, Tabs } from '../../../ui/Tabs.js';
import { shippedNames } from '../station/studyFiles.js';
import { kindWords } from './editorWords.js';
import { Fields, type FormHost, FormProvider } from './Fields.js';
import { StepTree } from './StepTree.js';
import type { StudyDocument } from './studyDocument.js';

type Part = 'study' | 'consent' | 'body' | 'record' | 'steps';

const parts: readonly (Tab<Part> & { readonly keys: readonly string[] })[] = [
  {
    ...{ id: 'study', label: 'Study', help: 'Title, languages, how many take part, questionnaires' },
    keys: ['id', 'version', 'title', 'languages', 'participants', 'seed'],
  },
  {
    ...{ id: 'consent', label: 'Consent', help: 'What participants are told and agree to' },
    keys: ['ethics', 'consent', 'compensation'],
  },
  { id: 'body', label: 'Body', help: 'What is worn, and how it follows', keys: ['body'] },
  { id: 'record', label: 'Recording', help: 'What is recorded of each trial', keys: ['record'] },
  { id: 'steps', label: 'Steps', help: 'What happens, in order; conditions and their orders', keys: [] },
];

const fieldsOf = (keys: readonly string[]): readonly StudyField[] =>
  keys.flatMap((key) => studyFields.filter((field) => field.key === key));

/** The study as a form: what can be said follows from the schema of leib-study/1. */
export function StudyForm({ document: own }: { readonly document: StudyDocument }) {
  const [part, setPart] = useState<Part>('steps');
  const { edits, selected } = useStore(own.store);
  const { draft, questionnaires } = edits.present;
  const { value, isAhead } = draft;
  const listed = value.languages;
  const codes = Array.isArray(listed) ? listed.map(String).filter(Boolean).join(' ') : '';
  const host = useMemo<FormHost>(
    () => ({
      languages: codes === '' ? ['en'] : codes.split(' '),
      questionnaires: [...Object.keys(questionnaires), ...shippedNames],
      set: (path, next) => own.set(path, next),
      endGesture: () => own.endGesture(),
    }),
    [own, codes, questionnaires],
  );
  const step = stepAt(value, selected);
  const { keys } = parts.find(({ id }) => id === part) ?? parts[0];
  return (
    <FormProvider value={host}>
      <div className="study-form">
        <Tabs label="Parts of the study" prefix="study-form" tabs={parts} open={part} onOpen={setPart}>
          <fieldset className="study-part" disabled={isAhead} aria-label="Form">
            <Fields fields={fieldsOf(keys)} value={value} path={[]} />
            {part === 'study' && host.languages.length > 1 && (
              <Button
                className="small"
                title="Texts that lack a language get those of another one, to be translated"
                onClick={() => own.fillTexts()}
              >
                Fill missing texts
              </Button>
            )}
            {part === 'study' && <OwnQuestionnaires document={own} ids={Object.keys(questionnaires)} />}
            {part === 'steps' && (
              <div className="study-steps">
                <StepTree document={own} study={value} selected={selected} languages={host.languages} />
                {step && (
                  <section aria-label={`Step ${String(step.id)}`}>
                    <h3>{kindWords[String(step.kind)]}</h3>
                    <Fields
                      key={selected.join('.')}
                      fields={stepFields[String(step.kind)] ?? []}
                      value={step}
                      path={placeOfStep(selected)}
                    />
                  </section>
                )}
              </div>
            )}
          </fieldset>
        </Tabs>
      </div>
    </FormProvider>
  );
}

interface OwnProps {
  readonly document: StudyDocument;
  readonly ids: readonly string[];
}

/** Questionnaires that are not ours: files of one's own. */
function OwnQuestionnaires({ document: own, ids }: OwnProps) {
  return (
    <fieldset className="study-group study-list">
      <legend>Questionnaires of your own</legend>
      {ids.length === 0 && <p className="hint">None. Those of ours can be asked without a file.</p>}
      {ids.map((id) => (
        <div className="study-entry" key={id}>
          <span>{id}</span>
          <IconButton icon={Trash2} label={`Take ${id} away`} onClick={() => own.removeQuestionnaire(id)} />
        </div>
      ))}
      <OpenFile
        className="small"
        fileLabel="File of a questionnaire"
        accept=".json"
        title="leib-questionnaire/1"
        onFile={(file) => void own.openFiles([file])}
      >
        Add a file …
      </OpenFile>
    </fieldset>
  );
}
