import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../../shared/ui/states';

/** To whom: asked in place, and nothing moves before it is said. */
export function HandOver({
  says,
  action,
  people,
  busy,
  error,
  onGive,
  onClose,
}: {
  says: string;
  action: string;
  people: readonly string[];
  busy: boolean;
  error: unknown;
  onGive: (person: string) => void;
  onClose: () => void;
}) {
  const [person, setPerson] = useState('');
  return (
    <div className="note warn sure" role="alertdialog" aria-label={action}>
      <div className="grow">
        <p>
          {people.length > 0
            ? says
            : 'Nobody else writes items in this project. Give somebody the role first.'}
        </p>
        {error !== null && <ErrorNote error={error} />}
      </div>
      {people.length > 0 && (
        <>
          <NativeSelect
            size="xs"
            aria-label="Hand over to"
            value={person}
            onChange={(e) => setPerson(e.currentTarget.value)}
            data={[
              { value: '', label: 'Choose a person' },
              ...people.map((one) => ({ value: one, label: one })),
            ]}
          />
          <Button size="compact-sm" disabled={person === ''} loading={busy} onClick={() => onGive(person)}>
            {action}
          </Button>
        </>
      )}
      <Button size="compact-sm" variant="default" onClick={onClose}>
        Leave it
      </Button>
    </div>
  );
}
