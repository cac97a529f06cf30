import { IconAlertTriangle } from '@tabler/icons-react';
import { GapBar } from '../../shared/agreement/GapBar';
import {
  acceptShare,
  alphaText,
  fractionWords,
  type Coefficient,
  type Report,
} from '../../shared/agreement/model';
import { count, percent, plural } from '../../shared/lib/format';
import { Card } from '../../shared/ui/page';

/** A second coefficient with the one line that says why it differs. */
function Beside({ name, value, why }: { name: string; value: Coefficient; why: string }) {
  return (
    <div className="beside">
      <dt>{name}</dt>
      <dd>
        {value.value === null ? (
          <span className="undefined">undefined</span>
        ) : (
          <b className="num">{alphaText(value)}</b>
        )}{' '}
        <span className="t2">{value.value === null ? `${value.undefined_reason}.` : why}</span>
      </dd>
    </div>
  );
}

interface Props {
  report: Report;
  many: string;
  /** Set where one judgement is looked at in place of the verdict. */
  judgement: string | null;
}

export function MoreThanChance({ report, many, judgement }: Props) {
  const { observed, chance, alpha, threshold } = report;
  const share = acceptShare(report.contingency);
  const skewed = share !== null && (share >= 0.7 || share <= 0.3);
  return (
    <Card title="Is it more than chance?" span={8}>
      {observed === null || chance === null ? (
        <p className="f14">Not defined: {alpha.undefined_reason}.</p>
      ) : (
        <>
          <GapBar observed={observed} chance={chance} alpha={alpha} />
          <p className="f14 sentence">
            Two reviewers {judgement ? `judged “${judgement}” alike` : 'gave the same verdict'} on{' '}
            <b className="num">{percent(observed)}</b> of {many}.{' '}
            {share !== null && (
              <>
                They {judgement ? 'call it fine' : 'accept'} {fractionWords(share)}, so{' '}
                <b className="num">{percent(chance)}</b> would match by chance alone.{' '}
              </>
            )}
            {alpha.value === null ? (
              <>
                α is <b>undefined</b>: {alpha.undefined_reason}. That is neither 0 nor 1.
              </>
            ) : (
              <>
                What they add is <b className="num">α = {alphaText(alpha, 3)}</b>{' '}
                <span className="t2 num">
                  {alpha.low !== null && alpha.high !== null
                    ? `(95 % interval ${alphaText({ value: alpha.low }, 3)} to ${alphaText({ value: alpha.high }, 3)})`
                    : `(no interval: ${alpha.interval_undefined_reason ?? 'too little data'})`}
                </span>
                . Both numbers are right; read them together.
              </>
            )}
          </p>
        </>
      )}
      {threshold?.below && (
        <p className="row f12 warned">
          <IconAlertTriangle size={15} aria-hidden />
          Below {alphaText({ value: threshold.alpha })}, from where this project wants to know. It stops
          nothing.
        </p>
      )}
      <dl className="besides f12">
        <Beside
          name="Gwet AC1"
          value={report.ac1}
          why={
            skewed
              ? 'expects little by chance where one verdict is rare, so it stays high beside the same verdicts.'
              : 'works chance from how evenly the verdicts are used; near α where they are.'
          }
        />
        {report.cohen && (
          <Beside
            name="Cohen κ"
            value={report.cohen}
            why={`${report.cohen.pairs === 1 ? 'of one pair' : `mean over ${count(report.cohen.pairs)} pairs by items`}; ${
              skewed
                ? 'takes chance from each reviewer’s own rates, which one common verdict drives up.'
                : 'takes chance from each reviewer’s own rates instead of common ones.'
            }`}
          />
        )}
      </dl>
      {report.resamples && (
        <p className="f12 t3 num">
          Intervals: {count(report.resamples)} resamples
          {report.n_groups ? ` over ${plural(report.n_groups, 'source group')}` : ''}.
        </p>
      )}
    </Card>
  );
}
