/** Terms as a form holds them. Empty texts leave what stands elsewhere. */
export interface Terms {
  licence: string;
  may_redistribute: string;
  /** "yes", "no", or "" where the collection decides. */
  sending: string;
  consent_reference: string;
  consent_terms: string;
  consented_on: string;
}

interface Given {
  licence?: string;
  may_redistribute?: string;
  may_send_to_external_model?: boolean | null;
  consent_reference?: string;
  consent_terms?: string;
  consented_on?: string | null;
}

const SENDING: Record<string, boolean | null> = { yes: true, no: false, '': null };

export function termsOf(given: Given): Terms {
  const { may_send_to_external_model: sending } = given;
  return {
    licence: given.licence ?? '',
    may_redistribute: given.may_redistribute ?? '',
    sending: sending === true ? 'yes' : sending === false ? 'no' : '',
    consent_reference: given.consent_reference ?? '',
    consent_terms: given.consent_terms ?? '',
    consented_on: given.consented_on ?? '',
  };
}

export function bodyOf({ sending, consented_on, ...rest }: Terms) {
  return {
    ...rest,
    may_send_to_external_model: SENDING[sending] ?? null,
    consented_on: consented_on || null,
  };
}
