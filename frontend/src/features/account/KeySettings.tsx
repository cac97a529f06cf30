import { Button, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  BINDINGS,
  K,
  LAYER_TITLES,
  PAGE_LAYERS,
  clashesWith,
  useKeyPreferences,
  writeKeyPreferences,
  type Binding,
  type BindingId,
  type KeyLayer,
} from '../../shared/keys';
import { Card } from '../../shared/ui/page';

/** Waits for the next key and binds it, unless another key of the same pages has it. */
function useCapture(id: BindingId | null, done: (code: string | null) => void) {
  useEffect(() => {
    if (!id) return;
    const onKey = (e: KeyboardEvent) => {
      if (['ShiftLeft', 'ShiftRight', 'ControlLeft', 'ControlRight', 'AltLeft', 'MetaLeft'].includes(e.code))
        return;
      e.preventDefault();
      e.stopPropagation();
      done(e.code === 'Escape' || e.code === 'Tab' ? null : e.code);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [id, done]);
}

export function KeySettings() {
  const preferences = useKeyPreferences();
  const [waiting, setWaiting] = useState<BindingId | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useCapture(waiting, (code) => {
    if (waiting && code) {
      const other = clashesWith(waiting, code, preferences.codes, Object.values(PAGE_LAYERS));
      if (other) setProblem(`That key is taken by “${other.label}”. Nothing was changed.`);
      else {
        setProblem(null);
        writeKeyPreferences({ ...preferences, codes: { ...preferences.codes, [waiting]: code } });
      }
    }
    setWaiting(null);
  });
  const reset = (id: BindingId) => {
    const { [id]: _, ...rest } = preferences.codes;
    writeKeyPreferences({ ...preferences, codes: rest });
  };
  return (
    <Card
      title="Keys"
      span={12}
      aside={
        Object.keys(preferences.codes).length > 0 && (
          <Button variant="default" onClick={() => writeKeyPreferences({ ...preferences, codes: {} })}>
            All back to the original
          </Button>
        )
      }
    >
      <div className="formrow">
        <span>Single-key shortcuts</span>
        <Switch
          checked={preferences.mode === 'on'}
          onChange={(e) =>
            writeKeyPreferences({ ...preferences, mode: e.currentTarget.checked ? 'on' : 'off' })
          }
          aria-label="Single-key shortcuts"
        />
      </div>
      <p className="t3 f12">
        Off: letters do nothing outside text fields; Ctrl K and every button still work.
      </p>
      {problem && (
        <p className="note warn" role="alert">
          {problem}
        </p>
      )}
      <div className="keysheet wide">
        {(Object.keys(LAYER_TITLES) as KeyLayer[]).map((layer) => (
          <section key={layer}>
            <h3>{LAYER_TITLES[layer]}</h3>
            {BINDINGS.filter((b: Binding) => b.layer === layer && !b.mod && b.id !== 'help').map((b) => (
              <div key={b.id} className="keyrow">
                <span>{b.label}</span>
                <span className="row">
                  {preferences.codes[b.id] && (
                    <button
                      type="button"
                      className="linkish f12"
                      onClick={() => reset(b.id)}
                      aria-label={`${b.label}: original key`}
                    >
                      original
                    </button>
                  )}
                  <button
                    type="button"
                    className="keybutton"
                    onClick={() => {
                      setProblem(null);
                      setWaiting(b.id);
                    }}
                  >
                    <span className="sr">Change the key of: {b.label}</span>
                    {waiting === b.id ? <i className="f12">press a key</i> : <K id={b.id} />}
                  </button>
                </span>
              </div>
            ))}
          </section>
        ))}
      </div>
    </Card>
  );
}
