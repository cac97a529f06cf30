import { Button, Textarea } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useRef, type ReactNode, type Ref } from 'react';
import { ErrorNote } from '../ui/states';
import type { Mentionable } from './api';
import { meant } from './people';

interface Props {
  label: string;
  text: string;
  onChange: (text: string) => void;
  onSend: () => void;
  onCancel?: () => void;
  action: string;
  busy: boolean;
  error: unknown;
  mentionable: readonly Mentionable[];
  /** Who reads it, and what else there is to say beside the field. */
  children?: ReactNode;
  field?: Ref<HTMLTextAreaElement>;
}

/** A field for a comment. `Ctrl Enter` sends; the people that can be meant stand below it. */
export function Composer(props: Props) {
  const { text, onChange, onSend, onCancel, mentionable } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const ref = useMergedRef(own, props.field);
  const put = (handle: string) => {
    const gap = text === '' || /\s$/.test(text) ? '' : ' ';
    onChange(`${text}${gap}@${handle} `);
    own.current?.focus();
  };
  const send = () => {
    if (text.trim() !== '' && !props.busy) onSend();
  };
  return (
    <div className="composer">
      <Textarea
        ref={ref}
        label={props.label}
        value={text}
        onChange={(e) => onChange(e.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={12}
        onKeyDown={(e) => {
          if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
            e.preventDefault();
            e.stopPropagation();
            send();
          } else if (e.key === 'Escape') {
            e.stopPropagation();
            if (onCancel) onCancel();
            else e.currentTarget.blur();
          }
        }}
      />
      {mentionable.length > 0 && (
        <div className="row wrap mentions" role="group" aria-label="Mention somebody">
          {mentionable.map((one) => (
            <button key={one.handle} type="button" className="linkish" onClick={() => put(one.handle)}>
              {meant(one)}
            </button>
          ))}
        </div>
      )}
      {props.children}
      {props.error !== null && props.error !== undefined && (
        <ErrorNote error={props.error} safe="Your text is kept." />
      )}
      <div className="row">
        <span className="f12 t3">A time like 12:04.3 becomes a link into the video.</span>
        {onCancel && (
          <Button className="end" variant="default" size="xs" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          className={onCancel ? undefined : 'end'}
          size="xs"
          loading={props.busy}
          disabled={text.trim() === ''}
          onClick={send}
          title="Ctrl Enter"
        >
          {props.action}
        </Button>
      </div>
    </div>
  );
}
