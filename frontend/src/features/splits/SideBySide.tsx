import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'wouter';
import { ContentDiff } from '../../shared/items/ContentDiff';
import { FieldValue } from '../../shared/items/FieldValue';
import { dateTime, words } from '../../shared/lib/format';
import { findKind, granularityWord, useTaxonomy } from '../../shared/taxonomy';
import { Chip, StateChip } from '../../shared/ui/chips';
import type { Counts, Side, Split } from './api';
import { Causes } from './Causes';

interface Props {
  slug: string;
  split: Split;
  causes: Counts['causes'];
}

export function SideBySide({ slug, split, causes }: Props) {
  const isItem = split.kind === 'item';
  const subject = isItem ? `/p/${slug}/items/${split.subject}` : `/p/${slug}/episodes/${split.subject}`;
  return (
    <article>
      <header className="split-header">
        <h2>{split.question || `${words(split.type)} ${split.subject.slice(0, 8)}`}</h2>
        <p className="row wrap f12 t2">
          <span>
            {words(split.type)}
            {isItem && `, ${granularityWord(split.granularity).toLowerCase()}`}
          </span>
          <span>Round {split.number}</span>
          <span>closed {dateTime(split.closed_at)}</span>
          <StateChip state={split.outcome.toLowerCase()} />
          <Link href={subject} className="row">
            <IconExternalLink size={14} aria-hidden />
            {isItem ? 'The item' : 'The episode'}
          </Link>
        </p>
      </header>
      <div className="sides">
        {split.sides.map((side) => (
          <OneSide key={side.reviewer} side={side} scheme={split.scheme} />
        ))}
      </div>
      <Causes key={split.id} slug={slug} split={split} causes={causes} />
      <Judged slug={slug} split={split} />
    </article>
  );
}

function OneSide({ side, scheme }: { side: Side; scheme: Split['scheme'] }) {
  return (
    <section className="card pad side-of" aria-label={`Reviewer ${side.reviewer}`}>
      <div className="row">
        <h3>{side.reviewer}</h3>
        <span className="end">
          <Chip tone={side.verdict === 'accept' ? 'ok' : 'no'}>{words(side.verdict)}</Chip>
        </span>
      </div>
      <dl>
        {scheme.map((judgement) => {
          const given = side.judgements[judgement.id];
          return (
            <div key={judgement.id}>
              <dt>{judgement.label}</dt>
              <dd>
                {given?.value === 'problem' ? (
                  <ul>
                    {given.reasons.map((code) => (
                      <li key={code}>
                        {judgement.reasons.find((r) => r.code === code)?.label ?? words(code)}
                      </li>
                    ))}
                  </ul>
                ) : (
                  <span className="t2">Fine</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {side.note && <blockquote className="prewrap">{side.note}</blockquote>}
      {side.pins.length > 0 && (
        <ul className="f12">
          {side.pins.map((pin) => (
            <li key={`${pin.judgement}${pin.frame}${pin.setting}`}>
              {pin.time_s.toFixed(2)} s{pin.setting && `, ${pin.setting}`}: {pin.note || words(pin.judgement)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What both had before them, and what the author made of it. */
function Judged({ slug, split }: { slug: string; split: Split }) {
  const taxonomy = useTaxonomy();
  const kind = taxonomy.data && findKind(taxonomy.data.kinds, split.granularity, split.type);
  const { judged, following } = split;
  return (
    <div className="judged">
      {split.media.length > 0 && (
        <div className="split-media">
          {split.media.map((clip) => (
            <figure key={clip.video_url} className="well">
              {/* The clip's words stand beside it, as lines of the item. */}
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
              <video
                src={clip.video_url}
                poster={clip.poster_url}
                controls
                preload="none"
                aria-label={clip.name}
              />
              <figcaption className="tag">{clip.name}</figcaption>
            </figure>
          ))}
        </div>
      )}
      {judged && (
        <section className="card pad">
          <h3>What was judged</h3>
          <dl>
            <div>
              <dt>Answer</dt>
              <dd>
                <FieldValue value={judged.answer} />
              </dd>
            </div>
            {judged.answer_details && (
              <div>
                <dt>Details</dt>
                <dd>
                  <FieldValue value={judged.answer_details} />
                </dd>
              </div>
            )}
            {judged.evidence && judged.evidence.length > 0 && (
              <div>
                <dt>Evidence</dt>
                <dd className="row wrap">
                  {judged.evidence.map((e) => {
                    const text = `${e.start}–${e.end} s${e.item ? ` for ${e.item}` : ''}`;
                    return split.video ? (
                      <Link
                        key={text}
                        href={`/p/${slug}/videos/${split.video}?marks=${e.start}-${e.end}`}
                        className="chip line num"
                      >
                        {text}
                      </Link>
                    ) : (
                      <span key={text} className="chip line num">
                        {text}
                      </span>
                    );
                  })}
                </dd>
              </div>
            )}
          </dl>
        </section>
      )}
      {judged && following && kind && (
        <section className="card pad">
          <h3>What its author changed then</h3>
          <ContentDiff kind={kind} before={judged} after={following} />
        </section>
      )}
    </div>
  );
}
