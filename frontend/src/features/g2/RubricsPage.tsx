import { Button, Textarea } from '@mantine/core';
import { IconDeviceFloppy, IconRestore } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { ApiError } from '../../shared/api/client';
import { useRoles } from '../../shared/api/session';
import { dateTime } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useChangeRubric, useRubrics, type ProjectRubric } from './api';
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
          <Family key={`${family.id} ${family.version}`} slug={slug} family={family} mayEdit={mayEdit} />
        ))}
      </div>
    </div>
  );
}

function Family({ slug, family, mayEdit }: { slug: string; family: ProjectRubric; mayEdit: boolean }) {
  const [criterion, setCriterion] = useState(family.criterion);
  const [scores, setScores] = useState(family.scores);
  const change = useChangeRubric(slug);
  const order = Object.keys(scores).toSorted((a, b) => Number(a) - Number(b));
  const isLike = (words: ProjectRubric['shipped']) =>
    words.criterion === criterion && order.every((score) => words.scores[score] === scores[score]);
  const fields = change.error instanceof ApiError ? change.error.fields : {};
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
          change.mutate({ family: family.id, criterion, scores, base_version: family.version });
        }}
      >
        <Textarea
          label="Criterion"
          aria-label={`${family.title}, criterion`}
          autosize
          minRows={2}
          value={criterion}
          onChange={(e) => setCriterion(e.currentTarget.value)}
          readOnly={!mayEdit}
          error={fields.criterion?.[0]}
        />
        <div className="scores">
          {order.map((score) => (
            <Fragment key={score}>
              <b className="num" aria-hidden>
                {score}
              </b>
              <Textarea
                aria-label={`${family.title}, score ${score}`}
                autosize
                minRows={1}
                value={scores[score] ?? ''}
                onChange={(e) => {
                  const text = e.currentTarget.value;
                  setScores((now) => ({ ...now, [score]: text }));
                }}
                readOnly={!mayEdit}
                error={fields[`scores.${score}`]?.[0]}
              />
            </Fragment>
          ))}
        </div>
        {change.isError && <ErrorNote error={change.error} safe="Your words are still here." />}
        {mayEdit && (
          <div className="row">
            <Button
              type="submit"
              loading={change.isPending}
              disabled={isLike(family)}
              leftSection={<IconDeviceFloppy size={15} aria-hidden />}
            >
              Save {family.title} as version {family.version + 1}
            </Button>
            {!isLike(family.shipped) && (
              <Button
                variant="default"
                leftSection={<IconRestore size={15} aria-hidden />}
                onClick={() => {
                  setCriterion(family.shipped.criterion);
                  setScores(family.shipped.scores);
                }}
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
