import { Button, Radio, Tabs, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useUrlState } from '../../shared/lib/url';
import { bytes, dateTime } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, Copy, Facts, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { MODES, useAccess, type Access, type Mode } from './api';
import { DownloadsTab } from './DownloadsTab';
import { RequestsTab } from './RequestsTab';
import './access.css';

type Change = ReturnType<typeof useAccess>['change'];

function ModeForm({ access, change }: { access: Access; change: Change }) {
  const [mode, setMode] = useState<Mode>(access.mode);
  return (
    <Card title="Who may read published releases" span={7}>
      <form
        className="col gap12"
        onSubmit={(e) => {
          e.preventDefault();
          change.mutate({ mode });
        }}
      >
        <Radio.Group value={mode} onChange={(value) => setMode(value as Mode)} aria-label="Who may read">
          <div className="col gap12">
            {MODES.map((m) => (
              <Radio key={m.id} value={m.id} label={m.label} description={m.hint} />
            ))}
          </div>
        </Radio.Group>
        {change.isError && change.variables.mode && <ErrorNote error={change.error} />}
        <div className="row wrap">
          <Button type="submit" disabled={mode === access.mode} loading={change.isPending}>
            Save
          </Button>
          {mode !== access.mode && mode === 'public' && (
            <span className="f12 t2">Everything that is published can then be read by anybody at once.</span>
          )}
          {mode !== access.mode && mode === 'members' && (
            <span className="f12 t2">
              People outside the project lose access at once. Copies they have, they keep.
            </span>
          )}
        </div>
      </form>
    </Card>
  );
}

/** A new version of the terms; what is typed stays in the browser until it is saved. */
function TermsForm({ slug, access, change }: { slug: string; access: Access; change: Change }) {
  const store = `affectory.terms.${slug}`;
  const saved = access.terms?.text ?? '';
  const [text, setText] = useState(() => localStorage.getItem(store) ?? saved);
  const type = (value: string) => {
    setText(value);
    localStorage.setItem(store, value);
  };
  const save = () => change.mutate({ terms_text: text }, { onSuccess: () => localStorage.removeItem(store) });
  const next = (access.terms?.number ?? 0) + 1;
  return (
    <Card
      title="Terms"
      aside={
        access.terms ? `version ${access.terms.number}, ${dateTime(access.terms.created_at)}` : 'none yet'
      }
    >
      <div className="twocol">
        <div className="col gap12">
          <p className="f13">These stand before every version and cannot be taken out:</p>
          <ol className="clauses">
            {access.standing_clauses.map((clause) => (
              <li key={clause}>{clause}</li>
            ))}
          </ol>
        </div>
        <div className="col gap12">
          <Textarea
            label="What this project adds"
            description="Citation, ethics approval, who may be asked. Plain text."
            value={text}
            onChange={(e) => type(e.currentTarget.value)}
            autosize
            minRows={6}
            maxRows={16}
          />
          {change.isError && change.variables.terms_text !== undefined && <ErrorNote error={change.error} />}
          <div className="row wrap">
            <Button
              variant="default"
              onClick={save}
              disabled={text === saved && access.terms !== null}
              loading={change.isPending}
            >
              Save as version {next}
            </Button>
            <span className="f12 t2">Approvals stay with the version that was accepted.</span>
          </div>
        </div>
      </div>
    </Card>
  );
}

function Settings({ slug, access, change }: { slug: string; access: Access; change: Change }) {
  return (
    <div className="dgrid">
      <ModeForm key={access.mode} access={access} change={change} />
      <Card title="As others see it" span={5}>
        <Facts
          items={[
            [
              'Repository',
              access.repository ? (
                <span key="r" className="row">
                  <span className="mono">{access.repository}</span>
                  <Copy value={access.repository} label="Copy the repository’s name" />
                </span>
              ) : (
                'none: the Hub’s clients refuse this project’s short name'
              ),
            ],
            ['Page to ask at', access.mode === 'gated' ? `${window.location.origin}/open/${slug}` : null],
            ['A day, by person', bytes(access.bytes_per_day)],
            ['A day, by address', access.mode === 'public' ? bytes(access.bytes_per_day_unknown) : null],
          ]}
        />
        <p className="f12 t2">
          Limits count large files alone and are set for the whole server. Names and sizes of files of a
          project that is open on request can be seen by all.
        </p>
      </Card>
      <TermsForm key={access.terms?.number ?? 0} slug={slug} access={access} change={change} />
    </div>
  );
}

export default function AccessPage({ slug }: { slug: string }) {
  usePage({ title: 'Access', crumbs: [{ label: 'Access' }] });
  const { access, change } = useAccess(slug);
  const [params, set] = useUrlState();
  if (access.isPending) return <Loading what="access to this project" />;
  if (access.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={access.error} retry={() => void access.refetch()} />
      </div>
    );
  const { waiting } = access.data;
  return (
    <div className="dash access">
      <PageHead title="Access" sub="Who may read what is published, on which terms, and what was fetched." />
      <Tabs
        value={params.get('tab') ?? 'settings'}
        onChange={(tab) => set({ tab: tab === 'settings' ? null : tab })}
        keepMounted={false}
      >
        <Tabs.List aria-label="About access">
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          <Tabs.Tab
            value="requests"
            rightSection={waiting ? <span className="chip info">{waiting}</span> : null}
          >
            Requests
          </Tabs.Tab>
          <Tabs.Tab value="downloads">Downloads</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings" pt="md">
          <Settings slug={slug} access={access.data} change={change} />
        </Tabs.Panel>
        <Tabs.Panel value="requests" pt="md">
          <RequestsTab slug={slug} />
        </Tabs.Panel>
        <Tabs.Panel value="downloads" pt="md">
          <DownloadsTab slug={slug} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
