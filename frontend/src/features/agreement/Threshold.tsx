import { Button, NumberInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alphaText, type Report } from '../../shared/agreement/model';
import { api } from '../../shared/api/client';
import { ErrorNote } from '../../shared/ui/states';
import type { Scope } from './scope';

/** Off until somebody wants it; below it the page says so and nothing else happens. */
export function Threshold({ slug, scope, report }: { slug: string; scope: Scope; report: Report }) {
  const [asking, setAsking] = useState(false);
  const [value, setValue] = useState<string | number>(0.4);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (alpha: number | null) =>
      api.put(`/projects/${slug}/agreement/threshold`, {
        kind: scope.kind,
        granularity: scope.granularity,
        alpha,
      }),
    onSuccess: () => {
      setAsking(false);
      return client.invalidateQueries({ queryKey: ['agreement', slug] });
    },
  });
  const set = report.threshold;
  return (
    <div className="row wrap f12 t2 threshold">
      {change.isError && <ErrorNote error={change.error} />}
      {asking ? (
        <form
          className="row"
          onSubmit={(e) => {
            e.preventDefault();
            if (typeof value === 'number') change.mutate(value);
          }}
        >
          <NumberInput
            aria-label="Say so where α is below"
            value={value}
            onChange={setValue}
            min={-1}
            max={1}
            step={0.05}
            decimalScale={3}
            w={96}
            data-autofocus
          />
          <Button type="submit" variant="default" loading={change.isPending} disabled={value === ''}>
            Say so below this
          </Button>
          <Button variant="subtle" onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </form>
      ) : set ? (
        <>
          <span>This page says so where α is below {alphaText({ value: set.alpha })}.</span>
          <Button variant="subtle" size="compact-xs" onClick={() => change.mutate(null)}>
            Turn off
          </Button>
        </>
      ) : (
        <>
          <span>No threshold is set: a number alone does not say whether people agree well.</span>
          <Button variant="subtle" size="compact-xs" onClick={() => setAsking(true)}>
            Set one
          </Button>
        </>
      )}
    </div>
  );
}
