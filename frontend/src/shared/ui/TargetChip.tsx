import { targetInWords, topLook, type PersonView } from '../scene3d/people';

/** Whom the question is about, where there are two people; said in words and shown in the colour of the top. */
export function TargetChip({ people }: { people: readonly Pick<PersonView, 'part' | 'top' | 'is_asked'>[] }) {
  const target = targetInWords(people);
  if (!target) return null;
  return (
    <span className="chip line">
      {people
        .filter((person) => person.is_asked)
        .map(({ top }) => (
          <i key={top} className="topdot" style={{ background: topLook(top).cloth }} aria-hidden />
        ))}
      <span>
        Target: <b>{target}</b>
      </span>
    </span>
  );
}
