import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { TogetherPart } from '../togetherController.js';

/** What people write: the newest at the bottom. */
export function ChatSection({ controller, figures: { chat, role } }: TogetherPart) {
  const [text, setText] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const newest = chat.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is scrolled to
  useEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight);
  }, [newest]);
  const say = (event: FormEvent) => {
    event.preventDefault();
    controller.say(text);
    setText('');
  };
  return (
    <section className="together-chat" aria-label="Chat">
      <h3>Chat</h3>
      <ol ref={list} aria-live="polite">
        <ChatLines chat={chat} />
      </ol>
      {chat.length === 0 && <p className="hint">Nothing is written yet.</p>}
      {role !== 'watcher' && (
        <form className="row" onSubmit={say}>
          <input
            type="text"
            aria-label="Write to all"
            placeholder="Write to all"
            title="Enter sends it; Ctrl+Z outside of the field takes your last line back"
            autoComplete="off"
            maxLength={2000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="submit" className="small" title="Shows it to all who are here" disabled={text.trim() === ''}>
            Send
          </button>
        </form>
      )}
    </section>
  );
}

export function ChatLines({ chat }: { readonly chat: TogetherPart['figures']['chat'] }) {
  return chat.map(({ id, name, text, atMs }) => (
    <li key={id}>
      <strong>{name}</strong> <time>{timeOf(atMs)}</time>
      <p>{text}</p>
    </li>
  ));
}

function timeOf(atMs: number): string {
  return new Date(atMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
