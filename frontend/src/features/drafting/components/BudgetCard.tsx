import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { count } from '../../../shared/lib/format';
import { Card } from '../../../shared/ui/page';
import { ErrorNote } from '../../../shared/ui/states';
import { useSteer, type DraftRunDetail } from '../api';
import { money } from '../words';

type Budget = Required<NonNullable<DraftRunDetail['budget']>>;

/** Spent, reserved for what is under way, and what is left, in money and in tokens. */
export function BudgetCard({
  slug,
  run,
  budget: given,
}: {
  slug: string;
  run: DraftRunDetail;
  budget: DraftRunDetail['budget'];
}) {
  const budget = given as Budget;
  const sum = (micros: number) => money(micros, budget.currency);
  const reached = run.state === 'paused' && run.pause_reason === 'budget';
  return (
    <Card span={7} title="Budget">
      <Bar
        name="Money"
        spent={budget.spent_micros}
        reserved={budget.reserved_micros}
        limit={budget.limit_micros}
        shown={sum}
      />
      <Bar
        name="Tokens"
        spent={budget.spent_tokens}
        reserved={budget.reserved_tokens}
        limit={budget.limit_tokens}
        shown={count}
      />
      {budget.estimated_micros > 0 && (
        <p className="f12 t2">
          {sum(budget.estimated_micros)} of it are estimates: the endpoint did not say what it charged.
        </p>
      )}
      {reached && <Raise slug={slug} run={run} budget={budget} />}
    </Card>
  );
}

interface BarProps {
  name: string;
  spent: number;
  reserved: number;
  limit: number | null;
  shown: (value: number) => string;
}

function Bar({ name, spent, reserved, limit, shown }: BarProps) {
  const part = (value: number) => (limit ? Math.min(100, (100 * value) / limit) : 0);
  return (
    <div className="budget">
      <span className="b f12">{name}</span>
      {limit === null ? (
        <span className="t2 f12">no limit</span>
      ) : (
        <div
          className="budgetbar"
          role="meter"
          aria-label={`${name} spent`}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(spent, limit)}
          aria-valuetext={`${shown(spent)} of ${shown(limit)}`}
        >
          <i className="spent" style={{ width: `${part(spent)}%` }} />
          <i className="reserved" style={{ width: `${part(reserved)}%` }} />
        </div>
      )}
      <span className="num f12">
        {shown(spent)}
        {limit !== null && <span className="t2"> of {shown(limit)}</span>}
        {reserved > 0 && <span className="t2">, {shown(reserved)} reserved</span>}
      </span>
    </div>
  );
}

/** The one action that goes on: limits that are twice as high, or what is typed. */
function Raise({ slug, run, budget }: { slug: string; run: DraftRunDetail; budget: Budget }) {
  const steer = useSteer(slug, run.id);
  const [sum, setSum] = useState(budget.limit_micros === null ? '' : String((2 * budget.limit_micros) / 1e6));
  const [tokens, setTokens] = useState(budget.limit_tokens === null ? '' : String(2 * budget.limit_tokens));
  const empty = sum.trim() === '' && tokens.trim() === '';
  return (
    <form
      className="raise"
      onSubmit={(e) => {
        e.preventDefault();
        steer.mutate({
          verb: 'resume',
          limits: {
            limit_money: sum.trim() === '' ? null : sum.trim(),
            limit_tokens: tokens.trim() === '' ? null : Number(tokens),
          },
        });
      }}
    >
      <TextInput
        size="xs"
        label={`Money, at most (${budget.currency})`}
        inputMode="decimal"
        value={sum}
        onChange={(e) => setSum(e.currentTarget.value)}
      />
      <TextInput
        size="xs"
        label="Tokens, at most"
        inputMode="numeric"
        value={tokens}
        onChange={(e) => setTokens(e.currentTarget.value)}
      />
      <Button type="submit" disabled={empty} loading={steer.isPending}>
        Raise and go on
      </Button>
      {steer.isError && <ErrorNote error={steer.error} />}
    </form>
  );
}
