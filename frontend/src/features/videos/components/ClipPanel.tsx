import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconBraces,
  IconCut,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { K, usePageKeys } from '../../../shared/keys';
import { plural } from '../../../shared/lib/format';
import { ErrorNote } from '../../../shared/ui/states';
import { TimeField, timecode, type Desk, type Span } from '../../../shared/video';
import { useMakeClip } from '../api/hooks';
import { frameCount, lengthOf, moved, overlap, segmentsOf } from '../model/parts';

interface PartProps {
  desk: Desk;
  part: Span;
  first: boolean;
  last: boolean;
}

function Part({ desk, part, first, last }: PartProps) {
  const { editor, video } = desk;
  const { table } = video;
  const selected = editor.span?.id === part.id;
  const edge = (side: 'start' | 'end', frame: number) => (
    <TimeField
      table={table}
      label={`${part.name}, ${side}`}
      value={table.timeText(frame)}
      frame={frame}
      boundary
      width={92}
      onFrame={(to) => editor.move(`${side}:${part.id}`, to)}
    />
  );
  const play = () => {
    editor.select(`start:${part.id}`);
    video.clock.playPart(part);
  };
  return (
    <li className={selected ? 'part on' : 'part'}>
      <button
        type="button"
        className="partname"
        aria-pressed={selected}
        onClick={() => {
          editor.select(selected ? null : `start:${part.id}`);
          if (!selected) desk.seekTo(table.seconds(part.first));
        }}
      >
        <b>{part.name}</b>
        <span className="t3 num f12">{plural(part.end - part.first, 'frame')}</span>
      </button>
      <span className="row parttimes">
        {edge('start', part.first)}
        <span className="t3">to</span>
        {edge('end', part.end)}
      </span>
      <span className="row partacts">
        <Tooltip label="Play this part">
          <ActionIcon size={24} aria-label={`Play ${part.name}`} onClick={play}>
            <IconPlayerPlay size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Earlier in the clip">
          <ActionIcon
            size={24}
            aria-label={`${part.name} earlier in the clip`}
            disabled={first}
            onClick={() => editor.change(moved(editor.spans, part.id, -1))}
          >
            <IconArrowUp size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Later in the clip">
          <ActionIcon
            size={24}
            aria-label={`${part.name} later in the clip`}
            disabled={last}
            onClick={() => editor.change(moved(editor.spans, part.id, 1))}
          >
            <IconArrowDown size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Remove">
          <ActionIcon
            size={24}
            aria-label={`Remove ${part.name}`}
            onClick={() => editor.change(editor.spans.filter((span) => span.id !== part.id))}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Tooltip>
      </span>
    </li>
  );
}

interface Props {
  slug: string;
  id: string;
  desk: Desk;
  kept: boolean;
  onAdd: () => void;
}

/** The parts of the clip in their order, what they add up to, and the making of it. */
export function ClipPanel({ slug, id, desk, kept, onAdd }: Props) {
  const { editor, video } = desk;
  const { table } = video;
  const parts = editor.spans;
  const make = useMakeClip(slug, id);
  const [title, setTitle] = useState('');
  const [copied, setCopied] = useState('');
  const twice = overlap(parts);
  const cut = () =>
    make.mutate(
      { segments: segmentsOf(parts, table), title: title.trim() },
      { onSuccess: () => setTitle('') },
    );
  usePageKeys({ submit: cut }, parts.length > 0 && !make.isPending);
  const copy = async () => {
    const text = JSON.stringify(segmentsOf(parts, table));
    try {
      await navigator.clipboard.writeText(text);
      setCopied('Copied');
    } catch {
      setCopied('The browser did not allow copying');
    }
    setTimeout(() => setCopied(''), 2500);
  };
  return (
    <div className="clippanel">
      {parts.length === 0 ? (
        <div className="empty slim">
          <h2>No part is marked</h2>
          <p className="t2">
            <K id="edge.in" /> begins a part with the frame you see, <K id="edge.out" /> ends it with the
            frame you see. Several parts are joined in the order of this list.
          </p>
        </div>
      ) : (
        <ol className="parts">
          {parts.map((part, at) => (
            <Part key={part.id} desk={desk} part={part} first={at === 0} last={at === parts.length - 1} />
          ))}
        </ol>
      )}
      <div className="row wrap">
        <Button variant="default" leftSection={<IconPlus size={15} />} onClick={onAdd}>
          Add a part here
        </Button>
        {parts.length > 0 && (
          <Button variant="default" leftSection={<IconBraces size={15} />} onClick={() => void copy()}>
            Copy as segments
          </Button>
        )}
        <span className="f12 t2" role="status">
          {copied}
        </span>
      </div>
      {twice && (
        <p className="f12 t2">
          {twice[0].name} and {twice[1].name} overlap: those frames come twice.
        </p>
      )}
      {!kept && (
        <p className="note warn f12">
          This browser keeps nothing, so the marks stand only in the address of this page.
        </p>
      )}
      {parts.length > 0 && (
        <div className="clipdo">
          <p className="f13 num" data-testid="clip-sum">
            <b>{plural(frameCount(parts), 'frame')}</b>, {timecode(lengthOf(parts, table))}
          </p>
          <TextInput
            aria-label="Title of the clip"
            placeholder="Title (optional)"
            value={title}
            maxLength={200}
            onChange={(e) => setTitle(e.currentTarget.value)}
          />
          <Button
            leftSection={<IconCut size={15} />}
            rightSection={<K id="submit" fill />}
            loading={make.isPending}
            onClick={cut}
          >
            Make clip
          </Button>
        </div>
      )}
      {make.isError && <ErrorNote error={make.error} safe="Your marks are kept." />}
      {parts.length > 0 && (
        <p className="f12 t3 row wrap clipkeys">
          <K id="edge.in" /> in <K id="edge.out" /> out <K id="edge.back" /> <K id="edge.forward" /> edge by a
          frame <K id="span.play" /> play <K id="edit.undo" /> undo
        </p>
      )}
    </div>
  );
}
