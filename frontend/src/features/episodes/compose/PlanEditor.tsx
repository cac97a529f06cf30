import { autocompletion, completionKeymap, type CompletionContext } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useRef } from 'react';
import { explain, keyAt, suggestionsAt, type Names, type Schema } from './planHints';

export interface PlanFault {
  line: number | null;
  message: string;
}

interface Props {
  value: string;
  onChange: (text: string) => void;
  onRun: () => void;
  faults: readonly PlanFault[];
  schema: Schema | null;
  names: Names;
}

const LOOK = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--tx)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--ac)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '20px' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--tx)' },
  '.cm-cursor': { borderLeftColor: 'var(--tx)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--tx3)', border: '0' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--ac-soft) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--tx)',
    border: '1px solid var(--line-2)',
    borderRadius: '5px',
    maxWidth: '380px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '240px' },
  '.cm-tooltip-autocomplete > ul > li': { minHeight: '24px', lineHeight: '24px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--ac-soft) !important',
    color: 'var(--ac) !important',
  },
  '.cm-completionDetail': { color: 'var(--tx2)', fontStyle: 'normal', marginLeft: '10px' },
  '.cm-completionInfo, .cm-hint': { padding: '6px 10px', fontSize: '12px', lineHeight: '17px' },
  '.cm-diagnostic': { fontSize: '12px', padding: '4px 10px', borderLeft: '4px solid var(--no)' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--no)', backgroundImage: 'none' },
});
const COLOURS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--ac)' },
    { tag: [tags.comment, tags.lineComment], color: 'var(--tx3)' },
    { tag: [tags.string, tags.content], color: 'var(--tx)' },
    { tag: tags.separator, color: 'var(--tx3)' },
  ]),
);

function diagnosticsOf(state: EditorState, faults: readonly PlanFault[]): Diagnostic[] {
  return faults.map((fault) => {
    const line = state.doc.line(Math.min(Math.max(1, fault.line ?? 1), state.doc.lines));
    const lead = line.text.length - line.text.trimStart().length;
    return {
      from: line.from + Math.min(lead, line.length),
      to: line.to,
      severity: 'error',
      message: fault.message,
    };
  });
}

/** A plan as YAML: completion and hints from the published schema, faults on their lines. Tab leaves it. */
export default function PlanEditor({ value, onChange, onRun, faults, schema, names }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useEffectEvent(onChange);
  const run = useEffectEvent(onRun);
  const complete = useEffectEvent((context: CompletionContext) => {
    const text = context.state.doc.toString();
    const word = context.matchBefore(/[\w"-]*/);
    if (!schema || (!context.explicit && (!word || word.from === word.to))) return null;
    const options = suggestionsAt(schema, names, text, context.pos);
    return {
      from: word?.from ?? context.pos,
      options: options.map((one) => ({
        label: one.label,
        detail: one.detail,
        info: one.info || undefined,
        apply: one.insert,
      })),
      validFor: /^[\w"-]*$/,
    };
  });
  const hint = useEffectEvent((text: string, offset: number) => {
    const key = keyAt(text, offset);
    const says = key && schema ? explain(schema, key.path) : '';
    return key && says ? { ...key, says } : null;
  });

  useEffect(() => {
    const extensions: Extension[] = [
      lineNumbers(),
      lintGutter(),
      history(),
      yaml(),
      COLOURS,
      LOOK,
      autocompletion({ override: [(context) => complete(context)], icons: false }),
      hoverTooltip((at, offset) => {
        const found = hint(at.state.doc.toString(), offset);
        if (!found) return null;
        return {
          pos: found.from,
          end: found.to,
          create: () => {
            const dom = document.createElement('div');
            dom.className = 'cm-hint';
            dom.textContent = found.says;
            return { dom };
          },
        };
      }),
      keymap.of([
        {
          key: 'Mod-Enter',
          stopPropagation: true,
          run: () => {
            run();
            return true;
          },
        },
        ...completionKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.contentAttributes.of({ 'aria-label': 'Composition plan (YAML)', spellcheck: 'false' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(update.state.doc.toString());
      }),
    ];
    const made = new EditorView({
      parent: host.current!,
      state: EditorState.create({ doc: value, extensions }),
    });
    view.current = made;
    return () => made.destroy();
    // The editor owns its text from here on; what comes from outside is put in below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    const now = view.current;
    if (now && now.state.doc.toString() !== value)
      now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const now = view.current;
    if (now) now.dispatch(setDiagnostics(now.state, diagnosticsOf(now.state, faults)));
  }, [faults]);

  return <div className="planeditor" ref={host} />;
}
