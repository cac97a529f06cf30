import { Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/client';
import { OF_ME, useMe } from '../../shared/api/session';
import type { Me } from '../../shared/api/types';
import { words } from '../../shared/lib/format';
import { WARNINGS } from '../../shared/lib/warnings';
import { Card } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';

const readList = (preferences: Me['preferences'] | undefined): string[] => {
  const kept = preferences?.unwanted_content;
  return Array.isArray(kept) ? kept.map(String) : [];
};
const isKnown = (word: string) => (WARNINGS as readonly string[]).includes(word);

/** AC7: what somebody does not want to see is not served to them. Saved as it is ticked. */
export function UnwantedContent() {
  const me = useMe().data;
  const client = useQueryClient();
  const save = useMutation({
    scope: OF_ME,
    mutationFn: (list: string[]) => api.patch<Me>('/me', { preferences: { unwanted_content: list } }),
    onSuccess: (next) => {
      client.setQueryData(['me'], next);
      setTyped(null);
    },
  });
  // What is on its way is shown as if it had arrived.
  const chosen = save.isPending ? save.variables : readList(me?.preferences);
  const others = chosen.filter((word) => !isKnown(word)).join(', ');
  const [typed, setTyped] = useState<string | null>(null);
  const split = (text: string) => text.split(',').map((word) => word.trim());
  return (
    <Card title="Content I don't want to see" span={6}>
      <p className="t2 f13 unwanted-text">
        Videos and motions with these warnings are never given to you for review. Nobody is told, no reason is
        asked, and it does not show in any figure about you.
      </p>
      <Checkbox.Group
        value={chosen.filter(isKnown)}
        onChange={(known) => save.mutate([...known, ...chosen.filter((word) => !isKnown(word))])}
        aria-label="Content I don't want to see"
      >
        <div className="unwanted">
          {WARNINGS.map((warning) => (
            <Checkbox key={warning} value={warning} label={words(warning)} size="xs" />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label="Other words, with commas between them"
        description="As the warnings of your project are written."
        value={typed ?? others}
        maxLength={2000}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          if (typed !== null && typed !== others) save.mutate([...chosen.filter(isKnown), ...split(typed)]);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {save.isError && <ErrorNote error={save.error} />}
      <p className="f12 t3" role="status">
        {save.isSuccess ? 'Saved.' : ''}
      </p>
    </Card>
  );
}
