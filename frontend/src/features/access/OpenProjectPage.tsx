import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { rowsOf } from '../../shared/api/list';
import type { Release } from '../../shared/api/generated';
import type { Page } from '../../shared/api/types';
import { bytes, count, dateTime } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { RequestState } from './RequestState';
import { useOpenProject, type OpenProjectDetail } from './api';
import './access.css';

function Versions({ slug }: { slug: string }) {
  const list = useQuery({
    queryKey: ['releases', slug],
    queryFn: () => api.get<Page<Release> | Release[]>(`/projects/${slug}/releases`),
  });
  if (list.isPending) return <Loading what="the releases" rows={2} />;
  if (list.isError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  const rows = rowsOf(list.data).filter((r) => r.published_at);
  if (rows.length === 0)
    return <Empty title="Nothing is published yet">Versions appear here as they are.</Empty>;
  return (
    <Card title="Releases" flush>
      <table className="t">
        <thead>
          <tr>
            <th>Version</th>
            <th className="r">Rows</th>
            <th className="r">Size</th>
            <th>Published</th>
            <th>Notes</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.version}>
              <td>
                {r.withdrawn_reason ? (
                  <span className="b">v{r.version}</span>
                ) : (
                  <Link className="b" href={`/p/${slug}/releases/${r.version}`}>
                    v{r.version}
                  </Link>
                )}
              </td>
              <td className="r">{count(r.row_count)}</td>
              <td className="r">{bytes(r.total_bytes)}</td>
              <td>{dateTime(r.published_at)}</td>
              <td className="t2">{r.withdrawn_reason ? `Withdrawn: ${r.withdrawn_reason}` : r.notes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function AskForm({
  project,
  ask,
}: {
  project: OpenProjectDetail;
  ask: ReturnType<typeof useOpenProject>['ask'];
}) {
  const [form, setForm] = useState({ affiliation: '', purpose: '' });
  const [accepted, setAccepted] = useState(false);
  const terms = project.terms;
  if (!terms) return null;
  return (
    <div className="dgrid">
      <Card title={`Terms, version ${terms.number}`} span={7}>
        <pre className="terms" tabIndex={0} aria-label="Terms">
          {terms.whole}
        </pre>
      </Card>
      <Card title="Ask for access" span={5}>
        <form
          className="col gap12"
          onSubmit={(e) => {
            e.preventDefault();
            ask.mutate({ terms: terms.number, ...form });
          }}
        >
          <TextInput
            label="Where you work or study"
            required
            value={form.affiliation}
            onChange={(e) => setForm({ ...form, affiliation: e.currentTarget.value })}
          />
          <Textarea
            label="What you want the data for"
            description="A sentence or two. The maintainers of the project read it."
            required
            autosize
            minRows={4}
            value={form.purpose}
            onChange={(e) => setForm({ ...form, purpose: e.currentTarget.value })}
          />
          <Checkbox
            label={`I have read the terms (version ${terms.number}) and accept them.`}
            checked={accepted}
            onChange={(e) => setAccepted(e.currentTarget.checked)}
          />
          {ask.isError && <ErrorNote error={ask.error} />}
          <Button type="submit" disabled={!accepted} loading={ask.isPending}>
            Send the request
          </Button>
        </form>
      </Card>
    </div>
  );
}

function MyRequest({
  project,
  takeBack,
}: {
  project: OpenProjectDetail;
  takeBack: ReturnType<typeof useOpenProject>['takeBack'];
}) {
  const r = project.request;
  const [sure, setSure] = useState(false);
  if (!r) return null;
  const open = r.state === 'requested' || r.state === 'approved';
  return (
    <Card title="Your request" aside={<RequestState state={r.state} />}>
      <p className="f13">
        {r.state === 'requested'
          ? `Sent ${dateTime(r.created_at)}. The maintainers decide; this page shows it.`
          : r.state === 'taken_back'
            ? 'You took it back.'
            : `${r.decided_by} decided ${dateTime(r.decided_at)}.`}{' '}
        You accepted version {r.terms} of the terms.
      </p>
      {r.note && <p className="f13">Note: {r.note}</p>}
      {takeBack.isError && <ErrorNote error={takeBack.error} />}
      {open && (
        <div className="row wrap" style={{ marginTop: 10 }}>
          <Button
            variant="default"
            loading={takeBack.isPending}
            onClick={() => (sure || r.state === 'requested' ? takeBack.mutate() : setSure(true))}
          >
            {r.state === 'requested' ? 'Take it back' : sure ? 'Yes, give it up' : 'Give up access'}
          </Button>
          {sure && <span className="f12 t2">You would have to ask again.</span>}
        </div>
      )}
    </Card>
  );
}

export default function OpenProjectPage({ slug }: { slug: string }) {
  const { project, ask, takeBack } = useOpenProject(slug);
  const name = project.data?.name ?? slug;
  usePage({ title: name, crumbs: [{ label: 'Data', to: '/open' }, { label: name }] });
  if (project.isPending) return <Loading what="the project" />;
  if (project.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={project.error} retry={() => void project.refetch()} />
      </div>
    );
  const p = project.data;
  const asks = p.mode === 'gated' && !p.may_read && p.request?.state !== 'requested';
  return (
    <div className="dash access">
      <PageHead title={p.name} sub={p.description || undefined}>
        {p.is_synthetic && <span className="chip warn">synthetic data</span>}
        {p.may_read ? (
          <span className="chip ok">You may read it</span>
        ) : (
          <span className="chip line">On request</span>
        )}
      </PageHead>
      <div className="col gap12">
        <MyRequest project={p} takeBack={takeBack} />
        {asks && <AskForm project={p} ask={ask} />}
        {p.may_read && <Versions slug={slug} />}
      </div>
    </div>
  );
}
