import { percent } from '../lib/format';
import { alphaText, type Alpha } from './model';
import './gap.css';

interface Props {
  observed: number;
  chance: number;
  alpha: Alpha;
}

/** 0 to 100 %: where chance would land, where people landed; α is the covered share of what chance leaves open. */
export function GapBar({ observed, chance, alpha }: Props) {
  const at = (v: number) => `${v * 100}%`;
  const below = observed < chance;
  const [from, to] = below ? [observed, chance] : [chance, observed];
  const covered = alpha.value === null ? null : Math.round(alpha.value * 100);
  // Labels stand outside the two marks, so that they never run into each other.
  const leftWord = below ? (['observed', observed] as const) : (['by chance', chance] as const);
  const rightWord = below ? (['by chance', chance] as const) : (['observed', observed] as const);
  return (
    <figure
      className="gap num"
      role="img"
      aria-label={`Observed agreement ${percent(observed)}, by chance ${percent(chance)}, alpha ${alphaText(alpha, 3)}`}
    >
      <div className="gap-top" aria-hidden>
        <span style={from > 0.2 ? { right: at(1 - from), paddingRight: 7 } : { left: 0 }}>
          {leftWord[0]} <b>{percent(leftWord[1])}</b>
        </span>
        <span style={to < 0.8 ? { left: at(to), paddingLeft: 4 } : { right: 0 }}>
          {rightWord[0]} <b>{percent(rightWord[1])}</b>
        </span>
      </div>
      <div className="gap-bar" aria-hidden>
        <i className="ch" style={{ width: at(from) }}>
          {below ? 'matched' : 'would match by chance'}
        </i>
        <i className={below ? 'under' : 'got'} style={{ left: at(from), width: at(to - from) }} />
        <i className="rest" style={{ left: at(to), right: 0 }}>
          {1 - to > 0.12 ? 'not reached' : ''}
        </i>
        <u style={{ left: at(chance) }} />
        <u style={{ left: at(observed) }} />
      </div>
      <div className="gap-br" style={{ left: at(chance) }} aria-hidden />
      <div className="gap-bot" aria-hidden>
        {covered === null ? (
          'α is undefined'
        ) : covered < 0 ? (
          <>
            fewer matches than chance gives: <b>α = {alphaText(alpha, 3)}</b>
          </>
        ) : (
          <>
            of what chance leaves open, reviewers cover <b>{covered} % = α</b>
          </>
        )}
      </div>
    </figure>
  );
}
