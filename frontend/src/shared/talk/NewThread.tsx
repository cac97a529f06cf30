import { Button, NativeSelect } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useOpenThread, type About, type Circle, type ThreadsInfo } from './api';
import { Composer } from './Composer';
import { CIRCLE_WORDS, READERS } from './people';
import { useKept } from './useKept';
import './talk.css';

interface Props {
  slug: string;
  about: About;
  info: ThreadsInfo;
  /** The revisions that there are to talk about. */
  revisions?: number;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Begin a thread: with whom, about which revision, and the first comment. Says who will read it. */
export function NewThread({ slug, about, info, revisions = 0, open, onOpen }: Props) {
  const [circle, setCircle] = useState<Circle>(info.may_open.at(-1) ?? 'author');
  const [revision, setRevision] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const begin = useOpenThread(slug, about);
  const kept = useKept(`new.${'item' in about ? about.item : about.lease}`);
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  if (info.may_open.length === 0) return null;
  const chosen = info.may_open.includes(circle) ? circle : info.may_open[0]!;
  if (!open)
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconMessagePlus size={15} />}
        onClick={() => onOpen(true)}
      >
        {chosen === 'reviewer' ? 'Ask the maintainers' : 'Start a thread'}
      </Button>
    );
  return (
    <section className="thread" aria-label="New thread">
      <div className="row wrap">
        {info.may_open.length > 1 && (
          <NativeSelect
            size="xs"
            label="With"
            value={chosen}
            onChange={(e) => setCircle(e.currentTarget.value as Circle)}
            data={info.may_open.map((value) => ({ value, label: CIRCLE_WORDS[value] }))}
          />
        )}
        {revisions > 0 && (
          <NativeSelect
            size="xs"
            label="About"
            value={revision}
            onChange={(e) => setRevision(e.currentTarget.value)}
            data={[
              { value: '', label: 'The item' },
              ...Array.from({ length: revisions }, (_, i) => ({
                value: String(i + 1),
                label: `Revision ${i + 1}`,
              })),
            ]}
          />
        )}
      </div>
      <Composer
        field={field}
        label="What do you want to say?"
        text={kept.text}
        onChange={kept.set}
        onSend={() =>
          begin.mutate(
            { circle: chosen, text: kept.text, revision: revision === '' ? null : Number(revision) },
            {
              onSuccess: () => {
                kept.sent();
                onOpen(false);
              },
            },
          )
        }
        onCancel={() => onOpen(false)}
        action="Send"
        busy={begin.isPending}
        error={begin.error}
        mentionable={info.mentionable[chosen] ?? []}
      >
        <p className="f12 t2">{READERS[chosen]}</p>
      </Composer>
    </section>
  );
}
