import { Button } from '@mantine/core';
import { IconCheck, IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { dateTime, plural } from '../lib/format';
import { Copy } from '../ui/page';
import { ErrorNote } from '../ui/states';
import {
  useDeleteComment,
  useEditComment,
  useReply,
  useResolve,
  type CommentInfo,
  type Mentionable,
  type ThreadInfo,
} from './api';
import { Composer } from './Composer';
import { called, CIRCLE_WORDS } from './people';
import { piecesOf } from './times';
import { useKept } from './useKept';
import './talk.css';

export type Seek = (seconds: number) => void;

/** Plain text with times that lead into the video. */
export function CommentText({ text, onSeek }: { text: string; onSeek?: Seek | undefined }) {
  return (
    <p className="prewrap">
      {piecesOf(text).map((piece) => {
        if (piece.kind === 'time' && onSeek)
          return (
            <button
              key={piece.at}
              type="button"
              className="linkish num timelink"
              onClick={() => onSeek(piece.seconds)}
            >
              {piece.text}
            </button>
          );
        return piece.kind === 'handle' ? (
          <b key={piece.at}>{piece.text}</b>
        ) : (
          <span key={piece.at}>{piece.text}</span>
        );
      })}
    </p>
  );
}

interface CommentProps {
  slug: string;
  comment: CommentInfo;
  mentionable: readonly Mentionable[];
  onSeek?: Seek | undefined;
}

function Comment({ slug, comment, mentionable, onSeek }: CommentProps) {
  const [editing, setEditing] = useState(false);
  const [sure, setSure] = useState(false);
  const edit = useEditComment(slug, comment.id);
  const remove = useDeleteComment(slug, comment.id);
  const kept = useKept(`edit.${comment.id}`, comment.text ?? '');
  if (comment.deleted)
    return (
      <li className="comment t3">
        {called(comment.by)} wrote something that was deleted. <Said at={comment.created_at} />
      </li>
    );
  const done = () => {
    kept.sent();
    setEditing(false);
  };
  return (
    <li className="comment">
      <div className="row wrap">
        <b>{called(comment.by)}</b>
        <Said at={comment.created_at} />
        {comment.edited_at && <span className="f12 t3">mended {dateTime(comment.edited_at)}</span>}
        <span className="end row">
          {comment.can_edit && !editing && (
            <button type="button" className="linkish" onClick={() => setEditing(true)}>
              Mend
            </button>
          )}
          {comment.can_delete && !editing && (
            <button
              type="button"
              className="linkish"
              onClick={() => (sure ? remove.mutate(undefined) : setSure(true))}
              onBlur={() => setSure(false)}
            >
              {sure ? 'Delete for all?' : 'Delete'}
            </button>
          )}
        </span>
      </div>
      {editing ? (
        <Composer
          label="Mend your comment"
          text={kept.text}
          onChange={kept.set}
          onSend={() => edit.mutate(kept.text, { onSuccess: done })}
          onCancel={done}
          action="Save"
          busy={edit.isPending}
          error={edit.error}
          mentionable={mentionable}
        />
      ) : (
        <CommentText text={comment.text ?? ''} onSeek={onSeek} />
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
      {comment.versions.length > 0 && !editing && (
        <details className="f12">
          <summary>{plural(comment.versions.length, 'earlier text')}</summary>
          {comment.versions.map((version) => (
            <p key={version.replaced_at} className="prewrap t2">
              {version.text} <span className="t3">until {dateTime(version.replaced_at)}</span>
            </p>
          ))}
        </details>
      )}
    </li>
  );
}

const Said = ({ at }: { at: string }) => (
  <time className="f12 t3 num" dateTime={at}>
    {dateTime(at)}
  </time>
);

interface Props {
  slug: string;
  thread: ThreadInfo;
  onSeek?: Seek | undefined;
  /** Settled threads are folded in a list, and open on a page of their own. */
  unfolded?: boolean;
}

export function Thread({ slug, thread, onSeek, unfolded = false }: Props) {
  const [open, setOpen] = useState(unfolded || thread.resolved_at === null);
  const reply = useReply(slug, thread.id);
  const resolve = useResolve(slug, thread.id);
  const kept = useKept(`reply.${thread.id}`);
  const settled = thread.resolved_at !== null;
  return (
    <section className={settled ? 'thread settled' : 'thread'} id={`thread-${thread.id}`} aria-label="Thread">
      <div className="row wrap">
        <span className={settled ? 'chip ok' : 'chip'}>
          {settled ? <IconCheck size={13} aria-hidden /> : <IconMessage size={13} aria-hidden />}
          {settled ? 'Settled' : CIRCLE_WORDS[thread.circle]}
        </span>
        {settled && <span className="f12 t2">{CIRCLE_WORDS[thread.circle]}</span>}
        {thread.revision !== null && <span className="f12 t2">about revision {thread.revision}</span>}
        <span className="end row">
          <Copy
            value={`${location.origin}/p/${slug}/threads/${thread.id}`}
            label="Copy the thread's address"
          />
          {settled && (
            <button type="button" className="linkish" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Fold' : plural(thread.comments.length, 'comment')}
            </button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            loading={resolve.isPending}
            onClick={() => resolve.mutate(!settled)}
          >
            {settled ? 'Open again' : 'Settle'}
          </Button>
        </span>
      </div>
      {resolve.isError && <ErrorNote error={resolve.error} />}
      {open && (
        <>
          <ol className="comments">
            {thread.comments.map((comment) => (
              <Comment
                key={comment.id}
                slug={slug}
                comment={comment}
                mentionable={thread.mentionable}
                onSeek={onSeek}
              />
            ))}
          </ol>
          <Composer
            label="Reply"
            text={kept.text}
            onChange={kept.set}
            onSend={() => reply.mutate(kept.text, { onSuccess: kept.sent })}
            action="Reply"
            busy={reply.isPending}
            error={reply.error}
            mentionable={thread.mentionable}
          />
        </>
      )}
    </section>
  );
}
