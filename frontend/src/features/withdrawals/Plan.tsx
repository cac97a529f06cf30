import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { labelOf, REASONS, usePlan, useWithdraw, type Reason, type Subject } from './api';
import { Counts } from './Counts';

const LEAST = 10;

/** What vanishes where; then the reason, the public sentence and the name typed out. */
export function Plan({
  slug,
  subject,
  onBack,
  onDone,
}: {
  slug: string;
  subject: Subject;
  onBack: () => void;
  onDone: (id: string) => void;
}) {
  const plan = usePlan(slug, subject);
  const withdraw = useWithdraw(slug);
  const [reason, setReason] = useState<Reason | null>(null);
  const [sentence, setSentence] = useState('');
  const [typed, setTyped] = useState('');
  const back = (
    <Button variant="default" onClick={onBack}>
      Choose something else
    </Button>
  );
  if (plan.isPending) return <Loading what="what would go" />;
  if (plan.isError)
    return (
      <div className="col gap12">
        <ErrorNote error={plan.error} retry={() => void plan.refetch()} />
        <div className="row">{back}</div>
      </div>
    );
  const { name, counts } = plan.data;
  const ready = reason !== null && sentence.trim().length >= LEAST && typed.trim() === name.trim();
  return (
    <div className="dgrid">
      <Card
        title={`${labelOf(subject.kind)} “${name}”: what vanishes`}
        aside="counted now; nothing has changed"
      >
        <Counts counts={counts} />
      </Card>
      <Card title="Withdraw it">
        <form
          className="col gap12"
          onSubmit={(e) => {
            e.preventDefault();
            if (!ready || reason === null) return;
            withdraw.mutate(
              { kind: subject.kind, subject_id: subject.id, typed_name: typed, reason, sentence },
              { onSuccess: (made) => onDone(made.id) },
            );
          }}
        >
          <p className="f13">
            From that moment on nobody is served any of it, by any address, and its bytes are deleted. Names
            are forgotten; kind, id, day, reason and sentence stay. <b>This cannot be undone.</b>
          </p>
          <Radio.Group
            label="Why"
            value={reason}
            onChange={(value) => setReason(value as Reason)}
            withAsterisk
          >
            <div className="row wrap reasons">
              {REASONS.map((one) => (
                <Radio key={one.id} value={one.id} label={one.label} />
              ))}
            </div>
          </Radio.Group>
          <Textarea
            label="Sentence"
            description="Everybody who asks for what is gone reads it. Say why, and name nobody."
            required
            autosize
            minRows={2}
            maxLength={300}
            value={sentence}
            onChange={(e) => setSentence(e.currentTarget.value)}
          />
          <TextInput
            label={`Type ${name} to withdraw it`}
            required
            autoComplete="off"
            value={typed}
            onChange={(e) => setTyped(e.currentTarget.value)}
          />
          {withdraw.isError && <ErrorNote error={withdraw.error} />}
          <div className="row wrap">
            <Button type="submit" color="no" disabled={!ready} loading={withdraw.isPending}>
              Withdraw for good
            </Button>
            {back}
          </div>
        </form>
      </Card>
    </div>
  );
}
