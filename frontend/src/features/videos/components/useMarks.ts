import { useCallback, useEffect, useRef, useState } from 'react';
import { useMe } from '../../../shared/api/session';
import { useUrlState } from '../../../shared/lib/url';
import type { FrameTable, Span } from '../../../shared/video';
import { MarkJournal, marksText, readMarks } from '../model/keeping';
import { numbered, partsOf } from '../model/parts';

const ADDRESS_MS = 300;

/** The parts marked on a video: from the address, else from the journal of this browser, and kept in both. */
export function useMarks(video: string, table: FrameTable) {
  const person = useMe().data?.id ?? '';
  const [params, setParams] = useUrlState();
  const [journal] = useState(() => new MarkJournal(localStorage, person));
  const [parts, setParts] = useState<Span[]>(() =>
    partsOf(readMarks(params.get('marks') ?? journal.read(video), table)),
  );
  const [kept, setKept] = useState(true);
  const address = useRef(setParams);
  useEffect(() => {
    address.current = setParams;
  });
  const text = marksText(parts, table);
  useEffect(() => {
    const id = setTimeout(() => {
      const inAddress = new URLSearchParams(window.location.search).get('marks') ?? '';
      if (inAddress !== text) address.current({ marks: text || null });
    }, ADDRESS_MS);
    return () => clearTimeout(id);
  }, [text]);
  const change = useCallback(
    (next: readonly Span[]) => {
      const named = numbered(next);
      setKept(journal.write(video, marksText(named, table)));
      setParts(named);
    },
    [journal, video, table],
  );
  return { parts, change, kept };
}
