import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.js';
import { explainError } from '../../../ui/explainError.js';
import { FilesInput } from '../../../ui/FileInput.js';
import { Refusal } from '../../../ui/PanelParts.js';
import { optionsOf, Segments, Select } from '../../../ui/Select.js';
import { EditorDoor } from '../editor/EditorDoor.js';
import type { AboutParticipant } from '../station/participantStation.js';
import { exampleFiles, examples, needsScan, openStudyFiles, type StudyFiles, setupOf } from '../station/studyFiles.js';
import type { StudyController } from '../studyController.js';

const OWN = 'own';
const languageNames: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch' };
const sexes = optionsOf({ female: 'Female', male: 'Male', average: 'Not said' });
const hands = optionsOf({ right: 'Right', left: 'Left' });

/** A study that can be begun: its id, and the languages that it has. */
interface Chosen {
  readonly files: StudyFiles;
  readonly id: string;
  readonly languages: readonly string[];
  readonly needsScan: boolean;
}

/** Which study, and what must be known of the participant before it begins. */
export function StartForm({ controller }: { readonly controller: StudyController }) {
  const [example, setExample] = useState(controller.own ? OWN : 'latency');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [about, setAbout] = useState<AboutParticipant>({ language: 'en', sex: 'average', writingHand: 'right' });
  const [scan, setScan] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { own } = controller;
  const latest = useRef<Promise<StudyFiles> | null>(null);
  const open = async (files: Promise<StudyFiles>) => {
    setProblem(null);
    latest.current = files;
    try {
      const opened = await files;
      const { protocol } = await setupOf(opened);
      // Another one was chosen while this one was on its way.
      if (latest.current !== files) return;
      const { id, languages } = protocol;
      setChosen({ files: opened, id, languages, needsScan: needsScan(protocol) });
    } catch (error) {
      setProblem(explainError(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened anew where another one is chosen
  useEffect(() => {
    if (example !== OWN) void open(exampleFiles(example));
  }, [example]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened anew where it is another one
  useEffect(() => {
    if (!own) return;
    setExample(OWN);
    void open(Promise.resolve(own));
  }, [own]);
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return;
    const language = chosen.languages.includes(about.language) ? about.language : chosen.languages[0];
    void controller.begin(chosen.files, { ...about, language }, chosen.needsScan ? scan : null);
  };
  const titles = Object.fromEntries(Object.entries(examples).map(([id, { title }]) => [id, title]));
  const ownTitle: Readonly<Record<string, string>> = chosen && example === OWN ? { [OWN]: chosen.id } : {};
  return (
    <>
      <form className="study-start" onSubmit={begin}>
        <h2>Take part in a study</h2>
        <label>
          <span>Study</span>
          <Select
            aria-label="Study"
            title="One of the examples, or the file that was opened last"
            value={example}
            options={optionsOf({ ...titles, ...ownTitle })}
            onChange={setExample}
          />
        </label>
        <Button
          className="small"
          title="leib-study/1, with questionnaires of its own"
          onClick={() => input.current?.click()}
        >
          A file of your own …
        </Button>
        <FilesInput
          inputRef={input}
          label="File of a study"
          accept=".json"
          onFiles={async (files) => {
            try {
              controller.own = await openStudyFiles(files);
              setExample(OWN);
            } catch (error) {
              setProblem(explainError(error));
            }
          }}
        />
        {problem && <Refusal>{problem}</Refusal>}
        <AboutFields about={about} languages={chosen?.languages ?? []} onChange={setAbout} />
        {chosen?.needsScan && <ScanField scan={scan} onScan={setScan} />}
        <button
          type="submit"
          className="study-main"
          title="A random number stands for you; your name is not kept"
          disabled={!chosen || (chosen.needsScan && !scan)}
        >
          Begin
        </button>
      </form>
      <div className="study-aside" data-tour="study-operator">
        <p className="hint">You look after a study? See its stations live, from this window or another machine.</p>
        <Button
          className="small"
          title="Shows who takes part in this study now"
          disabled={!chosen}
          onClick={() => chosen && controller.operate(chosen.id)}
        >
          Operator’s view
        </Button>
      </div>
      <EditorDoor controller={controller} example={example === OWN ? null : example} />
    </>
  );
}

interface AboutFieldsProps {
  readonly about: AboutParticipant;
  readonly languages: readonly string[];
  readonly onChange: (about: AboutParticipant) => void;
}

function AboutFields({ about, languages, onChange }: AboutFieldsProps) {
  return (
    <>
      {languages.length > 1 && (
        <Choice label="Language">
          <Segments
            aria-label="Language"
            value={about.language}
            options={languages.map((code) => ({ value: code, label: languageNames[code] ?? code }))}
            onChange={(language) => onChange({ ...about, language })}
          />
        </Choice>
      )}
      <Choice label="Sex">
        <Segments aria-label="Sex" value={about.sex} options={sexes} onChange={(sex) => onChange({ ...about, sex })} />
      </Choice>
      <Choice label="Writing hand">
        <Segments
          aria-label="Writing hand"
          value={about.writingHand}
          options={hands}
          onChange={(writingHand) => onChange({ ...about, writingHand })}
        />
      </Choice>
    </>
  );
}

function ScanField({ scan, onScan }: { readonly scan: File | null; readonly onScan: (scan: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        className="small"
        title="OBJ, PLY or GLB of the participant, or betas that were fitted to it (JSON)"
        onClick={() => input.current?.click()}
      >
        {scan?.name ?? 'A scan of the participant …'}
      </Button>
      <FilesInput
        inputRef={input}
        label="Scan of the participant"
        accept=".obj,.ply,.glb,.gz,.json"
        onFiles={([file]) => onScan(file)}
      />
    </>
  );
}

function Choice({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="study-choice">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}
