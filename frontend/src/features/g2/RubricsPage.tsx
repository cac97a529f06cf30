import { Button, Textarea } from '@mantine/core';
import { IconDeviceFloppy, IconRestore } from '@tabler/icons-react';
import { Fragment, useState, type ChangeEvent } from 'react';
import { ApiError } from '../../shared/api/client';
import { useRoles } from '../../shared/api/session';
import { dateTime } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useChangeRubric, useRubrics, type ProjectRubric } from './api';
import { begin, CRITERION, isLike, onto, savedWords, typed } from './rubricWords';
import './g2.css';

/** The rubric families in the project's words: what new items begin with. */
export default function RubricsPage({ slug }: { slug: string }) {
  usePage({ title: 'Rubrics', crumbs: [{ label: 'Rubrics' }] });
  const rubrics = useRubrics(slug);
  const mayEdit = useRoles(slug).has('maintainer');
  if (rubrics.isPending) return <Loading what="the rubrics" />;
  if (rubrics.isError)
    return (
      <div className="dash">
        <h1 className="sr">Rubrics</h1>
        <ErrorNote error={rubrics.error} retry={() => void rubrics.refetch()} />
      </div>
    );
  return (
    <div className="dash">
      <PageHead
        title="Rubrics"
        sub="New items begin with these words. Items that are there keep their own, and an author may change them in an item."
      />
      <div className="rubric-cards">
        {rubrics.data.families.map((family) => (
          <Family key={family.id} slug={slug} family={family} mayEdit={mayEdit} />
        ))}
      </div>
    </div>
  );
}

function Family({ slug, family, mayEdit }: { slug: string; family: ProjectRubric; mayEdit: boolean }) {
  const [writing, setWriting] = useState(() => begin(family));
  if (writing.base.version !== family.version) setWriting(onto(writing, family));
  const change = useChangeRubric(slug);
  const { mine } = writing;
  const order = Object.keys(mine.scores).toSorted((a, b) => Number(a) - Number(b));
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const field = (name: string) => ({
    value: name === CRITERION ? mine.criterion : (mine.scores[name] ?? ''),
    onChange: (e: ChangeEvent<HTMLTextAreaElement>) => {
      const text = e.currentTarget.value;
      setWriting((now) => typed(now, name, text));
    },
    readOnly: !mayEdit,
    autosize: true,
  });
  const newer = (name: string) => {
    const words = savedWords(writing, name);
    return (
      words !== null && (
        <p className="rubric-newer f12">
          <span className="t2">
            {family.changed_by ?? 'Somebody'} saved meanwhile: <q>{words}</q>
          </span>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => setWriting((now) => typed(now, name, words))}
          >
            Take these words
          </Button>
        </p>
      )
    );
  };
  return (
    <Card
      title={`${family.title}, 0–${family.max_score}`}
      aside={
        family.version === 0
          ? 'as shipped'
          : `version ${family.version}, ${family.changed_by ?? ''}, ${dateTime(family.changed_at)}`
      }
    >
      <form
        className="rubric-form"
        onSubmit={(e) => {
          e.preventDefault();
          change.mutate({ family: family.id, ...mine, base_version: family.version });
        }}
      >
        <div>
          <Textarea
            label="Criterion"
            aria-label={`${family.title}, criterion`}
            minRows={2}
            error={fields.criterion?.[0]}
            {...field(CRITERION)}
          />
          {newer(CRITERION)}
        </div>
        <div className="scores">
          {order.map((score) => (
            <Fragment key={score}>
              <b className="num" aria-hidden>
                {score}
              </b>
              <div>
                <Textarea
                  aria-label={`${family.title}, score ${score}`}
                  minRows={1}
                  error={fields[`scores.${score}`]?.[0]}
                  {...field(score)}
                />
                {newer(score)}
              </div>
            </Fragment>
          ))}
        </div>
        {change.isError && <ErrorNote error={change.error} safe="Your words are still here." />}
        {mayEdit && (
          <div className="row">
            <Button
              type="submit"
              loading={change.isPending}
              disabled={isLike(mine, family)}
              leftSection={<IconDeviceFloppy size={15} aria-hidden />}
            >
              Save {family.title} as version {family.version + 1}
            </Button>
            {!isLike(mine, family.shipped) && (
              <Button
                variant="default"
                leftSection={<IconRestore size={15} aria-hidden />}
                onClick={() =>
                  setWriting((now) => ({
                    ...now,
                    mine: { criterion: family.shipped.criterion, scores: family.shipped.scores },
                  }))
                }
              >
                Fill in the shipped words
              </Button>
            )}
          </div>
        )}
      </form>
    </Card>
  );
}
