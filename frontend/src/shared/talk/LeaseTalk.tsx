import { useState } from 'react';
import { ErrorNote } from '../ui/states';
import { useThreads } from './api';
import { NewThread } from './NewThread';
import { Thread, type Seek } from './Thread';
import './talk.css';

/** What a reviewer asks the maintainers about the item of their own lease, and what they answered. */
export default function LeaseTalk({ slug, lease, onSeek }: { slug: string; lease: string; onSeek?: Seek }) {
  const [open, setOpen] = useState(false);
  const about = { lease };
  const threads = useThreads(slug, about);
  if (threads.isPending) return null;
  if (threads.isError) return <ErrorNote error={threads.error} retry={() => void threads.refetch()} />;
  return (
    <div className="talk">
      {threads.data.threads.map((thread) => (
        <Thread key={thread.id} slug={slug} thread={thread} onSeek={onSeek} />
      ))}
      <NewThread slug={slug} about={about} info={threads.data} open={open} onOpen={setOpen} />
    </div>
  );
}
