import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Card } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { KINDS, useSubjects, type Kind, type Subject } from './api';

/** Kind and name of what is to go. */
export function Choose({
  slug,
  kind,
  begun,
  onKind,
  onChoose,
}: {
  slug: string;
  kind: Kind;
  begun: string;
  onKind: (kind: Kind) => void;
  onChoose: (subject: Subject) => void;
}) {
  const [typed, setTyped] = useState(begun);
  const [search] = useDebouncedValue(typed.trim(), 200);
  const found = useSubjects(slug, kind, search);
  const about = KINDS.find((one) => one.id === kind);
  return (
    <Card title="What is to be withdrawn">
      <div className="col gap12">
        <SegmentedControl
          aria-label="Kind"
          value={kind}
          onChange={(value) => onKind(value as Kind)}
          data={KINDS.map((one) => ({ value: one.id, label: one.label }))}
        />
        <p className="f13 t2">
          {about?.label}: {about?.hint}. Choosing changes nothing yet.
        </p>
        <TextInput
          label="Name"
          placeholder="Type a part of it"
          value={typed}
          onChange={(e) => setTyped(e.currentTarget.value)}
          data-autofocus
        />
        {found.isPending && <Loading what="what there is" rows={3} />}
        {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
        {found.data?.length === 0 && (
          <p className="f13 t2">
            {search ? `Nothing here is called “${search}”.` : 'There is nothing of this kind.'}
          </p>
        )}
        {found.data && found.data.length > 0 && (
          <ul className="choices" aria-label="Found">
            {found.data.map((one) => (
              <li key={one.id}>
                <button type="button" className="choice" onClick={() => onChoose({ kind, id: one.id })}>
                  <span>{one.name}</span>
                  {one.detail && <span className="t2 f12 short">{one.detail}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
