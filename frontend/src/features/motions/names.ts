/** A reference in a reply is its name, or an object that has one. */
export const named = (ref: string | { name: string } | null | undefined): string =>
  typeof ref === 'string' ? ref : (ref?.name ?? '–');
