import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../../shared/api/session';
import { usePage } from '../../shared/ui/chrome';
import { Chip } from '../../shared/ui/chips';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { useEndpoints, type Profile } from './api';
import { ProfileDialog, type Draft } from './ProfileDialog';
import { Runs } from './Runs';
import { TryDialog } from './TryDialog';
import { MEDIA, money } from './words';
import './endpoints.css';

type Open = { what: 'edit'; profile: Profile | null } | { what: 'try'; profile: Profile } | null;

function Row({
  profile: p,
  open,
  act,
}: {
  profile: Profile;
  open: (what: Open) => void;
  act: (verb: 'retire' | 'revive') => void;
}) {
  const retired = p.state === 'retired';
  return (
    <tr>
      <td>
        <div className="b">{p.name}</div>
        <div className="f12 t2">
          {p.slug} · version {p.version}
          {p.for_all && ' · for all projects'}
        </div>
      </td>
      <td>
        <div className="mono">{p.model}</div>
        <div className="f12 t2 mono">{p.base_url}</div>
      </td>
      <td>{['Text', ...p.takes.map((t) => MEDIA[t] ?? t)].join(', ')}</td>
      <td className="r">
        {money(p.price_in, p.currency)}
        <div className="f12 t2">{money(p.price_out, p.currency)} out</div>
      </td>
      <td>
        {p.secret_name ? <span className="mono">{p.secret_name}</span> : <span className="t3">none</span>}
      </td>
      <td>{retired ? <Chip tone="none">Retired</Chip> : <Chip tone="ok">In use</Chip>}</td>
      <td>
        <div className="row end nowrap">
          {!retired && (
            <Button
              size="compact-xs"
              onClick={() => open({ what: 'try', profile: p })}
              aria-label={`Try it: ${p.slug}`}
            >
              Try it
            </Button>
          )}
          {p.can_change && !retired && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => open({ what: 'edit', profile: p })}
              aria-label={`Change: ${p.slug}`}
            >
              Change
            </Button>
          )}
          {p.can_change && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => act(retired ? 'revive' : 'retire')}
              aria-label={`${retired ? 'Use again' : 'Retire'}: ${p.slug}`}
            >
              {retired ? 'Use again' : 'Retire'}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

export default function EndpointsPage({ slug }: { slug: string }) {
  usePage({ title: 'Model endpoints', crumbs: [{ label: 'Model endpoints' }] });
  const { list, create, change, act } = useEndpoints(slug);
  const administrator = useMe().data?.is_administrator ?? false;
  const [open, setOpen] = useState<Open>(null);
  if (list.isPending) return <Loading what="the endpoints" />;
  if (list.isError)
    return (
      <div className="dash ep-stack">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      </div>
    );
  const { profiles, secrets } = list.data;
  const close = () => {
    setOpen(null);
    create.reset();
    change.reset();
  };
  const save = (draft: Draft) => {
    if (open?.what === 'edit' && open.profile)
      change.mutate({ ...draft, id: open.profile.id }, { onSuccess: close });
    else create.mutate(draft, { onSuccess: close });
  };
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ what: 'edit', profile: null })}>
      Add an endpoint
    </Button>
  );
  return (
    <div className="dash ep-stack">
      <PageHead
        title="Model endpoints"
        sub="Where calls to models go, what they may cost, and what was sent."
      >
        <Button variant="default" component={Link} href={`/p/${slug}/calls`}>
          All calls
        </Button>
        {profiles.length > 0 && add}
      </PageHead>
      {act.isError && <ErrorNote error={act.error} />}
      {profiles.length === 0 ? (
        <Empty title="No endpoint yet" action={add}>
          Any server that speaks the chat API of OpenAI can be one. Its key is a secret of the server that
          Affectory runs on, and is named here.
        </Empty>
      ) : (
        <Card flush>
          <div className="ep-scroll" tabIndex={0} role="region" aria-label="Endpoints">
            <table className="t">
              <thead>
                <tr>
                  <th>Endpoint</th>
                  <th>Model and address</th>
                  <th>Takes</th>
                  <th className="r">A million tokens</th>
                  <th>Key</th>
                  <th>State</th>
                  <th>
                    <span className="sr">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {profiles.map((p) => (
                  <Row key={p.id} profile={p} open={setOpen} act={(verb) => act.mutate({ id: p.id, verb })} />
                ))}
              </tbody>
            </table>
          </div>
        </Card>
      )}
      <Runs slug={slug} />
      {open?.what === 'edit' && (
        <ProfileDialog
          profile={open.profile}
          secrets={secrets}
          administrator={administrator}
          save={save}
          saving={create.isPending || change.isPending}
          error={create.error ?? change.error}
          onClose={close}
        />
      )}
      {open?.what === 'try' && <TryDialog slug={slug} profile={open.profile} onClose={close} />}
    </div>
  );
}
