import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useRows } from '../../shared/api/list';
import { dateTime } from '../../shared/lib/format';
import { Card } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { RequestState } from './RequestState';
import { useDecision, type AccessRequest } from './api';

type Verb = 'approve' | 'refuse' | 'revoke';
const WORDS: Record<Verb, { title: string; button: string; note: string }> = {
  approve: { title: 'Approve', button: 'Approve', note: 'A word to them, if you like' },
  refuse: { title: 'Refuse', button: 'Refuse', note: 'Why; they can read it' },
  revoke: { title: 'Revoke access', button: 'Revoke', note: 'Why; they can read it' },
};

function Decide({
  slug,
  request,
  verb,
  onClose,
}: {
  slug: string;
  request: AccessRequest;
  verb: Verb;
  onClose: () => void;
}) {
  const decide = useDecision(slug);
  const [note, setNote] = useState('');
  const words = WORDS[verb];
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${words.title}: ${request.person}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className="col gap12"
        onSubmit={(e) => {
          e.preventDefault();
          decide.mutate({ id: request.id, decision: verb, note }, { onSuccess: onClose });
        }}
      >
        {verb === 'revoke' && (
          <p className="f13">
            They lose access at once. What they have downloaded, they keep; the terms ask them to delete what
            is withdrawn.
          </p>
        )}
        <Textarea
          label={words.note}
          value={note}
          onChange={(e) => setNote(e.currentTarget.value)}
          autosize
          minRows={2}
          data-autofocus
        />
        {decide.isError && <ErrorNote error={decide.error} />}
        <Button type="submit" color={verb === 'approve' ? undefined : 'no'} loading={decide.isPending}>
          {words.button}
        </Button>
      </form>
    </Modal>
  );
}

/** Requests, those that wait first: who, from where, what for, under which terms. */
export function RequestsTab({ slug }: { slug: string }) {
  const list = useRows<AccessRequest>(`/projects/${slug}/access/requests`, {});
  const [deciding, setDeciding] = useState<{ request: AccessRequest; verb: Verb } | null>(null);
  if (list.isPending) return <Loading what="the requests" />;
  if (list.isError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.rows.length === 0)
    return (
      <Empty title="Nobody has asked yet">
        Requests appear here when the project is open on request. The page to ask at is /open/{slug}.
      </Empty>
    );
  const rows = [
    ...list.rows.filter((r) => r.state === 'requested'),
    ...list.rows.filter((r) => r.state !== 'requested'),
  ];
  return (
    <Card flush>
      <div className="scrollx">
        <table className="t requests">
          <thead>
            <tr>
              <th>Person</th>
              <th>State</th>
              <th>Affiliation</th>
              <th>What for</th>
              <th className="r">Terms</th>
              <th>Asked</th>
              <th>Decided</th>
              <th>
                <span className="sr">Decide</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => (
              <tr key={r.id}>
                <td className="b nowrap">{r.person}</td>
                <td>
                  <RequestState state={r.state} />
                </td>
                <td>{r.affiliation}</td>
                <td className="purpose">
                  {r.purpose}
                  {r.note && <span className="t2 block">Note: {r.note}</span>}
                </td>
                <td className="r">{r.terms}</td>
                <td className="nowrap">{dateTime(r.created_at)}</td>
                <td className="nowrap">
                  {r.decided_at ? `${dateTime(r.decided_at)}, ${r.decided_by}` : '–'}
                </td>
                <td>
                  <div className="row">
                    {r.state === 'requested' && (
                      <>
                        <Button size="xs" onClick={() => setDeciding({ request: r, verb: 'approve' })}>
                          Approve
                        </Button>
                        <Button
                          size="xs"
                          variant="default"
                          onClick={() => setDeciding({ request: r, verb: 'refuse' })}
                        >
                          Refuse
                        </Button>
                      </>
                    )}
                    {r.state === 'approved' && (
                      <Button
                        size="xs"
                        variant="default"
                        onClick={() => setDeciding({ request: r, verb: 'revoke' })}
                      >
                        Revoke
                      </Button>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && (
        <button type="button" className="linkish loadmore" onClick={() => void list.fetchNextPage()}>
          Load more requests
        </button>
      )}
      {deciding && <Decide slug={slug} {...deciding} onClose={() => setDeciding(null)} />}
    </Card>
  );
}
