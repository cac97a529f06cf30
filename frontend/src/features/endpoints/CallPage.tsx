import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { bytes, count, dateTime, seconds } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Chip } from '../../shared/ui/chips';
import { Card, Digest, Facts, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useCall, usePutBack, useRaw, type Attempt, type CallDetail } from './api';
import { Findings } from './TryDialog';
import { callWord, codeWord, money, OUTCOMES, took } from './words';
import './endpoints.css';

interface Media {
  medium: string;
  sha256: string;
  media_type: string;
  bytes: number;
  seconds: number;
}
interface Message {
  role: string;
  content: string | { type: string; text?: string }[];
}
interface Sent {
  messages: Message[];
  params: Record<string, unknown>;
  schema: unknown;
  max_output_tokens: number;
  prompt_version: string;
  repeat: number;
  nonce: string;
}

function Part({ part }: { part: { type: string; text?: string } }) {
  if (part.type === 'media') {
    const media = part as unknown as Media;
    return (
      <div className="row ep-media">
        <span className="b">{media.medium}</span> {media.media_type}, {bytes(media.bytes)}
        {media.seconds > 0 && `, ${seconds(media.seconds)}`} <Digest value={media.sha256} />
      </div>
    );
  }
  return <pre className="ep-text">{part.text ?? JSON.stringify(part, null, 2)}</pre>;
}

function Request({ call }: { call: CallDetail }) {
  const sent = call.request as Sent;
  return (
    <Card title="As it was sent">
      {sent.messages.map((message, i) => (
        <section key={i} className="ep-message" aria-label={`Message ${i + 1}, ${message.role}`}>
          <h3 className="f12 t2">{message.role}</h3>
          {typeof message.content === 'string' ? (
            <Part part={{ type: 'text', text: message.content }} />
          ) : (
            message.content.map((part, k) => <Part key={k} part={part} />)
          )}
        </section>
      ))}
      <Facts
        items={[
          ['Longest answer', `${count(sent.max_output_tokens)} tokens`],
          ['Parameters', Object.keys(sent.params).length > 0 ? JSON.stringify(sent.params) : ''],
          ['Prompt', sent.prompt_version],
          ['Repeat', sent.repeat > 0 ? String(sent.repeat) : ''],
          ['Another try', sent.nonce],
        ]}
      />
      {sent.schema !== null && (
        <details>
          <summary className="f13">JSON schema</summary>
          <pre className="ep-text">{JSON.stringify(sent.schema, null, 2)}</pre>
        </details>
      )}
    </Card>
  );
}

function RawAnswer({ slug, call, attempt }: { slug: string; call: CallDetail; attempt: Attempt }) {
  const [open, setOpen] = useState(false);
  const raw = useRaw(slug, call.id, attempt.number, open);
  if (attempt.raw_length === 0) return <span className="t3">nothing</span>;
  if (call.answer_hidden) return <span className="f12 t2">{count(attempt.raw_length)} characters</span>;
  return (
    <details onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary className="f12">{count(attempt.raw_length)} characters</summary>
      {raw.isError && <ErrorNote error={raw.error} />}
      {raw.data && (
        <pre className="ep-text" tabIndex={0} aria-label={`Raw answer of attempt ${attempt.number}`}>
          {raw.data.raw}
        </pre>
      )}
    </details>
  );
}

function AttemptRow({ slug, call, attempt: a }: { slug: string; call: CallDetail; attempt: Attempt }) {
  const time = took(a.sent_at, a.ended_at);
  return (
    <tr>
      <td className="r">{a.number}</td>
      <td>
        {dateTime(a.sent_at)}
        <div className="f12 t2">{time === null ? 'on its way' : seconds(time)}</div>
      </td>
      <td>
        <span className="num">{a.state === 'sent' ? 'on its way' : codeWord(a.code)}</span>
        <div className="f12 t2">{OUTCOMES[a.outcome] ?? ''}</div>
      </td>
      <td className="ep-why">
        {a.explanation || (a.outcome === 'ok' ? 'A whole answer.' : '')}
        {a.is_other_model && <div className="f12">Another model answered: {a.returned_model}</div>}
        {a.retry_after_s !== null && (
          <div className="f12 t2">It asked to wait {seconds(a.retry_after_s, 1)}.</div>
        )}
      </td>
      <td className="r">
        {count(a.tokens_in)} + {count(a.tokens_out)}
        {a.is_estimated && <div className="f12 t2">estimated</div>}
      </td>
      <td className="r">
        {money(a.cost, call.currency)}
        {a.is_possibly_billed && <div className="f12 ep-flag">possibly billed</div>}
      </td>
      <td>
        <RawAnswer slug={slug} call={call} attempt={a} />
      </td>
    </tr>
  );
}

/** All of one call: what was sent, what came back, and every attempt with its time, code, tokens and cost. */
export default function CallPage({ slug, id }: { slug: string; id: string }) {
  const call = useCall(slug, id);
  const back = usePutBack(slug, id);
  usePage({
    title: 'Call',
    crumbs: [
      { label: 'Model endpoints', to: `/p/${slug}/endpoints` },
      { label: 'Calls', to: `/p/${slug}/calls` },
      { label: call.data?.title || 'Call' },
    ],
  });
  if (call.isPending) return <Loading what="the call" />;
  if (call.isError)
    return (
      <div className="dash ep-stack">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={call.error} retry={() => void call.refetch()} />
      </div>
    );
  const c = call.data;
  const { word, tone } = callWord(c.state, c.outcome);
  return (
    <div className="dash ep-stack">
      <PageHead title={c.title || c.purpose} sub={`${c.model} at ${c.base_url}, endpoint ${c.profile}`}>
        <Chip tone={tone}>{word}</Chip>
        {c.is_possibly_billed && <Chip tone="warn">Possibly billed</Chip>}
        {c.is_other_model && <Chip tone="warn">Another model answered</Chip>}
        {c.can_put_back && (
          <Button size="xs" variant="default" loading={back.isPending} onClick={() => back.mutate()}>
            Let it be tried again
          </Button>
        )}
      </PageHead>
      {back.isError && <ErrorNote error={back.error} />}
      {c.explanation && <p className="f13">{c.explanation}</p>}
      {c.findings.length > 0 && <Findings found={c.findings} />}
      <div className="dgrid">
        <Card title="What it came to" span={12}>
          <Facts
            items={[
              ['Asked for', dateTime(c.created_at)],
              ['Ended', c.ended_at ? dateTime(c.ended_at) : ''],
              ['Tokens', `${count(c.tokens_in)} in, ${count(c.tokens_out)} out`],
              ['At most', `${count(c.tokens_in_most)} in, ${count(c.tokens_out_most)} out per attempt`],
              ['Cost', money(c.cost, c.currency)],
              ['Ended because', c.finish_reason],
              ['Model that answered', c.returned_model],
              [
                'Runs',
                <span key="runs" className="row wrap">
                  {c.runs.map((run) => (
                    <Link key={run.id} href={`/p/${slug}/calls?run=${run.id}`}>
                      {run.title || run.purpose}
                    </Link>
                  ))}
                </span>,
              ],
              ['Key', <Digest key="key" value={c.key} />],
            ]}
          />
        </Card>
      </div>
      {c.answer_hidden && (
        <p className="note" role="status">
          What the model wrote is not shown to you yet: you review in this project and may still be given to
          judge what was drafted from it. It is here once those items are finished.
        </p>
      )}
      {c.answer && (
        <Card title="Answer">
          <pre className="ep-text" tabIndex={0} aria-label="Answer">
            {c.answer}
          </pre>
        </Card>
      )}
      <Card title="Attempts" flush>
        {c.attempts.length === 0 ? (
          <p className="f13 t2 ep-more">It was not sent yet.</p>
        ) : (
          <div className="ep-scroll" tabIndex={0} role="region" aria-label="Attempts">
            <table className="t">
              <thead>
                <tr>
                  <th className="r">No.</th>
                  <th>Sent</th>
                  <th>Code</th>
                  <th>What came of it</th>
                  <th className="r">Tokens</th>
                  <th className="r">Cost</th>
                  <th>Raw answer</th>
                </tr>
              </thead>
              <tbody>
                {c.attempts.map((a) => (
                  <AttemptRow key={a.number} slug={slug} call={c} attempt={a} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Card>
      <Request call={c} />
    </div>
  );
}
